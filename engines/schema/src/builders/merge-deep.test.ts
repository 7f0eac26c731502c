import { expect, test } from "vitest";
import { mergeDeep, mergeOverrides } from "../json.ts";

test("objects merge deeply, arrays and scalars are replaced, undefined removes", () => {
  const value = { a: 1, b: { c: [1, 2], d: 4 }, e: 5 };
  expect(mergeDeep(value, { b: { c: [9] }, e: undefined, f: null })).toEqual({ a: 1, b: { c: [9], d: 4 }, f: null });
  expect(value).toEqual({ a: 1, b: { c: [1, 2], d: 4 }, e: 5 });
});

test("a property called __proto__ is one like any other", () => {
  const changes = JSON.parse('{"__proto__":{"polluted":true}}') as object;
  const merged = mergeDeep({}, changes) as { polluted?: boolean };
  expect(Object.keys(merged)).toEqual(["__proto__"]);
  expect(merged.polluted).toBeUndefined();
});

test("of two sets of overrides the second wins, and keeps the wish to leave out", () => {
  expect(mergeOverrides({ a: { b: 1, c: 2 } }, { a: { b: undefined } })).toStrictEqual({ a: { b: undefined, c: 2 } });
});
