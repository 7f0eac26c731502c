import { modelOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { BuildError, createBuilders } from "../index.ts";
import { createIsValid, createValidate } from "./validator.ts";

const ref = (index: number): object => ({ $ref: `#/components/schemas/S${index}` });

function chain(length: number, step: (next: object) => object, last: object = { type: "string", minLength: 2 }) {
  const schemas = Object.fromEntries(Array.from({ length }, (_, index) => [`S${index}`, step(ref(index + 1))]));
  return modelOf({
    schemas: { ...schemas, [`S${length}`]: last },
  });
}

/** Not written out: an object with a `then` is awaited. */
const conditional = (...parts: object[]): object =>
  Object.fromEntries(parts.map((part, index) => [["if", "then", "else"][index], part]));

const DOUBLING: readonly (readonly [name: string, step: (next: object) => object])[] = [
  ["allOf", (next) => ({ allOf: [next, next] })],
  ["anyOf", (next) => ({ anyOf: [next, next] })],
  ["oneOf", (next) => ({ oneOf: [next, { allOf: [next], type: "integer" }, next] })],
  ["if", (next) => conditional(next, next, next)],
  ["not", (next) => ({ not: { anyOf: [next, next] } })],
  [
    "two conditions",
    (next) => ({
      allOf: [conditional({}, next), conditional({}, next)],
    }),
  ],
  ["unevaluated", (next) => ({ allOf: [next, next], unevaluatedProperties: {} })],
  [
    "what is evaluated",
    (next) => ({ anyOf: [next, conditional(next, next)], unevaluatedProperties: { type: "string" } }),
  ],
];

test.each(DOUBLING)("%s that doubles at every step is checked once for each value", (_, step) => {
  const { schemas } = chain(40, step);
  const root = { $ref: "#/components/schemas/S0" };
  for (const value of ["ab", "a", {}, { a: [1] }])
    expect(createValidate(schemas)(root, value).length === 0).toBe(createIsValid(schemas)(root, value));
});

test("what is invalid at the bottom of schemas that meet at every step is told once for each place", () => {
  const { schemas } = chain(30, (next) => ({ allOf: [next, { type: "object", properties: { a: next } }] }), {
    type: "object",
    required: ["z"],
  });
  const value = Array.from({ length: 12 }).reduce<object>((inner) => ({ a: inner }), {});
  expect(createValidate(schemas)({ $ref: "#/components/schemas/S0" }, value)).toHaveLength(13);
});

test.each<[string, object]>([
  ["items (50000000)", { type: "array", minItems: 50_000_000 }],
  ["items (50000000)", { type: "array", contains: { type: "integer" }, minContains: 50_000_000 }],
  ["items (50000000)", { type: "array", prefixItems: [{}], contains: { type: "null" }, minContains: 50_000_000 }],
  ["items (50000000)", { type: "array", uniqueItems: true, minItems: 50_000_000, items: { type: "integer" } }],
  ["properties (50000000)", { type: "object", minProperties: 50_000_000 }],
  ["a text (50000000 characters)", { type: "string", pattern: "^[a-z]+$", minLength: 50_000_000 }],
  [
    "so many values",
    { type: "array", minItems: 9000, items: { type: "array", minItems: 9000, items: { type: "null" } } },
  ],
])("a value of %s is refused at once", (words, schema) => {
  const build = createBuilders<{ s0: () => unknown }>(chain(0, () => ({}), schema));
  expect(() => build.s0()).toThrow(BuildError);
  expect(() => build.s0()).toThrow(words);
});

test("properties that double at every step are refused, and a value of thousands of items is made", () => {
  const step = (next: object) => ({ type: "object", required: ["a", "b"], properties: { a: next, b: next } });
  const build = createBuilders<{ s0: () => unknown }>(chain(30, step));
  expect(() => build.s0()).toThrow("so many values");
  const many = {
    type: "array",
    minItems: 5000,
    items: { type: "object", required: ["a"], properties: { a: { type: "string" } } },
  };
  expect(createBuilders<{ s0: () => unknown[] }>(chain(0, () => ({}), many)).s0()).toHaveLength(5000);
});
