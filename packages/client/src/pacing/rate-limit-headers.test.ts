import { describe, expect, it } from "vitest";
import { readRateLimit } from "./rate-limit-headers.ts";

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const DATE = new Date(NOW).toUTCString();

function read(fields: Record<string, string>, roundsDown = false) {
  const [limit, remaining, reset, date, isZero] = readRateLimit(new Headers(fields), NOW + 123, roundsDown);
  return { limit, remaining, reset, date, isZero };
}

const reset = (value: string, more: Record<string, string> = { date: DATE }): number =>
  read({ "x-ratelimit-reset": value, ...more }).reset;

describe("readRateLimit", () => {
  it("reads limit, remaining and date", () => {
    const fields = { "x-ratelimit-limit": "50", "x-ratelimit-remaining": "0", date: DATE };
    expect(read(fields)).toMatchObject({ limit: 50, remaining: 0, date: NOW });
  });

  it("knows nothing where nothing is said", () => {
    const nothing = { limit: NaN, remaining: NaN, reset: NaN, date: NaN, isZero: false };
    expect(read({})).toEqual(nothing);
  });

  it.each(["", "-1", "NaN", "many", "1,2", "1;w=60", "2026-01-02T03:04:05Z"])("takes %j for no figure", (text) => {
    expect(read({ "x-ratelimit-remaining": text, "x-ratelimit-reset": text })).toMatchObject({
      remaining: NaN,
      reset: NaN,
    });
  });

  it("reads a Reset in epoch seconds, epoch milliseconds and seconds to go as the same moment", () => {
    expect(reset(String(NOW / 1000 + 7))).toBe(NOW + 7000);
    expect(reset(String(NOW + 7000))).toBe(NOW + 7000);
    expect(reset("7")).toBe(NOW + 7000);
  });

  it("counts seconds to go from the local second where Date is missing", () => {
    expect(reset("7", {})).toBe(NOW + 7000);
  });

  it("adds a second to seconds to go that are rounded down", () => {
    expect(read({ "x-ratelimit-reset": "0", date: DATE })).toMatchObject({ reset: NOW + 1000, isZero: true });
    expect(read({ "x-ratelimit-reset": "7", date: DATE }, true)).toMatchObject({ reset: NOW + 8000, isZero: false });
  });

  it.each(["1e15", "99999999999999999999", "Infinity"])("does not believe a Reset of %s", (text) => {
    expect(reset(text)).toBeNaN();
  });
});
