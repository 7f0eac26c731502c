import type { Schema } from "@svc/model";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { compilerOf } from "../shape/compiler.ts";
import { createNodeArbitraries } from "./node-arbitrary.ts";

/** The value to which a property shrinks that fails for every value, or for those that `fails` is about. */
function simplest(schema: Schema, fails: (value: unknown) => boolean = () => true): unknown {
  const arbitrary = createNodeArbitraries({}, fc)(compilerOf({}).compile(schema));
  const result = fc.check(
    fc.property(arbitrary, (value) => !fails(value)),
    { seed: 1, numRuns: 1000 },
  );
  return result.counterexample?.[0];
}

const text: Schema = { type: "string", minLength: 2 };

test.each<[Schema, unknown]>([
  [{ type: ["string", "null"] }, null],
  [{ type: "boolean" }, false],
  [{ type: "integer", minimum: 3, maximum: 1e6 }, 3],
  [{ type: "number", maximum: -1 }, -1],
  [text, "aa"],
  [{ type: "array", items: text, minItems: 1 }, ["aa"]],
  [{ type: "object", required: ["a"], properties: { a: text, b: text } }, { a: "aa" }],
  [{ type: "object", additionalProperties: text, minProperties: 1 }, expect.any(Object)],
  [{ enum: ["b", "a"] }, expect.any(String)],
])("%j shrinks to %j", (schema, value) => {
  expect(simplest(schema)).toEqual(value);
});

test("what fails for huge numbers and long texts is found, and ends", () => {
  expect(simplest({ type: "number" }, (value) => Number(value) > 1e200)).toBeGreaterThan(1e200);
  expect(simplest({ type: "string" }, (value) => String(value).length > 40)).toBe("a".repeat(41));
});

test("each part of a long text or list is tried a few times, not once for every other part", () => {
  let tried = 0;
  const count = (): boolean => ++tried > 0;
  expect(simplest({ type: "string", minLength: 1000 }, count)).toBe("a".repeat(1000));
  const ids: Schema = { type: "array", minItems: 30, items: { type: "string", format: "uuid" } };
  expect(simplest(ids, count)).toHaveLength(30);
  expect(tried).toBeLessThan(5000);
});

test("numbers have fractions, and what fails for them shrinks to few digits", () => {
  const hasFraction = (value: unknown): boolean => !Number.isInteger(value);
  const fraction = simplest({ type: "number" }, hasFraction);
  expect(fraction).toSatisfy(hasFraction);
  expect(String(fraction)).toMatch(/^-?\d\.\d$/);
  expect(simplest({ type: "number", minimum: 0, maximum: 1 }, hasFraction)).toSatisfy(hasFraction);
});

test.each(["date", "date-time"])("a %s of a year that fails shrinks to the beginning of the first", (format) => {
  expect(simplest({ type: "string", format }, (value) => String(value) >= "2000")).toMatch(/^2000-01-(?:01|10)/);
});

test("what fails is found again by its seed and its path", () => {
  const arbitrary = createNodeArbitraries({}, fc)(compilerOf({}).compile({ type: "array", items: text }));
  const property = fc.property(arbitrary, (value) => JSON.stringify(value).length < 40);
  const found = fc.check(property, { seed: 1 });
  const again = fc.check(property, { seed: 1, path: String(found.counterexamplePath), endOnFailure: true });
  expect(again.counterexample).toEqual(found.counterexample);
});
