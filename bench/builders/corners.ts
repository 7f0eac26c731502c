import { deref, type Model, type Schema, type Schemas, typesOf } from "@svc/model";
import type { JsonArbitrary } from "@svc/schema/arbitrary";
import { createArbitraries } from "@svc/schema/arbitrary";
import { sample } from "./sample.ts";

/** How often each corner was met, by `kind of corner: place`. */
type Met = Map<string, number>;

/** Depth to which schemas are followed: enough for documents whose schemas do not refer back to themselves. */
const DEPTH = 5;

/** Result of the corners of one kind. */
export interface Kind {
  readonly reached: number;
  readonly all: number;
  /** How often the corner that was met least was met. */
  readonly leastOften: number;
}

/** Which corners of a document's schemas its arbitraries meet in so many runs each. */
export function reachedCorners(
  model: Model,
  numRuns: number,
): { readonly kinds: ReadonlyMap<string, Kind>; readonly missed: readonly string[] } {
  const arbitrary = createArbitraries<{ [name: string]: () => JsonArbitrary }>(model);
  const met: Met = new Map();
  for (const [name, { schema, builderName = "" }] of Object.entries(model.schemas)) {
    const values = arbitrary[builderName]?.();
    if (values === undefined) continue;
    // An absent value meets nothing, but names every corner there is.
    look({ schema, at: name, depth: 0 }, undefined, { schemas: model.schemas, met });
    for (const value of sample(values, { seed: 1, numRuns }))
      look({ schema, at: name, depth: 0 }, value, { schemas: model.schemas, met });
  }
  const kinds = new Map<string, Kind>();
  for (const [corner, times] of met) {
    const kind = corner.split(":", 1)[0] ?? "";
    const { reached = 0, all = 0, leastOften = times } = kinds.get(kind) ?? {};
    kinds.set(kind, {
      reached: reached + (times > 0 ? 1 : 0),
      all: all + 1,
      leastOften: Math.min(leastOften, times),
    });
  }
  return { kinds, missed: [...met].flatMap(([corner, times]) => (times === 0 ? [corner] : [])) };
}

interface Place {
  readonly schema: Schema;
  readonly at: string;
  readonly depth: number;
}

interface Tally {
  readonly schemas: Schemas;
  readonly met: Met;
}

function look({ schema: given, at, depth }: Place, value: unknown, tally: Tally): void {
  if (depth > DEPTH) return;
  const schema = deref(given, tally.schemas);
  const mark = (kind: string, isMet: boolean): void => {
    const corner = `${kind}: ${at}`;
    tally.met.set(corner, (tally.met.get(corner) ?? 0) + (isMet ? 1 : 0));
  };
  const types = typesOf(schema);
  if (types.includes("null")) mark("null", value === null);
  for (const member of schema.enum ?? [])
    mark(`member ${JSON.stringify(member)} of an enum`.replace(/ ".*" /, " "), value === member);
  if (types.includes("string") && schema.enum === undefined) text(schema, value, mark);
  if (types.includes("integer") || types.includes("number")) number(schema, value, mark);
  if (types.includes("array")) array({ schema, at, depth }, value, { tally, mark });
  if (types.includes("object")) object({ schema, at, depth }, value, { tally, mark });
  for (const [index, option] of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].entries())
    look({ schema: option, at: `${at}|${index}`, depth: depth + 1 }, value, tally);
}

type Mark = (kind: string, isMet: boolean) => void;

function text({ format, pattern, minLength, maxLength }: Schema, value: unknown, mark: Mark): void {
  const is = typeof value === "string";
  if (minLength !== undefined) mark("shortest text", is && value.length === minLength);
  if (maxLength !== undefined) mark("longest text", is && value.length === maxLength);
  if (format !== undefined || pattern !== undefined) return;
  if (minLength === undefined) mark("empty text", value === "");
  mark("text beyond ASCII", is && /[^\p{ASCII}]/u.test(value));
  mark("text beyond the basic plane", is && /[\u{10000}-\u{10ffff}]/u.test(value));
  if (maxLength === undefined) mark("text of 100 characters and more", is && value.length >= 100);
}

function number({ minimum, maximum }: Schema, value: unknown, mark: Mark): void {
  if (minimum !== undefined) mark("lower bound", value === minimum);
  if (maximum !== undefined) mark("upper bound", value === maximum);
  if ((minimum ?? -1) < 0 && (maximum ?? 1) > 0) mark("zero", value === 0);
  if (minimum === undefined) mark("negative number", typeof value === "number" && value < 0);
  if (maximum === undefined) mark("number beyond 2^31", typeof value === "number" && value > 2 ** 31);
}

interface Looking {
  readonly tally: Tally;
  readonly mark: Mark;
}

function array({ schema, at, depth }: Place, value: unknown, { tally, mark }: Looking): void {
  const list = Array.isArray(value) ? (value as unknown[]) : undefined;
  if ((schema.minItems ?? 0) === 0) mark("empty array", list?.length === 0);
  mark("array of 5 and more", (list?.length ?? 0) >= 5);
  const items = schema.items;
  if (items === undefined) return;
  for (const item of list ?? [undefined]) look({ schema: items, at: `${at}[]`, depth: depth + 1 }, item, tally);
}

function object({ schema, at, depth }: Place, value: unknown, { tally, mark }: Looking): void {
  const record = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  const properties = schema.properties ?? {};
  if (schema.additionalProperties === undefined)
    mark(
      "additional property",
      record !== undefined && Object.keys(record).some((key) => !Object.hasOwn(properties, key)),
    );
  for (const [name, property] of Object.entries(properties)) {
    const place = { schema: property, at: `${at}.${name}`, depth: depth + 1 };
    const isAbsent = record !== undefined && !Object.hasOwn(record, name);
    if (!schema.required?.includes(name)) {
      const corner = `absent property: ${place.at}`;
      tally.met.set(corner, (tally.met.get(corner) ?? 0) + (isAbsent ? 1 : 0));
    }
    look(place, record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined, tally);
  }
}
