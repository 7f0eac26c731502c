import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDuration } from "./duration.ts";

function duration(days: number, seconds = 0, microseconds = 0): unknown {
  return { ok: { days, seconds, microseconds } };
}

test.each([
  ["P1Y2M3W4DT5H6M7S", duration(450, 18_367)],
  ["P1D1W", duration(8)],
  ["PT1S1M", duration(0, 61)],
  ["P1DT", duration(1)],
  ["PT5.S", duration(0, 5)],
  ["PT0,5H", duration(0, 1800)],
  ["PT0.9999995S", duration(0, 1)],
  ["-PT5M", duration(-1, 86_100)],
  ["+P1D", duration(1)],
  ["-PT0S", duration(0)],
])("the ISO form %j is read", (text, value) => {
  expect(parseDuration(text)).toEqual(value);
});

test.each([
  ["1d", duration(1)],
  ["1 DAYS,", duration(1)],
  ["1Day 02:00", duration(1, 7200)],
  ["1dAY, ", duration(1)],
  ["-1 day, 23:55:00", duration(-2, 300)],
  ["100:00:00", duration(4, 14_400)],
  [":05:00", duration(0, 300)],
  ["00:05:00.123456garbage", duration(0, 300, 123_456)],
  ["00:05:00,5", duration(0, 300, 500_000)],
  ["2400000000:00", duration(100_000_000)],
])("the days or clock form %j is read", (text, value) => {
  expect(parseDuration(text)).toEqual(value);
});

test.each([
  ["", "input is too short"],
  ["P", "input is too short"],
  ["+PT", "input is too short"],
  ["PT4294967296S", "a numeric value in the duration is too large"],
  ["P1000000000D", "durations may not exceed 999,999,999 days"],
  ["P1.5DT1H", "quantity fraction invalid in duration"],
  ["P1S", "quantity invalid in date part of duration"],
  ["PT1D", "quantity invalid in time part of duration"],
  ["PTT1S", "`t` character repeated in duration"],
  ["PT.5S", "invalid digit in duration"],
  ["1dayS", "input is too short"],
  ["1daY", '"day" identifier in duration not correctly formatted'],
  ["300", '"day" identifier in duration not correctly formatted'],
  ["300.5", "invalid character in hour"],
  ["5:00", '"day" identifier in duration not correctly formatted'],
  ["1d 24:00", "durations may not exceed 999,999,999 hours"],
  ["00:60", "minute value is outside expected range of 0-59"],
  ["00:00:7", "invalid character in second"],
  ["00:05:00.", "second fraction digits missing after `.`"],
  ["00:05:00x", "unexpected extra characters at the end of the input"],
  [" PT5M", "invalid character in hour"],
])("%j is refused: %s", (text, error) => {
  expect(parseDuration(text)).toEqual({ error });
});

test("a negative value that Python cannot hold crashes, its positive twin does not", () => {
  expect(parseDuration("-P999999999D")).toEqual(duration(-999_999_999));
  expect(parseDuration("-P999999999DT0.000001S")).toEqual({ crash: true });
  expect(parseDuration("P999999999DT23H59M59S")).toEqual(duration(999_999_999, 86_399));
});

test("a fraction of hundreds of digits is read without losing the rest", () => {
  expect(parseDuration(`PT5.${"0".repeat(400)}S`)).toEqual(duration(0, 5));
});

test("a positive duration and its negative add up to nothing", () => {
  const amounts = fc.record({ days: fc.nat(999_999), seconds: fc.nat(86_399), microseconds: fc.nat(999_999) });
  fc.assert(
    fc.property(amounts, ({ days, seconds, microseconds }) => {
      const text = `P${days}DT${seconds}.${String(microseconds).padStart(6, "0")}S`;
      const total = [text, `-${text}`].map((one) => {
        const parsed = parseDuration(one);
        if (!("ok" in parsed)) throw new Error(`refused: ${one}`);
        return (
          BigInt(parsed.ok.days) * 86_400_000_000n + BigInt(parsed.ok.seconds * 1_000_000 + parsed.ok.microseconds)
        );
      });
      expect((total[0] ?? 0n) + (total[1] ?? 0n)).toBe(0n);
    }),
  );
});

test("no text throws, and every result is normalized", () => {
  const pieces = fc.constantFrom(
    "P",
    "T",
    "D",
    "1",
    "59",
    "60",
    ".",
    ",",
    ":",
    "d",
    " ",
    "day",
    "-",
    "+",
    "S",
    "é",
    "4294967295",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 10 }), (parts) => {
      const parsed = parseDuration(parts.join(""));
      if (!("ok" in parsed)) return;
      const { days, seconds, microseconds } = parsed.ok;
      expect(Math.abs(days)).toBeLessThanOrEqual(999_999_999);
      expect(seconds >= 0 && seconds < 86_400 && microseconds >= 0 && microseconds < 1_000_000).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
