import { expect, test } from "vitest";
import { parseQuery } from "./query-string.ts";

test.each([
  ["a=1&b=2", { a: ["1"], b: ["2"] }],
  ["a=1&a=2", { a: ["1", "2"] }],
  ["a", { a: [""] }],
  ["a=", { a: [""] }],
  ["=", { "": [""] }],
  ["&&a=1&&", { a: ["1"] }],
  ["a=1;b=2", { a: ["1;b=2"] }],
  ["a=5=6", { a: ["5=6"] }],
  ["a=+1&b=%201", { a: [" 1"], b: [" 1"] }],
  ["a=%2B1", { a: ["+1"] }],
  ["%61+b=1", { "a b": ["1"] }],
  ["?a=1", { "?a": ["1"] }],
  ["a[]=1", { "a[]": ["1"] }],
  ["a=%zz&b=%", { a: ["%zz"], b: ["%"] }],
  ["a=%26&b=%3D", { a: ["&"], b: ["="] }],
  ["", {}],
])("%j is read", (query, values) => {
  expect(Object.fromEntries(parseQuery(query))).toEqual(values);
});

test("a name like __proto__ is a name like any other", () => {
  expect(parseQuery("__proto__=1").get("__proto__")).toEqual(["1"]);
});
