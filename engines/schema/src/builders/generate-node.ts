import { equal, isSpent, type Json, spend } from "@svc/model/data";
import { canonicalText, copyOf, isRecord, mergeDeep } from "../json.ts";
import type { Node } from "../shape/compiler.ts";
import { describedType, type Shape, type ValueType } from "../shape/shape.ts";
import { makeArray } from "../values/array.ts";
import { exampleFor } from "../values/example.ts";
import { fitsNumber, makeNumber } from "../values/number.ts";
import { makeObject } from "../values/object.ts";
import { fitsString, makeString } from "../values/string.ts";
import { TooLargeError } from "./build-error.ts";
import { orderShapes } from "./order-shapes.ts";
import { createRandom, fork } from "./random.ts";
import { happens, type Run, type Spot, UNLISTED_SHARE } from "./run.ts";

/** How often a value is made again that turned out invalid. */
const ATTEMPTS = 4;
/** Levels beyond which everything is kept small, recursion or not. */
const MAX_DEPTH = 12;
/** The same for any values, of which arrays are longer. */
const MAX_ANY_DEPTH = 4;
/** Levels of a value at most: more than any smallest value has, unless its alternatives were not explored. */
const MOST_LEVELS = 200;

/** Makes a value of a node; undefined where nothing fits. What the caller wishes for is taken as it is. */
export function generateNode(node: Node, run: Run, given: Spot): Json | undefined {
  if (given.override !== undefined && !isRecord(given.override)) return copyOf(given.override) as Json;
  if (mayBeNull(node, run, given)) return null;
  spend(run.work);
  if (given.depth > MOST_LEVELS) throw new TooLargeError("so many levels");
  if (run.budget.left-- <= run.budget.most) throw new TooLargeError("so many values");
  const spot = given.lean || !isLean(node, run, given) ? given : { ...given, lean: true };
  // Below, each level would be tried again for each attempt above.
  const isChecked = node.fragile && (spot.override === undefined || (spot.root && !leavesOutRequired(node, run, spot)));
  const enter = (run.active.get(node) ?? 0) + 1;
  run.active.set(node, enter);
  try {
    const value = isChecked ? search(node, run, spot) : first(node, run, spot);
    return derived(node, value, run, spot);
  } finally {
    run.active.set(node, enter - 1);
  }
}

/** Whether the overrides are wrong on purpose for the alternative that they mean: another one would not be what is asked for. */
function leavesOutRequired(node: Node, run: Run, spot: Spot): boolean {
  const { override } = spot;
  const [shape] = orderShapes(node.shapes, run, spot);
  if (shape === undefined || !isRecord(override)) return false;
  return Object.keys(override).some((name) => override[name] === undefined && shape.required.has(name));
}

function derived(node: Node, value: Json | undefined, { derive, index }: Run, { override }: Spot): Json | undefined {
  const rule = derive.get(node);
  if (rule === undefined || !isRecord(value)) return value;
  return mergeDeep(mergeDeep(value, rule(value as { [name: string]: Json }, { index })), override) as Json;
}

function first(node: Node, run: Run, spot: Spot): Json | undefined {
  for (const shape of orderShapes(node.shapes, run, spot)) {
    const value = fromShape(node, shape, run, spot);
    if (value !== undefined) return value;
  }
  return isRecord(spot.override) ? (copyOf(spot.override) as Json) : undefined;
}

