import { modelOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createCompiler } from "./compile.ts";
import { createState } from "./validator.ts";

const ref = (index: number): object => ({ $ref: `#/components/schemas/S${index}` });

/** A chain of schemas each of which is made of the next. */
function check(length: number, step: (next: object) => object, last: object, value: unknown) {
  const schemas = Object.fromEntries(Array.from({ length }, (_, index) => [`S${index}`, step(ref(index + 1))]));
  const model = modelOf({
    schemas: { ...schemas, [`S${length}`]: last },
  });
  const state = createState();
  const compile = createCompiler(model.schemas, { keepText: true });
  compile({ $ref: "#/components/schemas/S0" }).validate(value, state);
  return state.issues;
}

const text = { type: "string", minLength: 2 };

test("parts that double at every step, and chains of thousands, are merged once each", () => {
  for (const step of [(next: object) => ({ allOf: [next, next] }), (next: object) => ({ allOf: [next] })]) {
    const length = step({}).allOf.length === 2 ? 40 : 3000;
    expect(check(length, step, text, "a").map(({ type }) => type)).toEqual(["string_too_short"]);
    expect(check(length, step, text, "ab")).toEqual([]);
  }
});

test("variants that double at every step are tried once each, and tell no more than some hundred issues", () => {
  const step = (next: object) => ({ anyOf: [next, next] });
  expect(check(40, step, text, "ab")).toEqual([]);
  const issues = check(40, step, text, "a");
  expect(issues).toHaveLength(200);
  expect(JSON.stringify(issues).length).toBeLessThan(4_000_000);
  expect(check(2, step, text, "a").map(({ loc }) => loc.length)).toEqual([2, 2, 2, 2]);
});

test("lists of recursive unions are labelled as far as labels are shown", () => {
  const lists = Array.from({ length: 30 }, () => ({ type: "array", items: ref(0) }));
  const issues = check(1, () => ({ anyOf: lists }), text, "x");
  expect(issues).toHaveLength(30);
  for (const { loc } of issues) expect(String(loc[0]).length).toBeLessThan(310);
});

test("issues of a long list of a wide union are told as far as there is work, and good items are all checked", () => {
  const kind = (index: number): object => ({
    type: "object",
    required: ["k", "a"],
    properties: { k: { const: `v${index}` }, a: { type: "integer" } },
  });
  const list = () => ({ type: "array", items: { anyOf: Array.from({ length: 30 }, (_, index) => kind(index)) } });
  const items = (count: number, a: unknown) =>
    Array.from({ length: count }, (_, index) => ({ k: `v${index % 30}`, a }));
  const issues = check(1, list, text, items(3000, "x"));
  expect(issues.length).toBeGreaterThan(1000);
  expect(issues.length).toBeLessThan(20_000);
  expect(check(1, list, text, items(3000, 1))).toEqual([]);
  expect(check(1, list, text, [...items(3000, 1), { k: "v0", a: "x" }])).toHaveLength(59);
});
