import { type Schema, typesOf } from "@svc/model";
import { type Code, ts } from "../../quote/index.ts";
import { type Leaf, markOf } from "../decoded-model.ts";
import {
  arrayOf,
  inParentheses,
  NULL,
  type PrintedType,
  plain,
  quoted,
  STRING,
  tupleOf,
  union,
} from "./printed-type.ts";
import { isFalse } from "./type-schema.ts";

/** Marks the schema of a file in a multipart body. */
export const FILE = "x-svc-file";

/**
 * The type of an open enum: its known values and, so that editors still offer these, `string & {}` instead of `string`.
 * Of the tag of an unlisted variant: any text that is no known tag. Of a tuple: its places. Undefined for every other schema.
 *
 * @param depth levels of indentation around it
 * @param print of the schemas of places
 */
export function openType(
  schema: Schema,
  depth: number,
  print: (schema: Schema, depth: number) => PrintedType,
): PrintedType | undefined {
  const { "x-svc-known": known, "x-svc-other": other, ...rest } = schema;
  const leaf = markOf(schema);
  const nothing = typesOf(rest).includes("null") ? [NULL] : [];
  if (leaf !== undefined) return union([LEAVES[leaf], ...nothing]);
  if (FILE in schema) return union([plain("Blob"), plain("File"), ...nothing]);
  if (other !== undefined && rest.type === "string")
    return plain(`${UNLISTED}<${other.map((value) => quoted(value)).join(" | ")}>`);
  if (rest.prefixItems !== undefined && typesOf(rest).every((type) => type === "array" || type === "null"))
    return union([
      tupleOf(
        placesOf(rest, rest.prefixItems, (one) => print(one, depth + 1)),
        depth,
      ),
      ...nothing,
    ]);
  if (known === undefined) return undefined;
  const values = known
    .filter((value) => typeof value === "string" || typeof value === "number")
    .map((value) => plain(typeof value === "string" ? quoted(value) : String(value)));
  const others = plain(typeof known[0] === "string" ? "(string & {})" : "(number & {})");
  return union([...values, others, ...nothing]);
}

/** A place for each item that has a schema of its own, optional beyond the shortest array, and a rest unless there is none. */
function placesOf(
  { items, minItems = 0, maxItems }: Schema,
  prefix: readonly Schema[],
  print: (schema: Schema) => PrintedType,
): string[] {
  const places = prefix.slice(0, maxItems).map((schema, index) => {
    const type = print(schema);
    return index < minItems ? type.text : `${inParentheses(type)}?`;
  });
  const isClosed = (maxItems !== undefined && maxItems <= prefix.length) || (items !== undefined && isFalse(items));
  return isClosed ? places : [...places, `...${arrayOf(print(items ?? {})).text}`];
}

const UNLISTED = "Unlisted";

/** The declaration of what {@link openType} refers to, where the source does. */
export function declareUnlisted(source: string): Code {
  return source.includes(`${UNLISTED}<`) ? UNLISTED_DECLARATION : ts``;
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

/** Types of what the client makes of a value. */
const LEAVES: { readonly [leaf in Leaf]: PrintedType } = {
  date: plain("Date"),
  bigint: plain("bigint"),
  digits: STRING,
};
