import { type Schema, typesOf } from "../schema.ts";

/**
 * `nullable: true` of OpenAPI 3.0 in the terms of JSON Schema.
 *
 * - With a type, null is one more type. An `enum` still has the last word: without null in it, null is not valid.
 * - Beside `allOf`, `anyOf` or `oneOf`, null is an alternative to all of it. Read to the letter, the clarification allows
 *   null only if every part does; but that is the only way 3.0 has to make a reference nullable, authors and other tools
 *   read it so, and a type that is too wide is safer than one that is wrong.
 * - With neither, it says nothing: a schema without a type allows null already.
 *
 * @see https://github.com/OAI/OpenAPI-Specification/blob/main/proposals/2019-10-31-Clarify-Nullable.md
 */
export function applyNullable(schema: Schema): Schema {
  const types = typesOf(schema);
  if (schema.enum !== undefined && !schema.enum.includes(null)) return schema;
  if (schema.allOf !== undefined || schema.anyOf !== undefined || schema.oneOf !== undefined) {
    const { title, description, default: fallback, examples, deprecated, readOnly, writeOnly, ...rest } = schema;
    const annotations = { title, description, default: fallback, examples, deprecated, readOnly, writeOnly };
    const known = Object.entries(annotations).filter(([, value]) => value !== undefined);
    return { ...Object.fromEntries(known), anyOf: [rest, { type: "null" }] };
  }
  if (types.length === 0 || types.includes("null")) return schema;
  return { ...schema, type: [...types, "null"] };
}