/** Makes values until one is valid; else takes the document's own; else the first, which is the best there is, or none. */
function search(node: Node, run: Run, spot: Spot): Json | undefined {
  const { isValid, isAccepted } = run.compiler.judgesOf(run.direction);
  const failed = spot.lean ? run.failed.lean : run.failed.ample;
  let accepted: Json | undefined;
  let best: Json | undefined;
  const refused = new Set<string>();
  // What was looked for in vain is not looked for again at each place: those would multiply.
  const most = failed.has(node) ? 1 : run.budget.left > 0 ? 4 * ATTEMPTS : 2;
  for (let attempt = 0; attempt < most; attempt++) {
    const isLate = attempt >= ATTEMPTS;
    const again = { ...spot, seed: fork(spot.seed, `again ${attempt}`), example: undefined, wild: spot.wild || isLate };
    const retry = attempt === 0 ? spot : again;
    // Alternatives that optional properties would tell apart may stay open in a minimal value; and the other way round.
    const other: Run = { ...run, mode: run.mode === "minimal" ? "default" : "minimal" };
    const using = attempt % 4 === 3 ? other : run;
    const candidates = isLate && attempt % 2 === 0 ? node.exclusive : node.shapes;
    for (const shape of orderShapes(candidates, run, spot)) {
      const isTaken = !spend(run.work);
      const value = fromShape(node, shape, using, retry);
      if (value === undefined) continue;
      if (isTaken) return value;
      best ??= value;
      const text = canonicalText(value);
      if (refused.has(text)) continue;
      if (isValid(node.schema, value, run.work)) return value;
      if (run.lenient && isAccepted(node.schema, value, run.work)) accepted ??= value;
      refused.add(text);
    }
    if (isSpent(run.work)) break;
  }
  // Overrides may be wrong on purpose.
  if (spot.override !== undefined) return copyOf(best ?? (spot.override as Json));
  if (accepted === undefined) failed.add(node);
  const shown = node.shapes.flatMap(({ fallback, examples }) => [
    ...examples,
    ...(fallback === undefined ? [] : [fallback]),
  ]);
  const documented = shown.find((value) => isValid(node.schema, value));
  return copyOf(documented ?? accepted ?? (run.exact ? undefined : best));
}

function fromShape(node: Node, shape: Shape, run: Run, spot: Spot): Json | undefined {
  const type = chooseType(shape, run, spot);
  if (type === undefined) return undefined;
  if (shape.values !== undefined) return fromValues(shape, shape.values, run, spot);
  const isOther = run.mode === "any" && happens(spot, "unlisted", UNLISTED_SHARE);
  const known = shape.known === undefined || isOther ? undefined : fromValues(shape, shape.known, run, spot);
  if (known !== undefined) return known;
  const example = exampleFor(node, shape, run, spot);
  if (example !== undefined && !isRecord(example) && !Array.isArray(example)) return example;
  const shown = example === undefined ? spot : { ...spot, example };
  const value = ofType(type, shape, run, shown);
  if (value !== undefined || spot.override !== undefined || !shape.typed) return value;
  // Of several types another one may have a value, and null is better than nothing.
  const { ordinary } = typesOf(shape);
  const others = [...ordinary, ...(shape.types.has("null") ? ["null" as const] : [])].filter((one) => one !== type);
  for (const other of others) {
    const found = ofType(other, shape, run, spot);
    if (found !== undefined) return found;
  }
  return undefined;
}

function ofType(type: ValueType, shape: Shape, run: Run, spot: Spot): Json | undefined {
  switch (type) {
    case "null":
      return null;
    case "boolean":
      return [createRandom(spot.seed).next() < 0.5, true, false].find((value) => !shape.excluded.includes(value));
    case "number":
      return makeNumber(shape, run, spot);
    case "string":
      return (
        makeString(shape, run, spot) ?? (run.lenient ? makeString({ ...shape, formats: [] }, run, spot) : undefined)
      );
    case "array":
      return makeArray(shape, run, spot, generateNode);
    case "object":
      return makeObject(shape, run, spot, generateNode);
  }
}

function fromValues(shape: Shape, values: readonly Json[], run: Run, spot: Spot): Json | undefined {
  return copyOf(createRandom(spot.seed).pick(choicesOf(shape, values, run)));
}

const choices = new WeakMap<Shape, Map<string, readonly Json[]>>();

