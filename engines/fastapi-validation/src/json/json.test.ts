import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson, parseJsonBytes } from "./json.ts";
import { JsonFloat } from "./number.ts";

test.each([
  ["", 0, "Expecting value"],
  ["{", 1, "Expecting property name enclosed in double quotes"],
  ["{1:2}", 1, "Expecting property name enclosed in double quotes"],
  ['{"a" 1}', 5, "Expecting ':' delimiter"],
  ["[1 2]", 3, "Expecting ',' delimiter"],
  ["[1,]", 2, "Illegal trailing comma before end of array"],
  ['{"a":1,}', 6, "Illegal trailing comma before end of object"],
  ['"abc', 0, "Unterminated string starting at"],
  ['"a\\x"', 2, "Invalid \\escape"],
  ['"a\\u12"', 3, "Invalid \\uXXXX escape"],
  ['"\n"', 1, "Invalid control character at"],
  ["1 2", 2, "Extra data"],
  ["01", 1, "Extra data"],
  ['{"a":1,2}', 7, "Expecting property name enclosed in double quotes"],
  [" \n", 2, "Expecting value"],
  ['["😀" x', 5, "Expecting ',' delimiter"],
])("%j fails as Python's json does", (text, position, error) => {
  expect(parseJson(text)).toEqual({ error, position });
});

test("integers stay exact, floats are marked, Python's constants are taken", () => {
  expect(parseJson("12345678901234567890")).toEqual({ value: 12345678901234567890n });
  expect(parseJson("[5,5.0,1e2]")).toEqual({ value: [5, new JsonFloat(5), new JsonFloat(100)] });
  expect(parseJson("[NaN,-Infinity]")).toEqual({ value: [new JsonFloat(Number.NaN), new JsonFloat(-Infinity)] });
});

test("of a repeated name the last value counts, and __proto__ is a name", () => {
  const parsed = parseJson('{"a":1,"a":2,"__proto__":{"polluted":1}}');
  expect("value" in parsed && JSON.stringify(parsed.value)).toBe('{"a":2,"__proto__":{"polluted":1}}');
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});

test("integers of more digits than Python converts are refused", () => {
  expect(parseJson(`-${"9".repeat(4300)}`)).toHaveProperty("value");
  expect(parseJson("9".repeat(4301))).toEqual({ tooMuch: true });
  // A conversion would take minutes, and more of them for each reader.
  expect(parseJson(`{"a":${"9".repeat(50_000_000)}}`)).toEqual({ tooMuch: true });
});

test("nesting without end is refused, not fatal", () => {
  expect(parseJson("[".repeat(100_000))).toEqual({ tooMuch: true });
  expect(parseJson("[".repeat(990) + "]".repeat(990))).toHaveProperty("value");
  expect(parseJson("[".repeat(991) + "]".repeat(991))).toEqual({ tooMuch: true });
  expect(parseJson(`[${"[],".repeat(2000)}{}]`)).toHaveProperty("value");
});

test.each([
  ["UTF-8", [0x35], { value: 5 }],
  ["UTF-8 with a mark", [0xef, 0xbb, 0xbf, 0x35], { value: 5 }],
  ["UTF-16, little end first", [0x35, 0], { value: 5 }],
  ["the same with a mark", [0xff, 0xfe, 0x35, 0], { value: 5 }],
  ["UTF-16, big end first", [0, 0x35], { value: 5 }],
  ["the same with a mark", [0xfe, 0xff, 0, 0x35], { value: 5 }],
  ["nothing", [], { error: "Expecting value", position: 0 }],
  ["bytes of no encoding", [0x22, 0xff, 0x22], { unreadable: true }],
  ["half a mark at its first byte", [0xff, 0x35], { unreadable: true }],
  ["half a mark at its second byte", [0x35, 0xfe], { unreadable: true }],
  ["half of the other mark at its first byte", [0xfe, 0x35], { unreadable: true }],
  ["half of the other mark at its second byte", [0x35, 0xff], { unreadable: true }],
])("bytes are read in the encodings that Python detects: %s", (_, bytes, expected) => {
  expect(parseJsonBytes(new Uint8Array(bytes))).toEqual(expected);
});

test.each([
  ['"a\\', "Unterminated string starting at", 0],
  ['"\\u0041', "Invalid \\uXXXX escape", 2],
  ['"\\u00g1"', "Invalid \\uXXXX escape", 2],
  ['"\\', "Unterminated string starting at", 0],
])("%j breaks off in an escape as Python says it", (text, error, position) => {
  expect(parseJson(text)).toEqual({ error, position });
});

test("blanks may stand between all signs", () => {
  const text = ' { "a" : [ 1 , { } , [ ] ] , "b" : null } ';
  expect(parseJson(text)).toEqual({ value: { a: [1, {}, []], b: null } });
  expect(parseJson(text.replaceAll(" ", "\t\r\n"))).toEqual({ value: { a: [1, {}, []], b: null } });
});

test("every escape is read", () => {
  expect(parseJson('"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00"')).toEqual({ value: '"\\/\b\f\n\r\té😀' });
});

test("what JSON.stringify wrote is taken", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(parseJson(JSON.stringify(value))).toHaveProperty("value");
    }),
  );
});
