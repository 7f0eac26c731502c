import { expect, test } from "vitest";
import { createReader } from "./find-place.ts";
import { locateSchemas } from "./schema/pointers.ts";

test("a reference that is not well encoded leads nowhere", () => {
  const read = createReader({ a: { $ref: "#/%E0" }, b: { $ref: "#/c~2" }, c: {} });
  expect([read("/a"), read("/b"), read("/c")]).toEqual([undefined, undefined, {}]);
});

test("the schema of what a text holds has a place", () => {
  const inner = { type: "object" } as const;
  const schema = { type: "string", contentSchema: inner } as const;
  const model = { schemas: { A: { schema, pointer: "/components/schemas/A" } }, operations: [] };
  expect(locateSchemas(model as never).get(inner)).toBe("/components/schemas/A/contentSchema");
});
