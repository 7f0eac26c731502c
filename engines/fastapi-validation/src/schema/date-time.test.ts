import { expect, test } from "vitest";
import { readDate, readTime, validateDate, validateDateTime, validateTime } from "./date-time.ts";
import { createState, type State } from "./validator.ts";
import { ValueSyntaxError } from "./value-syntax.ts";

function said(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof ValueSyntaxError) return error.message;
    throw error;
  }
}

test.each([
  ["2026-11-21", 2026],
  ["0001-01-01", 1],
  ["2024-02-29", 2024],
  ["2000-02-29", 2000],
  ["2026-04-30T", 2026],
  ["2026-12-31", 2026],
])("the date %s is of the year %i", (text, year) => {
  expect(readDate(text)).toBe(year);
});

test.each([
  ["", "input is too short"],
  ["2026-11-2", "input is too short"],
  // Ten bytes, though fewer characters.
  ["2026-11-é", "invalid character in day"],
  ["2O26-11-21", "invalid character in year"],
  ["2026/11-21", "invalid date separator, expected `-`"],
  ["2026-1x-21", "invalid character in month"],
  ["2026-11/21", "invalid date separator, expected `-`"],
  ["2026-11-2x", "invalid character in day"],
  ["2026-00-21", "month value is outside expected range of 1-12"],
  ["2026-13-21", "month value is outside expected range of 1-12"],
  ["2026-11-00", "day value is outside expected range"],
  ["2026-11-31", "day value is outside expected range"],
  ["2026-01-32", "day value is outside expected range"],
  ["2026-04-31", "day value is outside expected range"],
  ["2026-06-31", "day value is outside expected range"],
  ["2026-09-31", "day value is outside expected range"],
  ["2026-02-29", "day value is outside expected range"],
  ["1900-02-29", "day value is outside expected range"],
])("the date %j is refused: %s", (text, message) => {
  expect(said(() => readDate(text))).toBe(message);
});

test.each([
  ["00:00", true],
  ["00:00:00", true],
  ["00:00:00.000000", true],
  ["00:00:00.0000009", true],
  ["00:00:00.000001", false],
  ["00:01", false],
  ["01:00Z", false],
  ["00:00:01z", false],
  ["00:00:00,5", false],
  ["23:59:59.999999+23:59", false],
  ["00:00+0000", true],
  ["00:00:00\u221205:30", true],
  ["12:30+05:30", false],
])("the time %s: midnight %s", (text, isMidnight) => {
  expect(said(() => readTime(text).isMidnight)).toBe(isMidnight);
});

test.each([
  ["", "input is too short"],
  ["12:3", "input is too short"],
  ["1x:30", "invalid character in hour"],
  ["12-30", "invalid time separator, expected `:`"],
  ["12:3x", "invalid character in minute"],
  ["24:00", "hour value is outside expected range of 0-23"],
  ["23:60", "minute value is outside expected range of 0-59"],
  ["23:59:60", "second value is outside expected range of 0-59"],
  ["23:59:5", "invalid character in second"],
  ["23:59:59.", "second fraction digits missing after `.`"],
  ["23:59:59.x", "second fraction digits missing after `.`"],
  ["23:59Zx", "unexpected extra characters at the end of the input"],
  ["23:59:59.5 ", "invalid timezone sign"],
  ["23:59x", "invalid timezone sign"],
  ["23:59+x1:00", "invalid timezone hour"],
  ["23:59+01:x0", "invalid timezone minute"],
  ["12:30-05", "invalid timezone minute"],
  ["23:59+01:60", "timezone minute value is outside expected range of 0-59"],
  ["23:59+24:00", "timezone offset must be less than 24 hours"],
  ["23:59+01:000", "unexpected extra characters at the end of the input"],
  ["23:59+01000", "unexpected extra characters at the end of the input"],
])("the time %j is refused: %s", (text, message) => {
  expect(said(() => readTime(text))).toBe(message);
});

const VALIDATORS = { datetime: validateDateTime, date: validateDate, time: validateTime };
const emptyState = (): State => ({ issues: [], exactness: 0, fields: 0, shared: createState().shared });

// Answers of pydantic 2.13.5.
test.each<[keyof typeof VALIDATORS, unknown, string]>([
  ["datetime", "2020-01-01T10:00:00", "2020-01-01T10:00:00"],
  ["datetime", "2020-01-01 10:00", "2020-01-01T10:00:00"],
  ["datetime", "2020-01-01T10:00:00+0200", "2020-01-01T10:00:00+02:00"],
  ["datetime", "2020-01-01", "2020-01-01T00:00:00"],
  ["datetime", "2020-01-01_10:00:00,25", "2020-01-01T10:00:00.250000"],
  ["datetime", 1577872800, "2020-01-01T10:00:00Z"],
  ["datetime", 1577872800.5, "2020-01-01T10:00:00.500000Z"],
  ["datetime", 1577872800123, "2020-01-01T10:00:00.123000Z"],
  ["datetime", -1, "1969-12-31T23:59:59Z"],
  ["datetime", "1577872800", "2020-01-01T10:00:00Z"],
  ["datetime", "1577872800.5", "2020-01-01T10:00:00.500000Z"],
  ["datetime", "+5", "1970-01-01T00:00:05Z"],
  ["datetime", 0.1, "1970-01-01T00:00:00.100000Z"],
  ["datetime", "2020-01-01T10:00:00\u221202:00", "2020-01-01T10:00:00-02:00"],
  ["datetime", "0001-01-01T00:00:00", "0001-01-01T00:00:00"],
  ["datetime", 10000000000.0, "2286-11-20T17:46:40Z"],
  ["datetime", 20000000001, "1970-08-20T11:33:20.001000Z"],
  ["datetime", 253402300799, "1978-01-11T21:31:40.799000Z"],
  ["datetime", -62135596800, "1968-01-12T20:06:43.200000Z"],
  ["date", "2020-01-01", "2020-01-01"],
  ["date", "2020-01-01T00:00:00", "2020-01-01"],
  ["date", "2020-01-01T00:00:00+02:00", "2020-01-01"],
  ["date", 1577836800, "2020-01-01"],
  ["date", "1577836800", "2020-01-01"],
  ["date", "2020-01-01 00:00", "2020-01-01"],
  ["date", 1577836800000, "2020-01-01"],
  ["date", "2020-01-01T00:00:00.0000001Z", "2020-01-01"],
  ["time", "10:00", "10:00:00"],
  ["time", "10:00:00", "10:00:00"],
  ["time", "10:00Z", "10:00:00Z"],
  ["time", 36000, "10:00:00Z"],
  ["time", 36000.5, "10:00:00.500000Z"],
  ["time", "10:00:00,250", "10:00:00.250000"],
  ["time", "10:00:00+0000", "10:00:00Z"],
  ["time", "10:00:00.1234567", "10:00:00.123456"],
])("the %s %j is answered as %s", (type, input, expected) => {
  const state = emptyState();
  expect([VALIDATORS[type](input, state), state.issues]).toEqual([expected, []]);
});

test.each<[keyof typeof VALIDATORS, string]>([
  ["datetime", "2020-01-01T10:00:00.000Z"],
  ["datetime", "2020-01-01t10:00:00.5+00:00"],
  ["date", "2020-01-01"],
  ["time", "10:00:00.5z"],
])("the %s %s is RFC 3339, and answered as it came", (type, input) => {
  expect(VALIDATORS[type](input, emptyState())).toBe(input);
});
