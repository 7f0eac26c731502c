import type { Operation, Schema } from "@svc/model";
import type { Difference, Direction } from "../change.ts";
import { AS_IS, collectChanges, createScope, type Report, type Scope } from "../collect.ts";
import type { RuleId } from "../rules/index.ts";
import { createSameness } from "../schema/changed-schemas.ts";
import type { Alternative, Side } from "../schema/side.ts";

/** Names that the comparison of schemas has found. */
export interface Seen {
  /** Schemas that stand in the same place under different names, old to new, with the directions of these places. */
  readonly renames: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<Direction>>>;
  /** Named schemas of the old document that were compared. */
  readonly visited: ReadonlySet<string>;
}

/** Two documents under comparison. */
export interface Comparison {
  readonly old: Side;
  readonly new: Side;
  /** The scope of a pair, compared once: later visitors only learn of it. */
  shared(key: string, compare: (scope: Scope) => void): Scope;
  /** Compares two schemas in one place. */
  enter(old: Schema, now: Schema, site: Site): void;
  /** Compares every pair that is waiting, and those that these lead to. Returns {@link Comparison.seen}. */
  settle(): Seen;
  /** Filled while schemas are compared. */
  readonly seen: { readonly renames: Map<string, Map<string, Set<Direction>>>; readonly visited: Set<string> };
  /** True for schemas that are the same all the way down: there is nothing to compare in them. */
  isSame(old: Schema, now: Schema): boolean;
  /** Only to see what two types differ in: places that refer to another type are compared, not told. */
  readonly isTrial: boolean;
  /** What a comparison at a site would report, without reporting it. */
  trial(site: Site, compare: (site: Site, trial: Comparison) => void): Difference;
}

/** The position of a comparison. */
export interface Site {
  readonly scope: Scope;
  readonly direction: Direction;
  /** In the words of a TypeScript user: `Pet.name`. */
  readonly place: string;
  /** The schema is a parameter's own: for some formats the SDK takes objects there. */
  readonly isParameter?: boolean;
  /** The schema is the body of an error: a new variant is one more way to fail. */
  readonly isError?: boolean;
}

/** An operation in both documents. */
export interface OperationPair {
  readonly old: Operation;
  readonly now: Operation;
  /** The method as it is called: `pets.list`. */
  readonly place: string;
}

/** An alternative in both documents. */
export interface AlternativePair {
  readonly old: Alternative;
  readonly now: Alternative;
  readonly at: { readonly old: string; readonly new: string };
  /** The values of an enum are only suggestions here. */
  readonly isOpen: boolean;
}

/** Functions that a comparison is made with, and what {@link Comparison} has of the same names. */
type ComparisonOptions = Partial<Pick<Comparison, "isSame" | "isTrial">> & {
  readonly compareSchemas: (old: Schema, now: Schema, site: Site, comparison: Comparison) => void;
};

export function createComparison(
  old: Side,
  now: Side,
  { compareSchemas, isSame = createSameness(old.model, now.model), isTrial = false }: ComparisonOptions,
): Comparison {
  const scopes = new Map<string, Scope>();
  const waiting: (() => void)[] = [];
  const comparison: Comparison = {
    old,
    new: now,
    seen: { renames: new Map(), visited: new Set() },
    isSame,
    isTrial,
    shared(key, compare) {
      const known = scopes.get(key);
      if (known !== undefined) return known;
      const scope = createScope();
      scopes.set(key, scope);
      // Later, not now: schemas may lead into each other without end, and deeper than the call stack allows.
      waiting.push(() => compare(scope));
      return scope;
    },
    enter: (before, after, site) => compareSchemas(before, after, site, comparison),
    trial(site, compare) {
      const trial = createComparison(old, now, { compareSchemas, isSame, isTrial: true });
      const scope = createScope();
      compare({ ...site, scope }, trial);
      trial.settle();
      return collectChanges([scope], AS_IS);
    },
    settle() {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) next();
      return comparison.seen;
    },
  };
  return comparison;
}

/** Reports to a site. */
export function report(site: Pick<Site, "scope" | "direction" | "place">, rule: RuleId, more: Partial<Report>): void {
  const fixture = site.direction === "response" ? " Hand-built fixtures must add it." : "";
  site.scope.reports.push({
    rule,
    direction: site.direction,
    ...more,
    facts: { place: site.place, Place: upperFirst(site.place), fixture, ...more.facts },
  });
}

export function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
