import fc from "fast-check";
import { expect, test } from "vitest";
import { formatFloat, parseFloatText, parseInteger } from "./number.ts";

test.each([
  [0, "0.0"],
  [-0, "-0.0"],
  [5, "5.0"],
  [-5.5, "-5.5"],
  [0.1, "0.1"],
  [-0.001, "-0.001"],
  [0.000_123_4, "0.0001234"],
  [0.000_012_34, "1.234e-05"],
  [-1e-7, "-1e-07"],
  [1e-100, "1e-100"],
  [1e15, "1000000000000000.0"],
  [1e16, "1e+16"],
  [123_456_789_012_345_680, "1.2345678901234568e+17"],
  [-1.5e300, "-1.5e+300"],
  [5e-324, "5e-324"],
])("%d is written as Python's repr writes it: %s", (value, text) => {
  expect(formatFloat(value)).toBe(text);
});

const ERROR = { error: "int_parsing" };

test.each([
  ["5", 5],
  ["+5", 5],
  ["-5", -5],
  ["-0", 0],
  ["000", 0],
  ["0_5", 5],
  ["0__5", 5],
  ["1_000", 1000],
  ["5.000", 5],
  ["0.0", 0],
  ["-05.0", -5],
  ["\u00a05\u2003", 5],
  ["\u00855", 5],
  ["0-5", -5],
  ["+0-5", -5],
  ["9007199254740991", 9007199254740991],
  ["9007199254740992", 9007199254740992n],
  ["-9223372036854775809", -9223372036854775809n],
])("%j is read as %s", (text, value) => {
  expect(parseInteger(text)).toEqual({ ok: value });
});

test.each([
  "",
  " ",
  "5.",
  ".0",
  "5.1",
  "1e3",
  "0x5",
  "--5",
  "+-5",
  "-+5",
  "- 5",
  "_5",
  "5_",
  "1__0",
  "0_",
  "1_.0",
  "-0-5",
])("%j is no integer", (text) => {
  expect(parseInteger(text)).toEqual(ERROR);
});

test.each(["\ufeff5", "\u200b5", "\u001c5", "٥", "５", "²"])("%j is no integer, though it looks like one", (text) => {
  expect(parseInteger(text)).toEqual(ERROR);
});

test("a plain run of over 4300 characters is too big, and any other spelling of it is no integer", () => {
  expect(parseInteger("1".repeat(4300))).toHaveProperty("ok");
  expect(parseInteger("1".repeat(4301))).toEqual({ error: "int_parsing_size" });
  expect(parseInteger(`-${"1".repeat(4300)}`)).toEqual({ error: "int_parsing_size" });
  expect(parseInteger(`${"1".repeat(4301)}x`)).toEqual({ error: "int_parsing_size" });
  expect(parseInteger(`+${"1".repeat(4301)}`)).toEqual(ERROR);
  expect(parseInteger(`${"0".repeat(5000)}5`)).toEqual({ ok: 5 });
});

test("every integer survives its own text, exactly", () => {
  fc.assert(
    fc.property(fc.bigInt(), (value) => {
      const parsed = parseInteger(String(value));
      expect("ok" in parsed && BigInt(parsed.ok)).toBe(value);
    }),
  );
});

test.each([
  ["1.5", 1.5],
  [".5", 0.5],
  ["5.", 5],
  ["-1e3", -1000],
  [" 3 ", 3],
  ["1_0.0", 10],
  ["inf", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
  ["NaN", Number.NaN],
])("%j is read as %d", (text, value) => {
  expect(parseFloatText(text)).toBe(value);
});

test.each(["", ".", "e5", "1e", "0x1", "1__0", "_1", "1_", " 1_0", "1,5", "infin", "--1", "١"])(
  "%j is no float",
  (text) => {
    expect(parseFloatText(text)).toBeUndefined();
  },
);

test("a text of a megabyte that is nearly a number is refused at once", () => {
  const digits = "0".repeat(1_000_000);
  for (const text of [`${digits}x`, `1_${digits}x`, `.${digits}e`, `1e${digits}x`])
    expect(parseFloatText(text)).toBeUndefined();
  expect(parseFloatText(`${digits}.${digits}`)).toBe(0);
});
