import type { Schema } from "@svc/model";
import { expect, test } from "vitest";
import { FASTAPI } from "../../test/support/services.ts";
import { FormFile } from "./file.ts";
import { compileForm } from "./form.ts";
import type { FormValues } from "./parts.ts";

const OBJECT: Schema = { type: "object", properties: { a: { type: "integer" } } };

function read(
  properties: Record<string, Schema>,
  form: Record<string, (string | FormFile)[]>,
  isParts = false,
): unknown {
  const values: FormValues = new Map(Object.entries(form));
  return compileForm({ type: "object", properties }, FASTAPI, isParts)(values);
}

test("the last value counts, but for lists, which have all", () => {
  const list: Schema = { type: "array", items: { type: "string" } };
  expect(read({ a: { type: "string" }, b: list }, { a: ["1", "2"], b: ["3", "4"] })).toEqual({ a: "2", b: ["3", "4"] });
});

test("an absent field, and an empty one, has its default; an empty one without a default stays", () => {
  const properties: Record<string, Schema> = { a: { type: "string", default: "d" }, b: { type: "string" } };
  expect(read(properties, {})).toEqual({ a: "d" });
  expect(read(properties, { a: [""], b: [""] })).toEqual({ a: "d", b: "" });
});

test("of several arguments an empty field is an absent one", () => {
  const properties: Record<string, Schema> = { a: { type: "string", default: "d" }, b: { type: "string" } };
  expect(read(properties, { a: [""], b: [""] }, true)).toEqual({});
});

test("a list without values is absent", () => {
  expect(read({ a: { type: "array" } }, { a: [] })).toEqual({});
});

test("an object is JSON, in a field or a file; what is no JSON stays as it is", () => {
  const file = new FormFile({ filename: "o.json", headers: [], bytes: new TextEncoder().encode('{"a":2}') });
  expect(read({ o: OBJECT }, { o: ['{"a":1}'] })).toEqual({ o: { a: 1 } });
  expect(read({ o: OBJECT }, { o: [file] })).toEqual({ o: { a: 2 } });
  expect(read({ o: OBJECT }, { o: ["{"] })).toEqual({ o: "{" });
  expect(read({ s: { type: "string" } }, { s: ['{"a":1}'] })).toEqual({ s: '{"a":1}' });
});

test("fields that the schema does not know are there with their last value", () => {
  const result = read({ a: { type: "string" } }, { a: ["1"], b: ["2", "3"], ["__proto__"]: ["4"] });
  expect(Object.entries(result as object)).toEqual([
    ["a", "1"],
    ["b", "3"],
    ["__proto__", "4"],
  ]);
});
