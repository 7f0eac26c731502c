import { isRecord } from "../json.ts";
import type { Compiler } from "../shape/compiler.ts";
import { heightOf, MAX_HEIGHT } from "../shape/height.ts";
import { schemasOf } from "../shape/properties.ts";
import type { Shape } from "../shape/shape.ts";
import { createRandom, fork } from "./random.ts";
import { happens, type Run, type Spot, UNLISTED_SHARE } from "./run.ts";

/**
 * Alternatives in the order in which they are tried: those that the caller's wishes fit first; the smallest first where
 * everything is kept small; else in the document's order, null last, and none that requires itself without end.
 */
export function orderShapes(shapes: readonly Shape[], run: Run, spot: Spot): readonly Shape[] {
  const { override, lean, depth } = spot;
  const isAny = run.mode === "any";
  const unlistedRank = isAny && happens(spot, "unlisted", UNLISTED_SHARE) ? -1 : 1;
  const known = finiteOf(shapes, run.compiler);
  const finite = sortBy(isAny ? shuffled(known, spot) : known, ({ unlisted }) => (unlisted ? unlistedRank : 0));
  if (finite.length < 2 || (isAny && !lean)) return finite;
  if (isRecord(override)) return sortBy(finite, (shape) => -score(shape, override, run.compiler));
  // Alternatives of alternatives would lead deeper without end: only the smallest has fewer levels than what holds it.
  const most = depth > MAX_HEIGHT ? 1 : finite.length;
  if (lean)
    return sortBy(finite, (shape) => heightOf(shape, run.compiler) + (shape.unlisted ? UNLISTED : 0)).slice(0, most);
  return sortBy(finite, (shape) => (shape.types.size === 1 && shape.types.has("null") ? 1 : 0));
}

/** Higher than any value that is tried. */
const UNLISTED = 1e6;

const finites = new WeakMap<readonly Shape[], readonly Shape[]>();

function finiteOf(shapes: readonly Shape[], compiler: Compiler): readonly Shape[] {
  const finite = finites.get(shapes) ?? shapes.filter((shape) => Number.isFinite(heightOf(shape, compiler)));
  finites.set(shapes, finite);
  return finite;
}

/** How well wishes fit an alternative: values that it refuses count against it, names that it knows for it. */
function score(shape: Shape, override: { readonly [name: string]: unknown }, compiler: Compiler): number {
  if (!shape.types.has("object")) return -1_000_000;
  let points = 0;
  for (const [name, wish] of Object.entries(override)) {
    const schemas = schemasOf(shape, name);
    if (shape.facets.some(({ properties }) => Object.hasOwn(properties, name))) points++;
    const isOpen = wish === undefined || isRecord(wish);
    if (!isOpen && !schemas.every((schema) => compiler.isValid(schema, wish))) points -= 1000;
  }
  return points;
}

function shuffled(shapes: readonly Shape[], { seed }: Spot): readonly Shape[] {
  const random = createRandom(fork(seed, "alternative"));
  return sortBy(shapes, () => random.next());
}

function sortBy<T>(values: readonly T[], rank: (value: T) => number): readonly T[] {
  return values
    .map((value) => [value, rank(value)] as const)
    .sort((a, b) => a[1] - b[1])
    .map(([value]) => value);
}
