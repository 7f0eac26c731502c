import fc from "fast-check";
import { expect, test } from "vitest";
import { parseQuery, percentDecode, readHeaders } from "./request-values.ts";

const headers = readHeaders([
  ["X-A", "1"],
  ["X-Ab", "no"],
  ["x-a", " \t2\t "],
  ["X-Blank", " \t "],
  ["X-Space", "\u00a0b\u00a0"],
]);

test("names have any case; the first value, or all in order", () => {
  expect([headers.first("x-a"), headers.all("x-a")]).toEqual(["1", ["1", "2"]]);
  expect([headers.first("x"), headers.all("x")]).toEqual([undefined, []]);
});

test("blanks and tabs around a value are cut, other spaces are part of it", () => {
  expect([headers.first("x-blank"), headers.first("x-space")]).toEqual(["", "\u00a0b\u00a0"]);
});

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

test.each([
  ["a%20b", "a b"],
  ["%C3%A9", "é"],
  ["%F0%9F%98%80", "😀"],
  ["%c3%a9", "é"],
  ["%2535", "%35"],
  ["%00", "\0"],
  ["%EF%BB%BFa", "\ufeffa"],
])("%j decodes to %j", (text, decoded) => {
  expect(percentDecode(text)).toBe(decoded);
});

test.each(["%", "%z", "%zz", "a%2", "100%", "%%", "%-1"])("the bad escape in %j stays as written", (text) => {
  expect(percentDecode(text)).toBe(text);
});

test.each([
  ["%FF", "\ufffd"],
  ["%ED%A0%80", "\ufffd\ufffd\ufffd"],
  ["%E2%82", "\ufffd"],
  ["%C3x%A9", "\ufffdx\ufffd"],
  ["%C0%AF", "\ufffd\ufffd"],
])("bytes that are not UTF-8 become U+FFFD: %j", (text, decoded) => {
  expect(percentDecode(text)).toBe(decoded);
});

test("what encodeURIComponent wrote is read back", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(percentDecode(encodeURIComponent(text))).toBe(text);
    }),
  );
});
