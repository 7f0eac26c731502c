import type { Schema } from "@svc/model";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { compilerOf } from "../shape/compiler.ts";
import { createNodeArbitraries } from "./node-arbitrary.ts";

/** What a property that fails for every value, or for those that `fails` is about, shrinks to. */
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