/** The listed values that a shape allows, found once for each strictness: a list of thousands may be asked for each item. */
function choicesOf(shape: Shape, values: readonly Json[], run: Run): readonly Json[] {
  const found = choices.get(shape) ?? new Map<string, readonly Json[]>();
  choices.set(shape, found);
  const key = `${run.exact} ${run.lenient} ${run.mode === "any"}`;
  const among = found.get(key) ?? findChoices(shape, values, run);
  found.set(key, among);
  return among;
}

function findChoices(shape: Shape, values: readonly Json[], { exact, lenient, mode }: Run): readonly Json[] {
  const fittingType = values.filter((value) => fitsValue(shape, value));
  const possible = fittingType.length === 0 && lenient ? values : fittingType;
  const bounds = lenient ? { ...shape, formats: [] } : shape;
  const fitting = possible.filter((value) => fitsBounds(bounds, value));
  const allowed = fitting.length > 0 || exact ? fitting : possible;
  const ordinary = allowed.filter((value) => value !== null || mode === "any");
  return ordinary.length > 0 ? ordinary : allowed;
}

function fitsValue({ types, integer, excluded }: Pick<Shape, "types" | "integer" | "excluded">, value: Json): boolean {
  const type = value === null ? "null" : Array.isArray(value) ? "array" : (typeof value as ValueType);
  if (!types.has(type) || excluded.some((other) => equal(other, value))) return false;
  return !integer || typeof value !== "number" || Number.isInteger(value);
}

/** Whether a listed text or number is one that the other keywords allow, too. */
function fitsBounds(shape: Shape, value: Json): boolean {
  if (typeof value === "string") return fitsString(shape, value);
  return typeof value !== "number" || fitsNumber(shape, value);
}

/** How often a value that may be null is null, where it may be any. */
const NULL_SHARE = 1 / 5;

function chooseType(shape: Shape, { mode }: Run, spot: Spot): ValueType | undefined {
  const { override, seed, lean, root } = spot;
  const { types } = shape;
  if (override !== undefined) return types.has("object") ? "object" : undefined;
  const { ordinary, scalars } = typesOf(shape);
  if (types.has("null") && (ordinary.length === 0 || (lean && scalars.length === 0))) return "null";
  if (mode === "any" && types.has("null") && happens(spot, "null", NULL_SHARE)) return "null";
  if (ordinary.length < 2) return ordinary[0];
  if (mode === "any" && !lean) return createRandom(fork(seed, "type")).pick(ordinary);
  if (shape.typed && lean && scalars.length === 0 && shape.minItems === 0) return "array";
  if (shape.typed) return createRandom(fork(seed, "type")).pick(lean && scalars.length > 0 ? scalars : ordinary);
  // A schema without any keyword: a body is mostly an object, a property mostly a text.
  return describedType(shape) ?? (root && types.has("object") ? "object" : ordinary[0]);
}

interface Types {
  readonly ordinary: readonly ValueType[];
  readonly scalars: readonly ValueType[];
}

const known = new WeakMap<Shape, Types>();

/** The types of a shape but null. */
function typesOf(shape: Shape): Types {
  const found = known.get(shape);
  if (found !== undefined) return found;
  const ordinary = [...shape.types].filter((type) => type !== "null");
  const types = { ordinary, scalars: ordinary.filter(isScalar) };
  known.set(shape, types);
  return types;
}

const isScalar = (type: ValueType): boolean => type !== "object" && type !== "array";

function mayBeNull(node: Node, { mode, compiler }: Run, { root, override }: Spot): boolean {
  if (mode !== "allNull" || root || override !== undefined) return false;
  const allows = node.shapes.some(({ types, values }) => types.has("null") && (values?.includes(null) ?? true));
  return allows && (!node.fragile || compiler.isValid(node.schema, null));
}

function isLean(node: Node, { active, budget, mode }: Run, { depth }: Spot): boolean {
  if (budget.left <= 0) return true;
  if (mode === "any") return depth >= MAX_ANY_DEPTH;
  return (active.get(node) ?? 0) >= (mode === "maximal" ? 2 : 1) || depth > MAX_DEPTH;
}
