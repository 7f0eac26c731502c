import type { Schema } from "@svc/model";
import { own } from "@svc/model";
import type { Difference, Direction } from "../../change.ts";
import type { Report } from "../../collect.ts";
import { matchAlternatives, tagOf } from "../../schema/match-alternatives.ts";
import { pureReference } from "../../schema/pointers.ts";
import type { Alternative, Conjunction, Side } from "../../schema/side.ts";
import { alternativeType, cut, listText, typeText, valueText } from "../../schema/type-text.ts";
import { type Comparison, report, type Site } from "../comparison.ts";
import { compareAlternatives } from "./alternatives.ts";
import { compareAnnotations } from "./annotations.ts";
import { compareDiscriminators } from "./discriminators.ts";
import { compareSplit, shortText, splitOf } from "./splits.ts";
import { unionKind } from "./union-kind.ts";
import { type ConjunctionPair, typesOf, wholeRule } from "./whole-types.ts";

/** Two schemas in one place. The pair is compared once, however many places lead to it. */
export function compareSchemas(old: Schema, now: Schema, site: Site, comparison: Comparison): void {
  if (comparison.isSame(old, now)) return;
  const ids = `${comparison.old.identify(old)} ${comparison.new.identify(now)}`;
  const key = `place ${kindOf(site)} ${ids}`;
  site.scope.parts.add(comparison.shared(key, (scope) => comparePlace(old, now, { ...site, scope }, comparison)));
}

/** Facts of a site that the rules need beside its schemas. */
function kindOf({ direction, isParameter = false, isError = false }: Site): string {
  return `${direction} ${isParameter} ${isError}`;
}

function comparePlace(old: Schema, now: Schema, site: Site, comparison: Comparison): void {
  if (!comparison.isTrial && reportOtherReference(old, now, site, comparison)) return;
  compareAnnotations(old, now, site, comparison);
  noteReferences(old, now, site, comparison);
  const a = comparison.old.conjunctionOf(old);
  const b = comparison.new.conjunctionOf(now);
  const bothNamed = a.named !== undefined && b.named !== undefined;
  if (a.named !== undefined) comparison.seen.visited.add(a.named.wireName);
  const at = bothNamed
    ? { old: a.pointer, new: b.pointer, place: b.named.typeName }
    : { old: comparison.old.pointerOf(old), new: comparison.new.pointerOf(now), place: site.place };
  const key = `${kindOf(site)} ${a.id} ${b.id}`;
  const scope = comparison.shared(key, (inner) =>
    compareConjunctions({ a, b, old, now, at }, { ...site, scope: inner, place: at.place }, comparison),
  );
  site.scope.parts.add(scope);
}

function compareConjunctions(pair: ConjunctionPair, site: Site, comparison: Comparison): void {
  const { a, b, at } = pair;
  const rule = wholeRule(a, b);
  if (rule !== undefined) {
    report(site, rule, { ...at, facts: typesOf(pair, comparison) });
    return;
  }
  const isAny = b.alternatives.some(({ kind }) => kind === "any");
  // Of another type altogether it is told once, null or not.
  const isAnother = compareUnions(pair, site, comparison) === "another type";
  if (a.nullable !== b.nullable && !isAny && !isAnother)
    report(site, b.nullable ? "became-nullable" : "became-not-nullable", {
      ...at,
      facts: { ...typesOf(pair, comparison), fixture: "" },
    });
  const kinds = [unionKind(a), unionKind(b)] as const;
  if (kinds[0] !== undefined && kinds[1] !== undefined && kinds[0] !== kinds[1])
    report(site, "union-kind-changed", { ...at, facts: { old: kinds[0], new: kinds[1] } });
}

function compareUnions(pair: ConjunctionPair, site: Site, comparison: Comparison): "another type" | undefined {
  const { a, b, at } = pair;
  // Written where something is reported: most pairs do not differ.
  const told = (more: Partial<Report> = {}): Partial<Report> => ({
    ...at,
    ...more,
    facts: { ...typesOf(pair, comparison), ...more.facts },
  });
  // The variant that opens a union stands for all that are not listed: it is compared as a fact, not as a variant.
  const [wasOpen, isOpen] = [a, b].map(({ alternatives }) => alternatives.some(isOther));
  const listed = ({ alternatives }: Conjunction) => alternatives.filter((one) => !isOther(one));
  if (wasOpen !== isOpen) report(site, isOpen ? "union-opened" : "union-closed", told());
  const open = wasOpen === true && isOpen === true;
  const [before, after] = [listed(a), listed(b)];
  const matching = matchAlternatives(before, after, comparison);
  const mayBeSplit = !comparison.isTrial && site.isError !== true && wasOpen !== true && isOpen !== true;
  const split = mayBeSplit ? splitOf(before, after, matching) : undefined;
  if (split !== undefined) compareSplit(split, at, site, comparison);
  const { pairs, removed, added } = split?.others ?? matching;
  const known = tagsOf(b);
  const tags = removed.length > 0 ? [] : tagsOf(a).filter((tag) => !known.includes(tag));
  if (open && tags.length > 0)
    report(site, "union-tag-removed", told({ facts: { old: listText(tags.map(valueText)) } }));
  if (split === undefined && pairs.length === 0 && a.alternatives.length > 0 && b.alternatives.length > 0) {
    report(site, "type-changed", told());
    return "another type";
  }
  const list = (all: readonly Alternative[], union: Conjunction, side: Side) =>
    listText(
      all.map((one) => (all.length > 1 && shortText(one, union.alternatives, side)) || alternativeType(one, side)),
    );
  if (removed.length > 0)
    report(site, "union-variant-removed", told({ facts: { old: list(removed, a, comparison.old) } }));
  const variants = added.filter(({ kind }) => kind === "object");
  if (variants.length > 0)
    report(
      site,
      site.isError === true ? "error-variant-added" : "union-variant-added",
      told({
        facts: { new: list(variants, b, comparison.new) },
        open: open && variants.every((variant) => isTagged(variant, a, comparison.new)),
      }),
    );
  if (variants.length < added.length) report(site, "type-widened", told());
  for (const [old, now] of pairs) enterAlternative(pair, [old, now], site, comparison);
  if (split === undefined) compareDiscriminators({ a, b, pairs, at }, site, comparison);
  return undefined;
}

