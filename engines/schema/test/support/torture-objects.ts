import type { Schema } from "@svc/model";
import { ref, text } from "@svc/model/test-support/small-document";

const number: Schema = { type: "integer" };
const never: Schema = { not: {} };

/** Objects and combinations that are hard to make values for. */
export const OBJECTS: { readonly [name: string]: Schema } = {
  Free: { type: "object" },
  Map: { type: "object", additionalProperties: { type: "integer" } },
  MapBounds: { type: "object", additionalProperties: text, minProperties: 3, maxProperties: 4 },
  Names: {
    type: "object",
    propertyNames: { pattern: "^[a-z]+$", minLength: 3 },
    additionalProperties: text,
    minProperties: 2,
  },
  NamesEnum: {
    type: "object",
    propertyNames: { enum: ["p", "q"] },
    additionalProperties: { type: "number" },
    minProperties: 1,
  },
  Patterned: {
    type: "object",
    patternProperties: { "^x-": text, "^n": { type: "number" } },
    additionalProperties: never,
  },
  PatternedMin: {
    type: "object",
    patternProperties: { "^x-[a-z]+$": text },
    additionalProperties: never,
    minProperties: 2,
  },
  PatternedMinOpen: {
    type: "object",
    patternProperties: { "^x-": { type: "integer" } },
    additionalProperties: never,
    minProperties: 3,
  },
  PatternedNamed: {
    type: "object",
    propertyNames: { pattern: "[a-z]{2}$", maxLength: 6 },
    patternProperties: { "^x-": text },
    additionalProperties: never,
    minProperties: 2,
  },
  PatternedTwice: {
    allOf: [
      { type: "object", patternProperties: { "^x": text }, additionalProperties: never },
      { patternProperties: { y$: { minLength: 3 } }, additionalProperties: never },
    ],
    minProperties: 2,
  },
  PatternedNever: {
    type: "object",
    patternProperties: { "^[a-z]": never, "^A": number },
    additionalProperties: text,
    minProperties: 3,
  },
  Closed: { type: "object", properties: { a: text }, additionalProperties: never },
  MaxProperties: { type: "object", properties: { a: text, b: text, c: text }, required: ["c"], maxProperties: 2 },
  RequiredUnknown: { type: "object", required: ["x", "constructor", "__proto__"] },
  Builtins: { type: "object", properties: { constructor: text, toString: number, hasOwnProperty: text } },
  Dependent: {
    type: "object",
    properties: { a: text, b: text },
    dependentRequired: { a: ["b"] },
    dependentSchemas: { b: { required: ["c"], properties: { c: { type: "integer" } } } },
  },
  DependentNever: { type: "object", properties: { a: text }, dependentRequired: { a: ["z"] } },
  AllOf: {
    allOf: [
      { type: "object", properties: { id: text } },
      { required: ["id", "n"] },
      { properties: { n: { type: "integer" } } },
    ],
  },
  AllOfClosed: {
    allOf: [{ properties: { id: text } }, { type: "object", properties: { x: text }, additionalProperties: never }],
  },
  AllOfEnum: { allOf: [{ enum: ["a", "b"] }, { enum: ["b", "c"] }] },
  AllOfProperty: {
    allOf: [
      { type: "object", properties: { n: { type: "integer", minimum: 5 } } },
      { properties: { n: { maximum: 6 } }, required: ["n"] },
    ],
  },
  OneOf: { oneOf: [text, { type: "integer" }, { type: "null" }] },
  OneOfOverlap: {
    oneOf: [
      { type: "integer", minimum: 0 },
      { type: "integer", maximum: 10 },
    ],
  },
  OneOfObjects: {
    oneOf: [
      { type: "object", required: ["a"], properties: { a: text } },
      { type: "object", required: ["b"], properties: { b: text } },
    ],
  },
  OneOfOpen: {
    oneOf: [
      { type: "object", properties: { a: text } },
      { type: "object", properties: { a: text, b: text }, required: ["b"] },
    ],
  },
  OneOfRequired: {
    type: "object",
    properties: { a: text, b: text, c: text },
    oneOf: [{ required: ["a"] }, { required: ["b"] }],
  },
  AnyOfBeside: {
    type: "object",
    properties: { a: text },
    required: ["a"],
    anyOf: [{ properties: { b: { const: 1 } }, required: ["b"] }, { required: ["c"] }],
  },
  AnyAndOne: { anyOf: [{ minimum: 5 }, { maximum: 1 }], oneOf: [{ type: "integer" }, { type: "string" }] },
  Cat: { type: "object", required: ["kind", "lives"], properties: { kind: text, lives: { type: "integer" } } },
  Dog: {
    type: "object",
    required: ["kind", "tricks"],
    properties: { kind: { const: "dog" }, tricks: { type: "array", items: text } },
  },
  Pet: {
    oneOf: [ref("Cat"), ref("Dog")],
    discriminator: {
      propertyName: "kind",
      mapping: { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" },
    },
  },
  Base: { type: "object", required: ["type"], properties: { type: text }, discriminator: { propertyName: "type" } },
  Derived: { allOf: [ref("Base"), { type: "object", properties: { extra: text } }] },
  If: {
    type: "object",
    properties: { k: { type: "integer" } },
    if: { properties: { k: { const: 1 } } },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: { required: ["x"] },
    else: { required: ["y"] },
  },
  IfCountry: {
    type: "object",
    required: ["country", "code"],
    properties: { country: { enum: ["us", "nl"] }, code: text },
    if: { properties: { country: { const: "us" } } },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: { properties: { code: { pattern: "^\\d{5}$" } } },
    else: { properties: { code: { pattern: "^\\d{4} [A-Z]{2}$" } } },
  },
  Not: { not: { type: ["string", "null", "object"] } },
  NotNot: { not: { not: { type: "string" } } },
  NotRequired: { type: "object", properties: { a: text, b: text }, not: { required: ["a"] } },
  NotBoth: { type: "object", properties: { a: text, b: text }, not: { required: ["a", "b"] } },
  NotAny: { type: "integer", minimum: 0, not: { anyOf: [{ maximum: 10 }, { minimum: 20 }] } },
  NotPattern: { type: "string", not: { pattern: "^[a-z]" } },
  Unevaluated: { allOf: [{ type: "object", properties: { a: text } }], unevaluatedProperties: never },
  UnevaluatedItems: { type: "array", prefixItems: [text], unevaluatedItems: never },
  Tree: {
    type: "object",
    required: ["name"],
    properties: {
      name: text,
      children: { type: "array", items: ref("Tree") },
      parent: { anyOf: [ref("Tree"), { type: "null" }] },
    },
  },
  TreeRequired: {
    type: "object",
    required: ["children", "parent"],
    properties: {
      children: { type: "array", items: ref("TreeRequired") },
      parent: { anyOf: [ref("TreeRequired"), { type: "null" }] },
    },
  },
  TreeTyped: { type: ["object", "null"], required: ["next"], properties: { next: ref("TreeTyped") } },
  Expression: {
    oneOf: [
      {
        type: "object",
        required: ["op", "left", "right"],
        properties: { op: { const: "add" }, left: ref("Expression"), right: ref("Expression") },
      },
      {
        type: "object",
        required: ["op", "value"],
        properties: { op: { const: "literal" }, value: { type: "number" } },
      },
    ],
  },
  Json: {
    anyOf: [
      text,
      { type: "number" },
      { type: "boolean" },
      { type: "null" },
      { type: "array", items: ref("Json") },
      { type: "object", additionalProperties: ref("Json") },
    ],
  },
  Ping: { type: "object", properties: { pong: ref("Pong") } },
  Pong: { type: "object", required: ["ping"], properties: { ping: ref("Ping") } },
  ReadWrite: {
    type: "object",
    required: ["id", "secret"],
    properties: {
      id: { type: "string", readOnly: true },
      secret: { type: "string", writeOnly: true },
      seen: { type: "string", readOnly: true },
      pin: { type: "string", writeOnly: true },
    },
  },
  Examples: {
    type: "object",
    properties: { city: { type: "string", examples: ["Gotham"] }, size: { type: "integer", examples: ["wrong", 12] } },
    examples: [{ city: "Metropolis" }],
  },
  RefSiblings: { ...ref("Tree"), required: ["children"], description: "With children." },
  Wide: {
    type: "object",
    properties: Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`p${index}`, ref(index % 2 ? "Formats" : "Map")]),
    ),
  },
};
