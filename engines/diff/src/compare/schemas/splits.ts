import { plainToken } from "@svc/model";
import type { Change, Difference } from "../../change.ts";
import { maxLevel } from "../../level.ts";
import type { Pairing } from "../../pair-up.ts";
import { type Matching, tagOf } from "../../schema/match-alternatives.ts";
import type { Alternative, Property, Side } from "../../schema/side.ts";
import { alternativeType, listText, membersType } from "../../schema/type-text.ts";
import { type AlternativePair, type Comparison, report, type Site } from "../comparison.ts";
import { compareAlternatives, compareProperties } from "./alternatives.ts";

/** An object that is several variants now, or several variants that are one object: none of them is the one that it was. */
export interface Split {
  readonly old: readonly Alternative[];
  readonly now: readonly Alternative[];
  /** The matching of everything else. */
  readonly others: Pairing<Alternative>;
}

/** Finds the split of a union: one object against several, of which none is surely the same. */
export function splitOf(
  before: readonly Alternative[],
  after: readonly Alternative[],
  { pairs, guesses, removed, added }: Matching,
): Split | undefined {
  const [guess, more] = guesses;
  if (guess === undefined || more !== undefined) return undefined;
  const isObject = ({ kind }: Alternative) => kind === "object";
  const isOther = (one: Alternative) => !isObject(one);
  const [old, now] = [before.filter(isObject), after.filter(isObject)];
  if ((old.length === 1) === (now.length === 1)) return undefined;
  const rest = pairs.filter((pair) => pair !== guess);
  if (!rest.every(([one]) => isOther(one))) return undefined;
  return { old, now, others: { pairs: rest, removed: removed.filter(isOther), added: added.filter(isOther) } };
}

/**
 * Reports a split: what all its objects have in common as ever, and the rest as one change. Compared with one of the
 * variants alone, the properties of the others would be told as gone.
 */
export function compareSplit({ old, now }: Split, at: AlternativePair["at"], site: Site, comparison: Comparison): void {
  const [first, after] = [old[0], now[0]];
  if (first === undefined || after === undefined) return;
  const common = commonOf(now.length > 1 ? now : old);
  const parts = (all: readonly Alternative[]) => all.map((one) => ({ ...one, facts: only(one, common, false) }));
  compareProperties(
    { old: { facts: only(first, common, true) }, now: { facts: only(after, common, true) } },
    site,
    comparison,
  );
  const tried = parts(old).flatMap((before) =>
    parts(now).map((now) =>
      comparison.trial(site, (inner, trial) =>
        compareAlternatives({ old: before, now, at, isOpen: false }, inner, trial),
      ),
    ),
  );
  const isSent = site.direction === "request" && now.length > 1;
  const { level, changes } = judge(tried, isSent);
  const text = (all: readonly Alternative[], side: Side) =>
    listText(
      all.map((one) => shortText(one, all, side) ?? membersType(one, (name) => !common.has(name), side)),
      " | ",
    );
  const facts = { old: text(old, comparison.old), new: text(now, comparison.new) };
  if (level !== "major") {
    report(site, site.direction === "request" ? "type-widened" : "type-narrowed", { ...at, facts });
    return;
  }
  const isAccepted = tried.some((one) => one.changes.every((change) => !isRefused(change, now)));
  const labels = changes.filter((change) => change.level === "major").flatMap((change) => change.labels);
  const found = [...new Set(labels)].filter((label) => label !== "compile" || !isSent || !isAccepted).sort();
  report(site, "type-changed", { ...at, level, labels: found, facts });
}

/** True if the compiler refuses a value because of a change. It takes what another variant of the union has, though the service does not. */
function isRefused({ rule, level, labels, pointer }: Change, variants: readonly Alternative[]): boolean {
  const name = plainToken(pointer.split("/").at(-1) ?? "");
  const isElsewhere = rule === "property-removed" && variants.some(({ facts }) => facts.properties.has(name));
  return level === "major" && labels.includes("compile") && !isElsewhere;
}

/** A value that is sent must be one of the variants; in all other cases each variant has to do. */
function judge(tried: readonly Difference[], isAnyEnough: boolean): Difference {
  const one = isAnyEnough ? tried.find(({ level }) => level !== "major") : undefined;
  return one ?? { level: maxLevel(tried.map(({ level }) => level)), changes: tried.flatMap(({ changes }) => changes) };
}

/** Names of the properties that all variants have from the same schema. */
function commonOf([first, ...others]: readonly Alternative[]): ReadonlySet<string> {
  const isSame = (a: Property, b: Property | undefined) => a.schema === b?.schema && a.required === b.required;
  const all = [...(first?.facts.properties ?? [])];
  return new Set(
    all
      .filter(([name, property]) => others.every(({ facts }) => isSame(property, facts.properties.get(name))))
      .map(([name]) => name),
  );
}

/** The facts of an object with its common properties only, or without them. */
function only({ facts }: Alternative, common: ReadonlySet<string>, isCommon: boolean): Alternative["facts"] {
  const properties = new Map([...facts.properties].filter(([name]) => common.has(name) === isCommon));
  return { ...facts, properties };
}

/** A variant by its name, or by the value that tells it from the others of its union. Undefined if there is neither. */
export function shortText(variant: Alternative, others: readonly Alternative[], side: Side): string | undefined {
  if (variant.name !== undefined) return alternativeType(variant, side);
  const tag = tagOf(variant, others, side);
  return tag === undefined ? undefined : `{ ${tag}; … }`;
}
