import type { Schema } from "@svc/model";
import { expect, test } from "vitest";
import { LENIENT } from "./rules.ts";
import { createValidate } from "./validator.ts";

const named: { readonly [name: string]: { readonly schema: Schema } } = {
  Circle: { schema: { anyOf: [{ $ref: "#/components/schemas/Circle" }, { type: "string" }] } },
  Loop: { schema: { allOf: [{ $ref: "#/components/schemas/Loop" }, { type: "object", required: ["a"] }] } },
};
const validate = createValidate(named);
const messages = (schema: Schema, value: unknown) =>
  validate(schema, value).map(({ pointer, message }) => `${pointer}: ${message}`);

test.each<[Schema, unknown, string]>([
  [{ type: "string" }, 1, ": expected string, got number"],
  [{ type: ["string", "null"] }, [], ": expected string or null, got array"],
  [{ type: "integer" }, 1.5, ": expected integer, got 1.5"],
  [{ enum: ["a", null] }, "b", ': expected one of "a", null, got "b"'],
  [{ const: 1 }, 2, ": expected 1, got 2"],
  [{ minimum: 3 }, 2, ": expected at least 3, got 2"],
  [{ exclusiveMaximum: 3 }, 3, ": expected less than 3, got 3"],
  [{ multipleOf: 2 }, 3, ": expected a multiple of 2, got 3"],
  [{ maxLength: 1 }, "🙂🙂", ": expected at most 1 characters, got 2"],
  [{ pattern: "^a" }, "b", ': expected a text that matches /^a/, got "b"'],
  [{ format: "uuid" }, "b", ': expected format uuid, got "b"'],
  [{ items: { type: "string" } }, ["a", 1], "/1: expected string, got number"],
  [
    { uniqueItems: true },
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    ": expected different items",
  ],
  [{ required: ["constructor"] }, {}, "/constructor: is required"],
  [{ properties: { "a/b": { not: {} } } }, { "a/b": 1 }, "/a~1b: not allowed"],
  [{ additionalProperties: { not: {} } }, { x: 1 }, "/x: not allowed"],
  [{ oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 3, ": matches 2 of the alternatives, of which it may match one"],
  [
    { anyOf: [{ type: "string" }, { type: "null" }] },
    3,
    ": matches no alternative (expected string, got number; expected null, got number)",
  ],
  [{ type: "string" }, undefined, ": expected string, got undefined"],
  [{ type: "number" }, Number.NaN, ": expected a finite number, got NaN"],
])("%j refuses %j and says why", (schema, value, message) => {
  expect(messages(schema, value)).toEqual([message]);
});

test("a schema that contains itself is checked once per value", () => {
  expect(messages({ $ref: "#/components/schemas/Circle" }, 1)).toEqual([]);
  expect(messages({ $ref: "#/components/schemas/Loop" }, {})).toEqual(["/a: is required"]);
});

test.each<[string, string, boolean]>([
  ["date", "2024-02-29", true],
  ["date", "2023-02-29", false],
  ["date-time", "2024-01-01T00:00:00Z", true],
  ["date-time", "2024-01-01", false],
  ["time", "23:59:60Z", true],
  ["ipv4", "192.0.2.256", false],
  ["ipv6", "2001:db8::1", true],
  ["ipv6", "1::2::3", false],
  ["hostname", "-a.example", false],
  ["duration", "P1DT2H", true],
  ["duration", "P", false],
  ["duration", "PT", false],
  ["email", "a@b.example", true],
  ["email", "a..b@c", false],
  ["unknown", "anything", true],
])("format %s: %s is valid: %s", (format, text, isValid) => {
  expect(validate({ format }, text).length === 0).toBe(isValid);
});

test("long integers are checked to the digit", () => {
  const cases: readonly (readonly [Schema, unknown, string])[] = [
    [{ type: "integer", multipleOf: 2 }, 9007199254740993n, ": expected a multiple of 2, got 9007199254740993"],
    [{ type: "string" }, 9007199254740993n, ": expected string, got number"],
    [{ maximum: 5 }, 9007199254740993n, ": expected at most 5, got 9007199254740993"],
    [{ format: "int64" }, 9223372036854775808n, ": expected format int64, got 9223372036854775808"],
    [{ format: "int64" }, -9223372036854775809n, ": expected format int64, got -9223372036854775809"],
    [{ const: "a" }, 9007199254740993n, ': expected "a", got 9007199254740993'],
    [{ const: "a" }, [9007199254740993n], ': expected "a", got ["9007199254740993"]'],
    [{ format: "int64" }, 2 ** 64, ": expected format int64, got 18446744073709552000"],
    [{ format: "uint64" }, -1, ": expected format uint64, got -1"],
  ];
  for (const [schema, value, message] of cases) expect(messages(schema, value)).toEqual([message]);
  const valid: readonly (readonly [Schema, unknown])[] = [
    [{ type: "integer", format: "int64" }, 9223372036854775807n],
    [{ type: "number", format: "int64" }, -9223372036854775808n],
    // The largest one, as a number has it.
    [{ type: "integer", format: "int64" }, 2 ** 63],
    [{ type: "integer", format: "uint64" }, 18446744073709551615n],
    [{ type: ["integer", "null"], minimum: 1.5, multipleOf: 3 }, 9007199254740993n],
  ];
  for (const [schema, value] of valid) expect(messages(schema, value)).toEqual([]);
});

test("a lenient judge passes over ranges", () => {
  expect(createValidate({}, LENIENT)({ format: "uint64" }, -1)).toEqual([]);
});
