import { type Json, setOwn } from "@svc/model/data";
import type { Arbitrary } from "fast-check";
import { propertiesOf, schemasOf } from "../shape/properties.ts";
import type { Shape } from "../shape/shape.ts";
import { matches } from "../validate/scalars.ts";
import { tagFor } from "../values/object.ts";
import type { ArbitraryContext, JsonArbitrary } from "./context.ts";

type JsonObject = { [key: string]: Json };

/** Stands for a property that is not there. */
const ABSENT = Symbol("absent");

/** Objects of a shape: optional properties there or not, and further ones where they are allowed. */
export function objectArbitrary(shape: Shape, context: ArbitraryContext, depth: number): Arbitrary<JsonObject> {
  const { fc, compiler } = context;
  const properties = propertiesOf(shape, compiler);
  const values = properties.map(({ name, node, required }) => {
    // By it subtypes are told apart: any other value would make this one of another kind.
    const tag = tagFor(node, shape.discriminators.get(name) ?? [], context);
    if (tag !== undefined) return fc.constant<Json | typeof ABSENT>(tag);
    const value: Arbitrary<Json | typeof ABSENT> = context.nested(node, depth + 1);
    return required ? value : fc.option(value, { nil: ABSENT, freq: 4 });
  });
  return fc.tuple(fc.tuple(...values), extras(shape, context, depth)).map(([present, more]) => {
    const result: JsonObject = {};
    for (const [index, { name }] of properties.entries()) {
      const value = present[index];
      if (value !== undefined && value !== ABSENT) setOwn(result, name, value);
    }
    for (const [name, value] of more) addExtra(result, name, value, { shape, context });
    return result;
  });
}

interface Making {
  readonly shape: Shape;
  readonly context: ArbitraryContext;
}

/** Adds a further property, if its name is free and its value fits. */
function addExtra(result: JsonObject, name: string, value: Json, { shape, context: { compiler } }: Making): void {
  const isKnown = shape.facets.some(({ properties }) => Object.hasOwn(properties, name)) || Object.hasOwn(result, name);
  if (isKnown || Object.keys(result).length >= shape.maxProperties) return;
  if (!shape.names.every((schema) => compiler.isValid(schema, name))) return;
  if (schemasOf(shape, name).every((schema) => compiler.isValid(schema, value))) setOwn(result, name, value);
}

function extras(shape: Shape, context: ArbitraryContext, depth: number): Arbitrary<[string, Json][]> {
  const { fc } = context;
  const isMap = shape.facets.every(({ properties }) => Object.keys(properties).length === 0);
  const maxLength = Math.max(isMap ? 6 : 2, Math.min(shape.minProperties, 50));
  const some = fc.array(entry(shape, context, depth), {
    minLength: Math.min(shape.minProperties, maxLength),
    maxLength,
  });
  if (isMap) return some;
  return fc.oneof({ weight: 6, arbitrary: fc.constant<[string, Json][]>([]) }, { weight: 1, arbitrary: some });
}

function entry(shape: Shape, context: ArbitraryContext, depth: number): Arbitrary<[string, Json]> {
  const { fc, compiler } = context;
  const patterns = shape.facets.flatMap((facet) => facet.patterns.map(([pattern]) => pattern));
  const names: Arbitrary<string> =
    shape.names.length > 0
      ? (context.nested(compiler.compile({ type: "string", allOf: shape.names }), depth + 1) as Arbitrary<string>)
      : fc.string({ maxLength: 12, unit: "binary" }).filter((name) => !/\p{Cs}/u.test(name));
  // A name that no pattern and no property knows shows what the others have to be.
  const unknown = freeName(shape, patterns);
  const others: JsonArbitrary = context.nested(compiler.compileAll(schemasOf(shape, unknown)), depth + 1);
  const free = fc.tuple(names, others);
  const patterned = patterns.map((pattern) => {
    const name = context.nested(compiler.compile({ type: "string", pattern }), depth + 1) as Arbitrary<string>;
    const facets = shape.facets.flatMap((facet) =>
      facet.patterns.filter(([own]) => own === pattern).map(([, own]) => own),
    );
    return fc.tuple(name, context.nested(compiler.compileAll(facets), depth + 1));
  });
  return fc.oneof(free, ...patterned);
}

function freeName({ facets }: Shape, patterns: readonly string[]): string {
  const isFree = (name: string) =>
    !facets.some(({ properties }) => Object.hasOwn(properties, name)) && !patterns.some((one) => matches(one, name));
  return ["extra", "_", "0", "\u{1f511}", " "].find(isFree) ?? "extra";
}
