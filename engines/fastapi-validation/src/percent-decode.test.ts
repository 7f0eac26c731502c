import fc from "fast-check";
import { expect, test } from "vitest";
import { percentDecode } from "./percent-decode.ts";

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
