import type { Schema } from "@svc/model";
import type { Direction } from "../change.ts";
import { createScope, type Report, type Scope } from "../collect.ts";
import type { RuleId } from "../rules/index.ts";
import type { Side } from "../schema/side.ts";

/** Two documents under comparison. */
export interface Comparison {
  readonly old: Side;
  readonly new: Side;
  /** Scopes of the documents and of operations; those of schemas are parts of them. */
  readonly roots: Scope[];
  /** The scope of a pair, compared once: later visitors only learn of it. */
  shared(key: string, compare: (scope: Scope) => void): Scope;
  /** Compares two schemas in one place. */
  enter(old: Schema, now: Schema, site: Site): void;
  /** Compares what is waiting until nothing is. */
  settle(): void;
  /** Schemas that stand in the same place under different names, old to new. */
  readonly renames: Map<string, string>;
  /** Only to see what two types differ in: places that refer to another type are compared, not told. */
  readonly isTrial: boolean;
  /** Named schemas that were compared. */
  readonly visited: Set<string>;
}

/** Where a comparison stands. */
export interface Site {
  readonly scope: Scope;
  readonly direction: Direction;
  /** In the words of a TypeScript user: `Pet.name`. */
  readonly place: string;
  /** The schema is a parameter's own: for some formats the SDK takes objects there. */
  readonly isParameter?: boolean;
}

export type CompareSchemas = (old: Schema, now: Schema, site: Site, comparison: Comparison) => void;

export interface ComparisonOptions {
  readonly compareSchemas: CompareSchemas;
  readonly isTrial?: boolean;
}

export function createComparison(
  old: Side,
  now: Side,
  { compareSchemas, isTrial = false }: ComparisonOptions,
): Comparison {
  const scopes = new Map<string, Scope>();
  const waiting: (() => void)[] = [];
  const comparison: Comparison = {
    old,
    new: now,
    roots: [],
    renames: new Map(),
    isTrial,
    visited: new Set(),
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
    settle() {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) next();
    },
  };
  return comparison;
}

/** Reports to a site. */
export function tell(site: Pick<Site, "scope" | "direction" | "place">, rule: RuleId, report: Partial<Report>): void {
  const fixture = site.direction === "response" ? " Hand-built fixtures must add it." : "";
  site.scope.reports.push({
    rule,
    direction: site.direction,
    ...report,
    facts: { place: site.place, Place: upperFirst(site.place), fixture, ...report.facts },
  });
}

export function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
