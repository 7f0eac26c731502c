import { expect, test } from "vitest";
import { startedLength } from "./window-end.ts";

/** A multiple of all usual lengths. */
const T = 1_800_057_600_000;
const inStep = { low: -5, high: 5, at: T };

/** A window as its first answer tells it: begun at `begun` after T, with an end in seconds after T. */
const lengthOf = (begun: number, end: number, clock = inStep) =>
  startedLength(T + end * 1000, { openedBy: T + begun - 2, openedAt: T + begun + 2 }, clock);

test.each([
  ["2 s from 10.3 to 13, rounded up", 10_300, 13, 2000],
  ["1 s from 11.5 to 13", 11_500, 13, 1000],
  ["10 s from 3.4 to 14", 3400, 14, 10_000],
  ["what may be two seconds of the clock: from 10.3 to 12", 10_300, 12, undefined],
  ["what may be a minute of the clock: from 57.5 to 60", 57_500, 60, undefined],
  ["no usual length: from 10.3 to 17", 10_300, 17, undefined],
])("a window is known by its first request and its end: %s", (_, begun, end, ms) => {
  expect(lengthOf(begun, end)).toBe(ms);
});

test("an end in milliseconds, and one before any Date came, are as told", () => {
  expect(lengthOf(10_300, 12.3)).toBeUndefined();
  expect(lengthOf(10_300, 13, { low: 0, high: 0, at: 0 })).toBeUndefined();
});

test("where the clocks are known to a second, the longest length that fits is taken: too late rather than too early", () => {
  expect(lengthOf(10_010, 13, { low: 1, high: 995, at: T })).toBe(2000);
});
