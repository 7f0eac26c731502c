import { type Model, refName, type Schema, type TypeName, typesOf } from "@svc/model";
import { type Code, identifier, join, num, str, ts } from "../quote/index.ts";
import { LEAF, type Leaf, markOf, namespaceOf } from "./decoded-model.ts";

/**
 * The TypeScript type of a schema as seen from a file that has imported the types as `t`. Named schemas and simple ones
 * are written out, for people who read a signature; everything else is looked up in openapi-typescript's output, so that
 * no second reading of JSON Schema can disagree with it.
 */
export function schemaType(schema: Schema, model: Model, lookup: Code): Code {
  return simpleType(schema, model) ?? lookup;
}

const KEYWORD_OF: { readonly [type in TypeName]?: Code } = {
  null: ts`null`,
  boolean: ts`boolean`,
  integer: ts`number`,
  number: ts`number`,
  string: ts`string`,
};

/** Keywords that change nothing about the TypeScript type of a scalar or an array. */
const NO_MATTER = new Set(
  `type title description default examples deprecated format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf
  minLength maxLength pattern minItems maxItems uniqueItems items x-svc-unknown x-svc-values ${LEAF}`.split(/\s+/),
);

/** Types of what the client decodes, of those that a file need not import. */
const TYPE_OF: { readonly [leaf in Leaf]?: Code } = { date: ts`Date`, bigint: ts`bigint`, digits: ts`string` };

function simpleType(schema: Schema, model: Model): Code | undefined {
  const keywords = Object.keys(schema);
  if (schema.$ref !== undefined) return keywords.length === 1 ? namedType(schema.$ref, model) : undefined;
  const types = typesOf(schema);
  if (schema.enum !== undefined && types.join() === "string") return literals(schema, keywords);
  if (!keywords.every((keyword) => NO_MATTER.has(keyword))) return undefined;
  if (types.length === 0) return schema.items === undefined ? ts`unknown` : undefined;
  if (schema.format === "binary") return undefined;
  const leaf = markOf(schema);
  const codes = types.map((type) => {
    if (leaf !== undefined && type !== "null") return TYPE_OF[leaf];
    return type === "array" ? arrayType(schema, model) : KEYWORD_OF[type];
  });
  return codes.every((code) => code !== undefined) ? join([...new Set(codes)], " | ") : undefined;
}

/** More than these are no help to who reads a signature. */
const LITERALS = 12;

/** One of a few texts. */
function literals({ enum: values = [] }: Schema, keywords: readonly string[]): Code | undefined {
  const texts = values.filter((value) => typeof value === "string");
  const isPlain = keywords.every((keyword) => keyword === "enum" || NO_MATTER.has(keyword));
  if (!isPlain || texts.length === 0 || texts.length < values.length || texts.length > LITERALS) return undefined;
  return join([...new Set(texts)].map(str), " | ");
}

function arrayType(schema: Schema, model: Model): Code | undefined {
  const items = simpleType(schema.items ?? {}, model);
  if (items === undefined) return undefined;
  return items.includes(" ") ? ts`(${items})[]` : ts`${items}[]`;
}

function namedType(ref: string, model: Model): Code | undefined {
  const named = Object.hasOwn(model.schemas, refName(ref)) ? model.schemas[refName(ref)] : undefined;
  return named === undefined ? undefined : ts`${namespaceOf(model)}.${identifier(named.typeName)}`;
}

/** The type of the body of an answer, looked up in the type of its operation. */
export function answerType(operation: Code, { place, mediaType }: { place: string; mediaType: string }): Code {
  return ts`${operation}["responses"][${statusKey(place)}]["content"][${str(mediaType)}]`;
}

/** A status, or a range of them, as openapi-typescript has it for a key. */
export function statusKey(status: string): Code {
  return /^\d+$/.test(status) ? num(Number(status)) : str(status);
}

/** `t.operations["id"]`, the root of lookups: in the types of a model, which a file may have imported under another name. */
export function operationType(id: string, model?: Model): Code {
  return ts`${model ? namespaceOf(model) : ts`t`}.operations[${str(id)}]`;
}
