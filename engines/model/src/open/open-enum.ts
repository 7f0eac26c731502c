import type { Json } from "../model.ts";
import { type Schema, type TypeName, typesOf } from "../schema.ts";

/**
 * The enum as a list of known values, of whose type others may come; undefined where the schema is none that can be opened:
 * of one value (a constant), of booleans, objects or lists, or of texts and numbers together.
 */
export function openEnum(schema: Schema): Schema | undefined {
  if (schema.const !== undefined) return undefined;
  const listed = schema.enum === undefined ? constantsOf(schema) : schema.enum;
  if (listed === undefined) return undefined;
  const known = listed.filter((value) => value !== null);
  const types = openTypes(schema, listed, known);
  if (types === undefined || known.length < 2) return undefined;
  const { enum: _enum, oneOf: _oneOf, anyOf: _anyOf, type: _type, ...rest } = schema;
  const unions = schema.enum === undefined ? {} : pick(schema);
  return { type: types.length === 1 ? (types[0] as TypeName) : types, ...rest, ...unions, "x-svc-known": known };
}

/** Beside an enum a union says something of its own. */
function pick({ oneOf, anyOf }: Schema): Schema {
  return { ...(oneOf && { oneOf }), ...(anyOf && { anyOf }) };
}

function openTypes(schema: Schema, listed: readonly Json[], known: readonly Json[]): readonly TypeName[] | undefined {
  const declared = typesOf(schema);
  const kind = known.every((value) => typeof value === "string")
    ? "string"
    : known.every((value) => typeof value === "number")
      ? "number"
      : undefined;
  if (kind === undefined) return undefined;
  const fitting = declared.filter((type) =>
    kind === "string" ? type === "string" : /^(?:number|integer)$/.test(type),
  );
  const implied: TypeName = kind === "number" && known.every(Number.isInteger) ? "integer" : kind;
  if (declared.length > 0 && fitting.length === 0) return undefined;
  const isNullable = listed.includes(null) && (declared.length === 0 || declared.includes("null"));
  return [...(fitting.length > 0 ? fitting : [implied]), ...(isNullable ? (["null"] as const) : [])];
}

const OF_CONSTANTS: ReadonlySet<string> = new Set("type const enum title description deprecated examples".split(" "));

/** The values of a union of nothing but constants: an enum whose values have descriptions. */
function constantsOf({ oneOf, anyOf, discriminator }: Schema): readonly Json[] | undefined {
  const variants = oneOf ?? anyOf;
  if (variants === undefined || (oneOf !== undefined && anyOf !== undefined) || discriminator !== undefined)
    return undefined;
  const values: Json[] = [];
  for (const variant of variants) {
    const isPlain = Object.keys(variant).every((keyword) => OF_CONSTANTS.has(keyword) || keyword.startsWith("x-"));
    const own = variant.const === undefined ? variant.enum : [variant.const];
    if (isPlain && own !== undefined) values.push(...own);
    else if (isPlain && variant.type === "null") values.push(null);
    else return undefined;
  }
  return values;
}