/** The tags by which an open union knows its variants. */
function tagsOf({ alternatives }: Conjunction): readonly string[] {
  return alternatives.flatMap(({ leaves }) => leaves.flatMap((leaf) => leaf["x-svc-other"] ?? []));
}

/** True for a variant that programs take for an unlisted one: it has a tag of its own where the variants of the union have theirs. */
function isTagged({ facts }: Alternative, { alternatives }: Conjunction, side: Side): boolean {
  const other = alternatives.find(isOther);
  return [...(other?.facts.properties.keys() ?? [])].every((name) => {
    const tag = facts.properties.get(name);
    if (tag?.required !== true) return false;
    const kinds = side.conjunctionOf(tag.schema).alternatives;
    return kinds.every(({ kind, facts: { values } }) => kind === "string" && values !== undefined);
  });
}

/** The variant for whatever a union does not list. */
function isOther({ leaves }: Alternative): boolean {
  return leaves.some((leaf) => leaf["x-svc-other"] !== undefined);
}

function enterAlternative(
  { a, b, at }: ConjunctionPair,
  [old, now]: readonly [Alternative, Alternative],
  site: Site,
  comparison: Comparison,
): void {
  const names = [old.name ?? a.named?.wireName, now.name ?? b.named?.wireName] as const;
  const named = own(comparison.new.model.schemas, names[1] ?? "");
  const holder = names[0] !== undefined && named !== undefined ? named.typeName : site.place;
  const tag = now.name === undefined ? tagOf(now, b.alternatives, comparison.new) : undefined;
  const place = tag === undefined ? holder : cut(`${holder} (${tag})`);
  // Beside the plain type the values of an enum are only suggestions.
  const isOpen = b.alternatives.some(
    (other) => other !== now && other.kind === now.kind && other.facts.values === undefined,
  );
  const ids = `${comparison.old.identify(old)} ${comparison.new.identify(now)}`;
  const key = `alternative ${kindOf(site)} ${isOpen} ${ids}`;
  const inSite =
    a.alternatives.length === 1 && b.alternatives.length === 1 && old.name === undefined && now.name === undefined;
  const pointers = inSite ? at : { old: old.pointer, new: now.pointer };
  site.scope.parts.add(
    comparison.shared(key, (scope) =>
      compareAlternatives({ old, now, at: pointers, isOpen }, { ...site, scope, place }, comparison),
    ),
  );
}

/**
 * Reports a place that refers to another type: one cause, one change. Where the old type is gone and the new one new, it may
 * be the same under another name; else what differs between the two is no change of either.
 */
function reportOtherReference(old: Schema, now: Schema, site: Site, comparison: Comparison): boolean {
  const [a, b] = [pureReference(old), pureReference(now)];
  if (a === undefined || b === undefined || a === b) return false;
  const [before, after] = [comparison.old.model.schemas, comparison.new.model.schemas];
  if (own(before, a) === undefined || own(after, b) === undefined) return false;
  if (own(after, a) === undefined && own(before, b) === undefined) return false;
  const { level, changes } = tryOut(old, now, site, comparison);
  report(site, "reference-changed", {
    old: comparison.old.pointerOf(old),
    new: comparison.new.pointerOf(now),
    level: level === "none" ? "patch" : level,
    labels: [...new Set(changes.filter((change) => change.level === level).flatMap(({ labels }) => labels))].sort(),
    facts: { old: typeText(old, comparison.old), new: typeText(now, comparison.new) },
  });
  return true;
}

function tryOut(old: Schema, now: Schema, site: Site, comparison: Comparison): Difference {
  return comparison.trial(site, (inner, trial) => compareSchemas(old, now, inner, trial));
}

/** References to other names, and schemas that are written out instead of referred to. */
function noteReferences(old: Schema, now: Schema, site: Site, comparison: Comparison): void {
  const [a, b] = [pureReference(old), pureReference(now)];
  if (a === b) return;
  if (a !== undefined && b !== undefined) {
    const { renames } = comparison.seen;
    const successors = renames.get(a) ?? new Map<string, Set<Direction>>();
    renames.set(a, successors.set(b, (successors.get(b) ?? new Set()).add(site.direction)));
    return;
  }
  const name = a ?? b ?? "";
  if (own(comparison.old.model.schemas, name) === undefined || own(comparison.new.model.schemas, name) === undefined)
    return;
  // What else differs is reported by itself.
  if (comparison.isTrial || tryOut(old, now, site, comparison).level !== "none") return;
  report(site, "reference-form-changed", {
    old: comparison.old.pointerOf(old),
    new: comparison.new.pointerOf(now),
    facts: {
      old: a === undefined ? "in place" : `as a reference to ${a}`,
      new: b === undefined ? "in place" : `as a reference to ${b}`,
    },
  });
}
