import { own } from "@svc/model";
import { canonicalText } from "./canonical-text.ts";
import type { Alternative, Side } from "./side.ts";
import { alternativeText } from "./structure-text.ts";

export interface Matching {
  readonly pairs: readonly (readonly [old: Alternative, now: Alternative])[];
  readonly removed: readonly Alternative[];
  readonly added: readonly Alternative[];
}

interface Sides {
  readonly old: Side;
  readonly new: Side;
}

/** Pairs the alternatives that stand for the same: by name, by structure, by literal properties, then by likeness. */
export function matchAlternatives(old: readonly Alternative[], now: readonly Alternative[], sides: Sides): Matching {
  const scored = old
    .flatMap((a, i) =>
      now.map((b, j) => ({ a, b, distance: Math.abs(i - j), score: likeness(a, b, sides, old.length * now.length) })),
    )
    .filter(({ score }) => score > 0)
    .sort((x, y) => y.score - x.score || x.distance - y.distance);
  const pairs: (readonly [Alternative, Alternative])[] = [];
  const used = new Set<Alternative>();
  for (const { a, b } of scored) {
    if (used.has(a) || used.has(b)) continue;
    used.add(a).add(b);
    pairs.push([a, b]);
  }
  return { pairs, removed: old.filter((a) => !used.has(a)), added: now.filter((b) => !used.has(b)) };
}

/** Zero: not the same. More than this many pairs are not compared by structure. */
const MAX_STRUCTURES = 400;

function likeness(a: Alternative, b: Alternative, sides: Sides, pairs: number): number {
  const numeric = (kind: string) => kind === "integer" || kind === "number";
  if (a.kind !== b.kind && !(numeric(a.kind) && numeric(b.kind))) return 0;
  if (pairs === 1) return 1;
  if (a.name !== undefined && a.name === b.name) return 100;
  if (a.kind !== b.kind) return 5;
  if (pairs <= MAX_STRUCTURES && alternativeText(a, sides.old, 2) === alternativeText(b, sides.new, 2)) return 90;
  if (a.name !== undefined && b.name !== undefined && (has(sides.new, a.name) || has(sides.old, b.name))) return 0;
  if (a.kind === "object") return objectLikeness(a, b, sides);
  const bothEnums = (a.facts.values === undefined) === (b.facts.values === undefined);
  return 10 + (bothEnums ? 10 : 0) + (a.facts.format === b.facts.format ? 2 : 0);
}

function has(side: Side, name: string): boolean {
  return own(side.model.schemas, name) !== undefined;
}

function objectLikeness(a: Alternative, b: Alternative, sides: Sides): number {
  const names = [...a.facts.properties.keys()];
  const common = names.filter((name) => b.facts.properties.has(name));
  for (const name of common) {
    const [left, right] = [literal(a, name, sides.old), literal(b, name, sides.new)];
    if (left === undefined || right === undefined) continue;
    return left === right ? 80 : 0;
  }
  const all = new Set([...names, ...b.facts.properties.keys()]).size;
  return all === 0 ? 10 : (common.length / all) * 30;
}

/** The only value that a property may have. */
function literal({ facts }: Alternative, name: string, side: Side): string | undefined {
  const property = facts.properties.get(name);
  if (property === undefined) return undefined;
  const { alternatives } = side.conjunctionOf(property.schema);
  const values = alternatives.length === 1 ? alternatives[0]?.facts.values : undefined;
  return values?.length === 1 ? canonicalText(values[0]) : undefined;
}
