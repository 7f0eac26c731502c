import { type Schema, typesOf } from "@svc/model";
import type { SchemaObject, TransformNodeOptions } from "openapi-typescript";
import typescript from "typescript";
import { transformSchemaObject } from "../../openapi-typescript.ts";
import { type Code, ts } from "../../quote/index.ts";
import { type Leaf, markOf } from "../decoded-model.ts";
import { isFalse } from "./type-schema.ts";

const { factory } = typescript;

/** Marks the schema of a file in a multipart body. */
export const FILE = "x-svc-file";

/**
 * The type of an open enum: its known values and, so that editors still offer these, `string & {}` instead of `string`.
 * Of the tag of an unlisted variant: any text that is no known tag. Of a tuple: its places. Undefined for every other schema.
 */
export function openType(schema: object, options: TransformNodeOptions): typescript.TypeNode | undefined {
  const { "x-svc-known": known, "x-svc-other": other, ...rest } = schema as Schema;
  const leaf = markOf(schema);
  const nothing = typesOf(rest).includes("null") ? [factory.createLiteralTypeNode(factory.createNull())] : [];
  if (leaf !== undefined) return factory.createUnionTypeNode([leafType(leaf), ...nothing]);
  if (FILE in schema) {
    const types = ["Blob", "File"].map((name) => factory.createTypeReferenceNode(name));
    return factory.createUnionTypeNode([...types, ...nothing]);
  }
  if (other !== undefined && rest.type === "string") {
    return factory.createTypeReferenceNode(UNLISTED, [factory.createUnionTypeNode(other.map(literalType))]);
  }
  if (rest.prefixItems !== undefined && typesOf(rest).every((type) => type === "array" || type === "null"))
    return factory.createUnionTypeNode([tupleType(rest, rest.prefixItems, options), ...nothing]);
  if (known === undefined) return undefined;
  const values = known.filter((value) => typeof value === "string" || typeof value === "number").map(literalType);
  const keyword =
    typeof known[0] === "string" ? typescript.SyntaxKind.StringKeyword : typescript.SyntaxKind.NumberKeyword;
  const others = factory.createParenthesizedType(
    factory.createIntersectionTypeNode([
      factory.createKeywordTypeNode(keyword),
      factory.createTypeLiteralNode(undefined),
    ]),
  );
  return factory.createUnionTypeNode([...values, others, ...nothing]);
}

/** A place for each item that has a schema of its own, optional beyond the shortest array, and a rest unless there is none. */
function tupleType(
  { items, minItems = 0, maxItems }: Schema,
  prefix: readonly Schema[],
  options: TransformNodeOptions,
): typescript.TypeNode {
  const typeOf = (schema: Schema): typescript.TypeNode => transformSchemaObject(schema as SchemaObject, options);
  const places = prefix.slice(0, maxItems).map((schema, index) => {
    const type = typeOf(schema);
    return index < minItems ? type : factory.createOptionalTypeNode(type);
  });
  const isClosed = (maxItems !== undefined && maxItems <= prefix.length) || (items !== undefined && isFalse(items));
  const rest = isClosed ? [] : [factory.createRestTypeNode(factory.createArrayTypeNode(typeOf(items ?? {})))];
  return factory.createTupleTypeNode([...places, ...rest]);
}

const UNLISTED = "Unlisted";

/** The declaration of what {@link openType} refers to, where the source does. */
export function declareUnlisted(source: string): Code {
  return new RegExp(`\\b${UNLISTED}<`).test(source) ? UNLISTED_DECLARATION : ts``;
}

/**
 * No literal fits, so that a comparison with a known tag leaves the variants of that tag; TypeScript would keep an
 * intersection with `string`. Of a text it has the methods.
 */
export const UNLISTED_DECLARATION: Code = ts`
  /** A text that is none of the known ones: the tag of a variant that the document does not list. */
  export interface Unlisted<Known extends string> extends String {
    /** There in types only: it keeps the known texts out. */
    readonly "not listed": Known;
  }
`;

/** Type of what the client makes of a value. */
function leafType(leaf: Leaf): typescript.TypeNode {
  switch (leaf) {
    case "date":
      return factory.createTypeReferenceNode("Date");
    case "bigint":
      return factory.createKeywordTypeNode(typescript.SyntaxKind.BigIntKeyword);
    case "digits":
      return factory.createKeywordTypeNode(typescript.SyntaxKind.StringKeyword);
  }
}

function literalType(value: string | number): typescript.LiteralTypeNode {
  if (typeof value === "string") return factory.createLiteralTypeNode(factory.createStringLiteral(value));
  const digits = factory.createNumericLiteral(Math.abs(value));
  if (value >= 0) return factory.createLiteralTypeNode(digits);
  return factory.createLiteralTypeNode(factory.createPrefixUnaryExpression(typescript.SyntaxKind.MinusToken, digits));
}
