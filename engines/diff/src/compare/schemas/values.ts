import type { Json } from "@svc/model";
import type { RuleId } from "../../rules/index.ts";
import { type Bound, isTighter } from "../../schema/bounds.ts";
import { canonicalText } from "../../schema/canonical-text.ts";
import type { Alternative } from "../../schema/side.ts";
import { cut, listText, valueText, valueType } from "../../schema/type-text.ts";
import { type AlternativePair, type Comparison, report, type Site } from "../comparison.ts";

/** Enums and constants. */
export function compareValues(pair: AlternativePair, site: Site, comparison: Comparison): void {
  const { old, now, at, isOpen } = pair;
  const [a, b] = [allowedValues(old), allowedValues(now)];
  if (canonicalText([a, old.facts.known]) === canonicalText([b, now.facts.known])) return;
  const both = { old: valueType(old, comparison.old), new: valueType(now, comparison.new) };
  // Two long lists that begin alike tell nothing beside the values that differ.
  const types = `${both.old}${both.new}`.includes("…") ? "" : `: ${both.old} → ${both.new}`;
  const facts = { ...both, types };
  if (a === undefined && b === undefined) {
    compareKnown(pair, site, facts);
    return;
  }
  if (a === undefined || b === undefined) {
    report(site, a === undefined ? "enum-closed" : "enum-opened", { ...at, facts, open: isOpen });
    return;
  }
  const [removed, added] = [without(a, b), without(b, a)];
  const list = (values: readonly Json[]) => listText(values.map(valueText));
  // One value for one other: a constant has changed, which is one thing to say.
  if (a.length === 1 && b.length === 1 && removed.length === 1) {
    report(site, "constant-changed", { ...at, facts: { ...facts, old: list(a), new: list(b) }, open: isOpen });
    return;
  }
  if (removed.length > 0)
    report(site, "enum-value-removed", { ...at, facts: { ...facts, values: list(removed) }, open: isOpen });
  if (added.length > 0)
    report(site, "enum-value-added", { ...at, facts: { ...facts, values: list(added) }, open: isOpen });
}

/** Open enums: other values may come before and after. */
function compareKnown(
  { old, now, at }: AlternativePair,
  site: Site,
  facts: { old: string; new: string; types: string },
): void {
  const [a, b] = [old.facts.known, now.facts.known];
  const open = { ...at, open: true };
  if (a === undefined && b === undefined) return;
  if (a === undefined || b === undefined) {
    report(site, a === undefined ? "enum-suggested" : "enum-opened", { ...open, facts });
    return;
  }
  const [removed, added] = [without(a, b), without(b, a)];
  const list = (values: readonly Json[]) => listText(values.map(valueText));
  // Programs still compile: what is no longer listed may still be said.
  const isSent = site.direction === "request" && ({ labels: ["runtime"] } as const);
  if (removed.length > 0)
    report(site, "enum-value-removed", { ...open, ...isSent, facts: { ...facts, values: list(removed) } });
  if (added.length > 0) report(site, "enum-value-added", { ...open, facts: { ...facts, values: list(added) } });
}

/** `[true, false]` says nothing of a boolean. */
function allowedValues({ kind, facts }: Alternative): readonly Json[] | undefined {
  return kind === "boolean" && facts.values?.length === 2 ? undefined : facts.values;
}

function without(values: readonly Json[], others: readonly Json[]): Json[] {
  const texts = new Set(others.map((value) => canonicalText(value)));
  return values.filter((value) => !texts.has(canonicalText(value)));
}

/** For these formats the SDK takes objects as parameters, too. */
const INPUTS: { readonly [format: string]: string } = { "date-time": "Date", duration: "DurationInput" };

export function compareFormats({ old, now, at }: AlternativePair, site: Site): void {
  const [a, b] = [old.facts.format, now.facts.format];
  if (a === b) return;
  const facts = { old: cut(a ?? "none"), new: cut(b ?? "none") };
  const input = a !== undefined && Object.hasOwn(INPUTS, a) && old.kind === "string" ? INPUTS[a] : undefined;
  if (site.isParameter === true && input !== undefined)
    report(site, "parameter-format-removed", { ...at, facts: { ...facts, input } });
  if (a === undefined) report(site, "format-added", { ...at, facts });
  else report(site, b === undefined ? "format-removed" : "format-changed", { ...at, facts });
}

export function compareBounds({ old, now, at }: AlternativePair, site: Site): void {
  const [a, b] = [old.facts.bounds, now.facts.bounds];
  for (const name of new Set([...a.keys(), ...b.keys()])) {
    const [before, after] = [a.get(name), b.get(name)];
    if (before?.value === after?.value && before?.exclusive === after?.exclusive) continue;
    const tighter = after !== undefined && (before === undefined || isTighter(name, after, before));
    report(site, tighter ? "bound-tightened" : "bound-loosened", {
      ...at,
      key: name,
      facts: { bound: name, old: boundText(before), new: boundText(after) },
    });
  }
}

function boundText(bound: Bound | undefined): string {
  if (bound === undefined) return "not limited";
  return bound.exclusive ? `${bound.value}, exclusive` : `${bound.value}`;
}

export function comparePatterns({ old, now, at }: AlternativePair, site: Site): void {
  const [a, b] = [old.facts.patterns, now.facts.patterns];
  if (a.join("\n") === b.join("\n")) return;
  const text = (patterns: readonly string[]) =>
    patterns.length === 0 ? "no pattern" : cut(patterns.map((one) => `/${one}/`).join(" and "));
  report(site, b.every((one) => a.includes(one)) ? "pattern-removed" : "pattern-tightened", {
    ...at,
    facts: { old: text(a), new: text(b) },
  });
}

/** Rarer keywords: that they change is told, not how. */
export function compareRules({ old, now, at }: AlternativePair, site: Site): void {
  const [a, b] = [old.facts.rules, now.facts.rules];
  for (const keyword of new Set([...a.keys(), ...b.keys()]))
    if (a.get(keyword) !== b.get(keyword))
      report(site, ruleOf(keyword, a, b), { ...at, key: keyword, facts: { keyword } });
}

function ruleOf(keyword: string, a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): RuleId {
  if (keyword === "patternProperties") {
    if (!a.has(keyword)) return "pattern-properties-added";
    return b.has(keyword) ? "pattern-properties-changed" : "pattern-properties-removed";
  }
  return b.has(keyword) ? "constraint-changed" : "constraint-removed";
}
