import type { Schema, Schemas } from "@svc/model";
import { expect, test } from "vitest";
import { mergedOf } from "./merged.ts";

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const named = (schemas: { readonly [name: string]: Schema }): Schemas =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, { schema }]));

test("the narrower limit wins, whichever part has it, and what is said further out for the rest", () => {
  const schemas = named({ Base: { type: "object", minProperties: 3, maxProperties: 4, title: "base" } });
  const schema: Schema = { allOf: [ref("Base"), { minProperties: 1, maxProperties: 2 }], title: "own" };
  expect(mergedOf(schema, schemas)).toEqual({ type: "object", minProperties: 3, maxProperties: 2, title: "own" });
});

test("a property that several parts describe is one schema, the same for the same parts", () => {
  const [a, b]: Schema[] = [
    { type: "object", properties: { id: ref("Id") } },
    { properties: { id: { minLength: 1 } } },
  ];
  const schemas = named({ Id: { type: "string" }, A: a ?? {}, B: b ?? {} });
  const first = mergedOf({ allOf: [ref("A"), ref("B")] }, schemas).properties?.["id"];
  expect(first).toEqual({ allOf: [ref("Id"), { minLength: 1 }] });
  expect(mergedOf({ allOf: [ref("A"), ref("B")], title: "again" }, schemas).properties?.["id"]).toBe(first);
});

test("a reference is what it leads to, and parts that lead back say nothing more", () => {
  const schemas = named({ A: { allOf: [ref("A"), { type: "string" }] }, B: ref("A") });
  expect(mergedOf(ref("B"), schemas)).toEqual({ type: "string" });
});

test("parts that double at every step are merged once each", () => {
  const links = Array.from({ length: 40 }, (_, index) => [
    `S${index}`,
    { allOf: [ref(`S${index + 1}`), ref(`S${index + 1}`)] } satisfies Schema,
  ]);
  const schemas = named({ ...Object.fromEntries(links), S40: { type: "string", minLength: 2 } });
  expect(mergedOf(ref("S0"), schemas)).toEqual({ type: "string", minLength: 2 });
});
