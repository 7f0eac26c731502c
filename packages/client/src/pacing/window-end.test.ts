import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { observe, startedLength, UNKNOWN_CLOCK as UNKNOWN } from "./window-end.ts";

/** A multiple of all usual lengths. */
const T = 1_800_057_600_000;
const inStep = { low: -5, high: 5, at: T, ahead: 0 };

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
  expect(lengthOf(10_300, 13, { low: 0, high: 0, at: 0, ahead: 0 })).toBeUndefined();
});

test("where the clocks are known to a second, the longest length that fits is taken: too late rather than too early", () => {
  expect(lengthOf(10_010, 13, { low: 1, high: 995, at: T, ahead: 0 })).toBe(2000);
});

describe("observe", () => {
  test("bounds the offset by one answer", () => {
    const { low, high, at } = observe(UNKNOWN, T + 30_000, T + 400, T + 420);
    expect([low, high, at]).toEqual([29_579, 30_600, T + 420]);
  });

  test("knows the offset to about a round trip once it has seen the second change", () => {
    const before = observe(UNKNOWN, T, T + 980, T + 990);
    const { low, high } = observe(before, T + 1000, T + 1005, T + 1015);
    expect(high - low).toBeLessThan(40);
    expect(low).toBeLessThanOrEqual(0);
    expect(high).toBeGreaterThanOrEqual(0);
  });

  test("starts anew when a clock was set", () => {
    const before = observe(UNKNOWN, T, T + 100, T + 120);
    const { low, high } = observe(before, T + 3_600_000, T + 200, T + 220);
    expect(low).toBeGreaterThan(3_599_000);
    expect(high).toBeLessThan(3_601_000);
  });

  test("trusts old knowledge less as clocks drift", () => {
    const before = observe(UNKNOWN, T, T + 500, T + 510);
    const hour = 3_600_000;
    const { low } = observe(before, T + hour, T + hour + 900, T + hour + 910);
    expect(low).toBeCloseTo(before.low - 0.0001 * (hour + 400), 3);
  });

  test("always holds the true offset, whatever the latencies", () => {
    const leg = fc.double({ min: 0, max: 400, noNaN: true });
    const answers = fc.array(fc.tuple(leg, leg, fc.double({ min: 0, max: 5000, noNaN: true })), { minLength: 1 });
    fc.assert(
      fc.property(fc.integer({ min: -3_600_000, max: 3_600_000 }), answers, (offset, list) => {
        let clock = UNKNOWN;
        let now = T;
        for (const [out, back, pause] of list) {
          const date = Math.floor((now + out + offset) / 1000) * 1000;
          clock = observe(clock, date, Math.floor(now), Math.floor(now + out + back));
          expect(clock.low).toBeLessThanOrEqual(offset);
          expect(clock.high).toBeGreaterThanOrEqual(offset);
          now += out + back + pause;
        }
      }),
    );
  });
});
