import { expect, test } from "vitest";
import { retryAfterMs } from "./retry-after.ts";

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
  ["soon", 9000],
  ["-1", 9000],
])("Retry-After-Ms %j goes before Retry-After if it can be read", (value, ms) => {
  expect(retryAfterMs(new Headers({ "retry-after-ms": value, "retry-after": "9" }), now)).toBe(ms);
});

test("without the header there is no time", () => {
  expect(retryAfterMs(new Headers(), now)).toBeUndefined();
});
