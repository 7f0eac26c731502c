import fc from "fast-check";
import { expect, test } from "vitest";
import { type FailedAttempt, retryAfterMs, retryDelay } from "./retry-decision.ts";

const attempt = (given: Partial<FailedAttempt>): FailedAttempt => ({
  retries: 0,
  method: "GET",
  status: 503,
  code: undefined,
  retryAfterMs: undefined,
  random: 0.5,
  ...given,
});

test("the backoff is random below a bound that doubles up to the longest", () => {
  const bounds = [0, 1, 2, 3, 20].map((retries) =>
    retryDelay(attempt({ retries, random: 1 }), { limit: 99, baseMs: 100, maxDelayMs: 500 }),
  );
  expect(bounds).toEqual([100, 200, 400, 500, 500]);
  expect(retryDelay(attempt({ random: 0 }), {})).toBe(0);
});

test("what the service asks for is waited for, up to the longest", () => {
  expect(retryDelay(attempt({ retryAfterMs: 60_000 }), {})).toBe(60_000);
  expect(retryDelay(attempt({ retryAfterMs: 60_001 }), {})).toBeUndefined();
});

test("a delay is a number that a timer takes, whatever came", () => {
  const options = fc.record({
    limit: fc.nat(100),
    baseMs: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    maxDelayMs: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  });
  const any = fc.record({
    retries: fc.nat(2000),
    method: fc.constantFrom("GET", "POST", "DELETE"),
    status: fc.option(fc.integer({ min: 200, max: 599 }), { nil: undefined }),
    code: fc.constantFrom(undefined, "ECONNREFUSED", 7, null),
    retryAfterMs: fc.option(fc.double({ min: 0 }), { nil: undefined }),
    random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  });
  fc.assert(
    fc.property(any, options, (failed, policy) => {
      const delay = retryDelay(failed, policy);
      if (delay === undefined) return;
      expect(failed.retries).toBeLessThan(policy.limit);
      expect(delay >= 0 && delay <= policy.maxDelayMs).toBe(true);
      if (failed.method === "POST") expect(failed.status === 429 || failed.code === "ECONNREFUSED").toBe(true);
    }),
    { seed: 1, numRuns: 1000 },
  );
});

const now = Date.UTC(2026, 0, 1);
const later = new Date(now + 5000).toUTCString();

test.each([
  ["120", undefined, 120_000],
  ["0", undefined, 0],
  ["0.5", undefined, 500],
  [later, undefined, 5000],
  [later, new Date(now + 2000).toUTCString(), 3000],
  [later, new Date(now - 3_600_000).toUTCString(), 3_605_000],
  ["9".repeat(400), undefined, 1e14],
  [String(now / 1000 + 5), undefined, 5000],
  [String(now + 5000), undefined, 5000],
  [String(now / 1000 + 5), new Date(now + 2000).toUTCString(), 3000],
  [String(now / 1000 - 5), undefined, 0],
  ["99999999", undefined, 99_999_999_000],
  [new Date(now - 5000).toUTCString(), undefined, 0],
  ["Thu Jan  1 00:00:05 2026", undefined, 5000],
  ["Thursday, 01-Jan-26 00:00:05 GMT", undefined, 5000],
  ["Thu Jan  1 2026", undefined, undefined],
  ["soon", undefined, undefined],
  ["-5", undefined, undefined],
  ["1e3", undefined, undefined],
  ["+5", undefined, undefined],
  ["0x10", undefined, undefined],
  ["1.2.3", undefined, undefined],
  ["2026-01-02", undefined, undefined],
  ["5 GMT now", undefined, undefined],
  ["", undefined, undefined],
])("Retry-After %j with Date %j is %j ms", (value, date, ms) => {
  const headers = new Headers({ "retry-after": value, ...(date && { date }) });
  expect(retryAfterMs(headers, now)).toBe(ms);
});

test.each([
  ["1500", 1500],
  ["0", 0],
  [String(now + 5000), 5000],
  ["soon", 9000],
  ["-1", 9000],
])("Retry-After-Ms %j goes before Retry-After if it can be read", (value, ms) => {
  expect(retryAfterMs(new Headers({ "retry-after-ms": value, "retry-after": "9" }), now)).toBe(ms);
});

test("without the header there is no time", () => {
  expect(retryAfterMs(new Headers(), now)).toBeUndefined();
});
