import type { Schema, Schemas } from "@svc/model";
import { expect, test } from "vitest";
import { createJudge } from "../../test/support/ajv.ts";
import { LENIENT } from "../validate/rules.ts";
import { createValidate } from "../validate/validator.ts";
import { generate } from "./generate.ts";

const named = (schemas: { readonly [name: string]: Schema }): Schemas =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, { schema }])) as unknown as Schemas;
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

test.each<[string, Schema, unknown]>([
  [
    "a format that a pattern rules out",
    { type: "string", format: "byte", pattern: "^.{2,2}$" },
    expect.stringMatching(/^..$/),
  ],
  ["listed values of another type", { type: "string", enum: [true] }, true],
])("a value that services accept is better than none: %s", (_, schema, expected) => {
  const value = generate(schema, { schemas: {}, seed: 1, exact: true });
  expect(value).toEqual(expected);
  expect(createValidate({})(schema, value)).not.toEqual([]);
  expect(createValidate({}, LENIENT)(schema, value)).toEqual([]);
});

test("only what contradicts itself is not valid: other formats of the value are", () => {
  const schema: Schema = {
    type: "object",
    required: ["word", "data"],
    properties: {
      word: { type: "string", format: "byte", pattern: "^.{2}$" },
      data: { type: "string", format: "byte" },
    },
  };
  const value = generate(schema, { schemas: {}, seed: 1, exact: true });
  expect(createValidate({})(schema, value).map(({ pointer }) => pointer)).toEqual(["/word"]);
});

test("alternatives that only a discriminator tells apart have a value", () => {
  const schemas = named({
    Base: { type: "object", required: ["kind"], properties: { kind: { type: "string" } } },
    Approved: { allOf: [ref("Base")] },
    Denied: { allOf: [ref("Base")] },
  });
  const mapping = { approved: "#/components/schemas/Approved", denied: "#/components/schemas/Denied" };
  const schema: Schema = {
    oneOf: [ref("Approved"), ref("Denied")],
    discriminator: { propertyName: "kind", mapping },
  };
  const value = generate(schema, { schemas, seed: 1, exact: true }) as { kind: string };
  expect(Object.keys(mapping)).toContain(value.kind);
});

test.each<[string, Schema]>([
  ["a pattern", { type: "string", pattern: "payTo|upi_collect" }],
  ["a number", { type: "integer" }],
])("a discriminator's name is not written where the property is %s", (_, property) => {
  const schemas = named({
    Method: { type: "object", discriminator: { propertyName: "type" }, properties: { type: property } },
  });
  const judge = createJudge(schemas);
  for (const mode of ["default", "minimal", "maximal"] as const) {
    const value = generate(ref("Method"), { schemas, seed: 1, mode });
    expect(judge(ref("Method"), value)).toBeUndefined();
    expect(Object.keys(value as object)).toEqual(["type"]);
  }
});

test("subtypes that repeat a property which leads back to them stay small", () => {
  const names = Array.from({ length: 12 }, (_, index) => `Kind${index}`);
  const links = (of: string): Schema => ({
    type: "object",
    properties: Object.fromEntries(names.map((name) => [`to${name}`, { ...ref(name), description: of }])),
  });
  const schemas = named({
    Base: links("Base"),
    ...Object.fromEntries(names.map((name) => [name, { allOf: [ref("Base"), links(name)] }])),
  });
  const value = generate(ref("Kind0"), { schemas, seed: 1 });
  // 5,000 values are the limit of one result; without knowing the recursion each level would have twelve times as many.
  expect(JSON.stringify(value).length).toBeLessThan(400_000);
  expect(createValidate(schemas)(ref("Kind0"), value)).toEqual([]);
});

test("the texts of an error are those of an error", () => {
  const text: Schema = { type: "string" };
  const schema: Schema = {
    type: "object",
    properties: {
      title: text,
      message: text,
      code: text,
      status: { type: "integer" },
      errors: { type: "array", items: text },
    },
  };
  const error = { status: 401, title: "Unauthorized", detail: "Authentication is required." };
  const value = generate(schema, { schemas: {}, seed: 1, error }) as { errors: string[] };
  expect(value).toMatchObject({
    title: "Unauthorized",
    message: "Authentication is required.",
    code: "unauthorized",
    status: 401,
  });
  expect(new Set(value.errors)).toEqual(new Set(["Authentication is required."]));
});

test.each<[string, Schema]>([
  ["additionalProperties", { additionalProperties: { type: "string" } }],
  ["propertyNames", { propertyNames: { maxLength: 1 } }],
  ["minProperties", { minProperties: 2 }],
  ["dependentRequired", { dependentRequired: { a: ["b"] } }],
])("a value that must not satisfy %s is looked for, and not held for impossible", (_, not) => {
  const schema: Schema = {
    type: "object",
    properties: { a: { type: "integer" }, abc: { type: "integer" } },
    required: ["a"],
    not,
  };
  const value = generate(schema, { schemas: {}, seed: 1, exact: true });
  expect(createValidate({})(schema, value)).toEqual([]);
});
