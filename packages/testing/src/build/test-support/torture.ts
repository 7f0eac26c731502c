import type { Schema } from "@svc/model";
import { OBJECTS } from "./torture-objects.ts";

const text: Schema = { type: "string" };
const never: Schema = { not: {} };

/** Schemas that are hard to make values for. Each has at least one valid value of at most a few kilobytes. */
export const TORTURE: { readonly [name: string]: Schema } = {
  Any: {},
  Nothing: { type: "object", properties: { a: never, b: text } },
  Nullable: { type: ["string", "null"] },
  OnlyNull: { type: "null" },
  Types: { type: ["integer", "boolean", "array", "null"] },
  Enum: { enum: ["a", 1, null, { b: [2] }, [3]] },
  EnumOfType: { type: "integer", enum: ["a", 1, 2.5, 7] },
  EnumNot: { enum: ["a", "b", "c"], not: { enum: ["a", "b"] } },
  ConstNull: { const: null },
  Bounds: { type: "integer", minimum: 3, maximum: 3 },
  Exclusive: { type: "integer", exclusiveMinimum: 3, exclusiveMaximum: 5 },
  ExclusiveNumber: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 0.001 },
  Negative: { type: "number", maximum: -1e6 },
  Multiple: { type: "integer", multipleOf: 7, minimum: 50, maximum: 60 },
  MultipleDecimal: { type: "number", multipleOf: 0.01, minimum: 0.03 },
  TwoMultiples: { type: "integer", allOf: [{ multipleOf: 4 }, { multipleOf: 6 }], minimum: 1 },
  Huge: { type: "integer", minimum: 9007199254740990 },
  Int32: { type: "integer", format: "int32", minimum: 2147483640 },
  Float: { type: "number", format: "float" },
  Empty: { type: "string", maxLength: 0 },
  OneLetter: { type: "string", minLength: 1, maxLength: 1 },
  Long: { type: "string", minLength: 3000 },
  Exact: { type: "string", minLength: 16, maxLength: 16 },
  Pattern: { type: "string", pattern: "^(user|org)_\\w{27}$" },
  PatternLength: { type: "string", pattern: "^[a-z]+$", minLength: 30, maxLength: 31 },
  PatternTwo: { type: "string", allOf: [{ pattern: "^[a-f0-9]+$" }, { pattern: "^\\d" }, { minLength: 5 }] },
  PatternUnicode: { type: "string", pattern: "^\\p{Lu}\\p{Ll}{2,5}$" },
  PatternOther: { type: "string", pattern: "^[\\u4e00-\\u9fff]{2}$" },
  PatternLoose: { type: "string", pattern: "x[\\w-.]y" },
  PatternLook: { type: "string", pattern: "^(?=.*\\d)(?!abc)[a-z\\d]{4,}$" },
  PatternReference: { type: "string", pattern: "^(a|b)-\\1$" },
  PatternNested: { type: "string", pattern: "^(([a-z]{2}|[A-Z])(-\\d{1,3})?){2,3}$" },
  PatternDate: { type: "string", format: "date", pattern: "^\\d{4}-\\d{2}-\\d{2}$" },
  Email: { type: "string", format: "email", maxLength: 60 },
  ShortEmail: { type: "string", format: "email", maxLength: 8 },
  Uri: { type: "string", format: "uri", minLength: 1, maxLength: 2083 },
  LongUri: { type: "string", format: "uri", minLength: 100 },
  Formats: {
    type: "object",
    properties: Object.fromEntries(
      "date-time date time duration email hostname ipv4 ipv6 uri uri-reference uri-template uuid json-pointer relative-json-pointer regex byte"
        .split(" ")
        .map((format) => [format, { type: "string", format }]),
    ),
  },
  Tuple: { type: "array", prefixItems: [text, { type: "number" }], items: never, minItems: 2 },
  OpenTuple: { type: "array", prefixItems: [text], minItems: 3 },
  Unique: { type: "array", items: { enum: [1, 2, 3, 4] }, uniqueItems: true, minItems: 4 },
  UniqueBooleans: { type: "array", items: { type: "boolean" }, uniqueItems: true },
  Contains: { type: "array", contains: { const: 1 }, minContains: 1, maxContains: 2 },
  ContainsTyped: { type: "array", items: { type: "integer" }, contains: { minimum: 1000 }, minContains: 2 },
  NoItems: { type: "array", items: never },
  ManyItems: { type: "array", items: text, minItems: 25 },
  ArrayOfArrays: {
    type: "array",
    items: { type: "array", items: { type: "array", items: text, minItems: 1 } },
    minItems: 1,
  },
  ...OBJECTS,
};
