import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeJson, encodeLenientJson } from "./encode.ts";
import { JsonFloat } from "./number.ts";

test.each([
  ['{"b":1,"a":[true,null,"é😀"]}', { b: 1, a: [true, null, "é😀"] }],
  ['"\\"\\\\/<>&\\n\\t\u007f\\u0001"', '"\\/<>&\n\t\u007f\u0001'],
  ["12345678901234567890", 12345678901234567890n],
  ['{"b":1}', { a: undefined, b: 1 }],
  ["[null]", [undefined]],
  ['"1970-01-01T00:00:00.000Z"', new Date(0)],
  ["1e+21", 1e21],
  ["0", -0],
])("%s is written as Python writes it", (text, value) => {
  expect(encodeJson(value)).toBe(text);
});

test.each([
  [5, "5.0"],
  [0.5, "0.5"],
  [-0, "-0.0"],
  [1e16, "1e+16"],
  [123456789012345680, "1.2345678901234568e+17"],
  [0.0001, "0.0001"],
  [0.00001, "1e-05"],
  [1.5e-7, "1.5e-07"],
  [1e300, "1e+300"],
])("the float %d is written as %s", (value, text) => {
  expect(encodeJson(new JsonFloat(value))).toBe(text);
});

test.each([[Number.NaN], [Number.POSITIVE_INFINITY], ["\ud800"], [undefined], [() => 1], [new JsonFloat(Number.NaN)]])(
  "%s has no JSON form",
  (value) => {
    expect(() => encodeJson(value)).toThrow(TypeError);
  },
);

test("what has no JSON form is a text where only people and the fake itself read it", () => {
  const value = [Number.NaN, -Infinity, "\ud800", new JsonFloat(Infinity), { "\udc00": 1e21, a: undefined }];
  expect(encodeLenientJson(value)).toBe('["NaN","-Infinity","\\ud800","Infinity",{"\\udc00":1e+21}]');
  expect(JSON.parse(encodeLenientJson(value))).toHaveLength(5);
  expect(() => encodeLenientJson(undefined)).toThrow(TypeError);
});

test("JSON values are read back as they were", () => {
  const value = fc
    .jsonValue()
    .filter((json) => !/\\ud[89a-f]|-0\b/.test(JSON.stringify(json)) && !hasNegativeZero(json));
  fc.assert(
    fc.property(value, (json) => {
      expect(JSON.parse(encodeJson(json))).toEqual(json);
    }),
  );
});

function hasNegativeZero(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return Object.is(value, -0);
  return Object.values(value).some(hasNegativeZero);
}
