import { conjunctsOf, own, type Schema, spend, typesOf } from "@svc/model";
import { equal } from "../json.ts";
import { matches } from "../validate/regexp.ts";
import type { Compiler } from "./compiler.ts";
import { READ_TOGETHER, saysNothing } from "./conjuncts.ts";

/**
 * Whether whatever fits one schema fits another, too, as far as their keywords show it by themselves: false also where that
 * cannot be told.
 */
export function implies(one: Schema, other: Schema, compiler: Compiler): boolean {
  return proves(one, other, { compiler, assumed: new Map() });
}

interface Proof {
  readonly compiler: Compiler;
  /**
   * Pairs whose proof has begun: schemas contain themselves. That is sound because a part of a value has fewer levels than
   * the value, and because one pair without a proof ends the whole.
   */
  readonly assumed: Map<Schema, Set<Schema>>;
}

function proves(one: Schema, other: Schema, proof: Proof): boolean {
  const { compiler, assumed } = proof;
  const known = assumed.get(one) ?? new Set();
  assumed.set(one, known);
  if (known.has(other)) return true;
  if (!spend(compiler.work)) return false;
  known.add(other);
  const given = conjunctsOf(one, compiler.schemas);
  return conjunctsOf(other, compiler.schemas).every(
    (part) =>
      given.includes(part) ||
      (Object.keys(part) as (keyof Schema)[]).every(
        (keyword) => saysNothing(keyword) || provesKeyword(keyword, part, given, proof),
      ),
  );
}

function provesKeyword(keyword: keyof Schema, part: Schema, given: readonly Schema[], proof: Proof): boolean {
  switch (keyword) {
    case "type":
      return given.some((one) => isNarrower(one, part));
    case "required":
      return part.required?.every((name) => given.some(({ required }) => required?.includes(name))) ?? true;
    case "properties":
      return Object.entries(part.properties ?? {}).every(([name, schema]) =>
        proves(
          together(
            given.flatMap((one) => propertyOf(one, name)),
            proof,
          ),
          schema,
          proof,
        ),
      );
    case "additionalProperties":
      return given.some((one) => equal(one.additionalProperties, part.additionalProperties) && namesNoMore(one, part));
    case "items":
      if (part.prefixItems === undefined && given.every(({ prefixItems }) => prefixItems === undefined))
        return provesItems(part.items, given, proof);
      break;
    // These see what the schemas beside them look at.
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return false;
  }
  const read = READ_TOGETHER.find((names) => names.includes(keyword)) ?? [keyword];
  return given.some((one) => read.every((name) => equal(one[name], part[name])));
}

function isNarrower(one: Schema, other: Schema): boolean {
  const types = typesOf(one);
  const allowed = typesOf(other);
  const fits = (type: (typeof types)[number]) =>
    allowed.includes(type) || (type === "integer" && allowed.includes("number"));
  return types.length > 0 && types.every(fits);
}

function provesItems(items: Schema | undefined, given: readonly Schema[], proof: Proof): boolean {
  const own = given.flatMap((one) => (one.items === undefined ? [] : [one.items]));
  return items === undefined || proves(together(own, proof), items, proof);
}

function together(schemas: readonly Schema[], { compiler }: Proof): Schema {
  return compiler.compileAll(schemas).schema;
}

/** The schemas by which one schema judges a property. */
function propertyOf({ properties, patternProperties = {}, additionalProperties }: Schema, name: string): Schema[] {
  const property = own(properties, name);
  const patterned = Object.entries(patternProperties).flatMap(([one, schema]) => (matches(one, name) ? [schema] : []));
  const named = [...(property === undefined ? [] : [property]), ...patterned];
  return named.length > 0 || additionalProperties === undefined ? named : [additionalProperties];
}

/** Whether all that a schema names, by name or pattern, another one names as well. */
function namesNoMore(one: Schema, other: Schema): boolean {
  return (["properties", "patternProperties"] as const).every((keyword) =>
    Object.keys(one[keyword] ?? {}).every((name) => Object.hasOwn(other[keyword] ?? {}, name)),
  );
}
