import { expect, test } from "vitest";
import { DateSyntaxError, readDate, readTime } from "./date-time.ts";

function said(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof DateSyntaxError) return error.message;
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
  expect(said(() => readTime(text))).toBe(isMidnight);
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
