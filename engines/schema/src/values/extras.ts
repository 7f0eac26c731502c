import { isNever, type Json, type Schema, setOwn } from "@svc/model/data";
import { TooLargeError } from "../builders/build-error.ts";
import { createRandom, fork } from "../builders/random.ts";
import { happens, type Making } from "../builders/run.ts";
import { propertiesOf, schemasOf } from "../shape/properties.ts";
import type { Facet, Shape } from "../shape/shape.ts";
import { anyText, textOf } from "./drawn-texts.ts";
import { NOUNS } from "./words.ts";

/** Properties without a name of their own that are made at most, where a schema asks for so many. */
const MOST_ENTRIES = 20_000;
/** Entries that a map without a bound is given. */
const MAP_ENTRIES = 2;
/** The same of a map of any values, and how often another object has properties that are not named. */
const MOST_ANY_ENTRIES = 6;
const MORE_SHARE = 1 / 5;

/**
 * Adds properties that the schema does not name: entries of maps, what patterns describe, and as many as `minProperties`
 * asks for. False where those cannot be made.
 */
export function addExtras(result: { [key: string]: Json }, making: Making): boolean {
  const { shape, run } = making;
  const wanted = Math.min(wantedExtras(making), shape.maxProperties - Object.keys(result).length);
  const missing = shape.minProperties - Object.keys(result).length;
  const count = Math.max(wanted, missing, 0);
  if (count > MOST_ENTRIES) throw new TooLargeError(`so many properties (${count})`);
  let added = 0;
  for (let index = 0; added < count && index < count + 30; index++) {
    const name = extraName(making, index);
    if (name === undefined || Object.hasOwn(result, name) || isNamed(making, name)) continue;
    const { spot } = making;
    const seed = fork(spot.seed, `+${name}`);
    const inner = { ...spot, seed, kin: seed, name, root: false, depth: spot.depth + 1, override: undefined };
    const value = making.generate(run.compiler.compileAll(schemasOf(shape, name)), run, {
      ...inner,
      example: undefined,
    });
    if (value === undefined) continue;
    setOwn(result, name, value);
    added++;
  }
  return Object.keys(result).length >= shape.minProperties;
}

function isNamed({ shape, run }: Making, name: string): boolean {
  return propertiesOf(shape, run.compiler).some((property) => property.name === name);
}

function wantedExtras(making: Making): number {
  const { shape, run, spot } = making;
  if (spot.lean || run.mode === "minimal") return 0;
  const rests = shape.facets.flatMap(({ rest }) => (rest === undefined ? [] : [rest]));
  const patterns = shape.facets.reduce((sum, facet) => sum + facet.patterns.length, 0);
  if (run.mode === "maximal") return (rests.some(isDescribed) ? 1 : 0) + patterns;
  if (run.mode === "any") return anyCount(making);
  const isMap = propertiesOf(shape, run.compiler).length === 0 && rests.some(isDescribed);
  return isMap ? MAP_ENTRIES : 0;
}

/** Entries of maps, and now and then properties that nothing is said about. */
function anyCount({ shape, run, spot }: Making): number {
  const isClosed = shape.facets.some(
    ({ rest, patterns }) => rest !== undefined && isNever(rest) && patterns.length === 0,
  );
  const isMap = propertiesOf(shape, run.compiler).length === 0;
  if (isClosed || !(isMap || happens(spot, "more", MORE_SHARE))) return 0;
  return createRandom(fork(spot.seed, "entries")).int(0, isMap ? MOST_ANY_ENTRIES : MAP_ENTRIES);
}

/** Says something about values; a free-form object stays empty. */
function isDescribed(schema: Schema): boolean {
  return Object.keys(schema).some((keyword) => keyword !== "description" && keyword !== "title" && keyword !== "not");
}

function extraName(making: Making, index: number): string | undefined {
  const { shape, run, spot } = making;
  const seed = fork(spot.seed, `name ${index}`);
  const random = createRandom(seed);
  const patterns = shape.facets.flatMap((facet) => namedBy(facet).map(([pattern]) => pattern));
  const closed = shape.facets.filter(({ rest }) => rest !== undefined && isNever(rest));
  if (shape.names.length === 0 && closed.length < 2) {
    const pattern = closed.length > 0 ? patterns[index % patterns.length] : patterns[index];
    const name = pattern === undefined ? undefined : textOf(pattern, run.compiler, random);
    if (pattern !== undefined && index < 2 * patterns.length) return name;
    if (closed.length === 0) return run.mode === "any" ? anyText(random, 0, 12) : plainName(index, random.pick(NOUNS));
  }
  // Of a pattern that tells the beginning alone the usual text is the same each time: after some, others are looked for.
  const wild = spot.wild || index >= 2 * patterns.length + 2;
  const inner = { ...spot, seed, name: "key", wild, override: undefined, example: undefined };
  const node = run.compiler.compile(namesOf(shape, closed, index));
  // In turns: where nearly all of a list are needed, none of the last ones comes by chance.
  const listed = node.shapes.flatMap(({ values = [] }) => values);
  const start = createRandom(fork(spot.seed, "names")).int(0, Math.max(listed.length - 1, 0));
  const turn = listed[(start + index) % listed.length];
  if (typeof turn === "string" && run.compiler.isValid(node.schema, turn, run.work)) return turn;
  const name = making.generate(node, run, { ...inner, root: false });
  return typeof name === "string" ? name : undefined;
}

/** A name of a property that may have any: others where the document has ruled out words. */
function plainName(index: number, word = "key"): string {
  if (index < 4) return word;
  const names = [`${word}${index}`, `${word}${index}`, `${word.toUpperCase()}${index}`, `_${index}`, `${index}`];
  return names[index % names.length] ?? word;
}

/** The patterns of a schema under which properties can have a value. */
function namedBy({ patterns }: Facet): Facet["patterns"] {
  return patterns.filter(([, schema]) => !isNever(schema));
}

const unions = new WeakMap<Shape, Map<string, Schema>>();

/**
 * The schema of property names; names are texts, whether it says so or not. Where only those of patterns are allowed, one
 * pattern of each schema that says so, in turns.
 */
function namesOf(shape: Shape, closed: readonly Facet[], index: number): Schema {
  const patterns = closed.flatMap((facet) => {
    const own = namedBy(facet);
    return own[index % own.length]?.[0] ?? [];
  });
  const known = unions.get(shape) ?? new Map<string, Schema>();
  unions.set(shape, known);
  const key = JSON.stringify(patterns);
  const schema = known.get(key) ?? {
    type: "string",
    allOf: [...shape.names, ...patterns.map((pattern) => ({ pattern }))],
  };
  known.set(key, schema);
  return schema;
}
