import type { PlainResponse } from "@svc/fastapi-validation";
import type { RateLimitState } from "../limits/rate-limit.ts";

/** Adds what the service sends with every answer: the window as it was when the request was counted, and the time. */
export function withServiceHeaders(
  response: PlainResponse,
  window: RateLimitState | undefined,
  now: number,
): PlainResponse {
  return { ...response, headers: [...response.headers, ["date", dateOf(now)], ...limitHeaders(window)] };
}

function limitHeaders(window: RateLimitState | undefined): [string, string][] {
  if (window === undefined) return [];
  return [
    ["x-ratelimit-limit", String(window.limit)],
    ["x-ratelimit-remaining", String(window.remaining)],
    // Whole seconds: a client that believes it shall not come too early.
    ["x-ratelimit-reset", String(Math.ceil(window.resetAt / 1000))],
  ];
}

let known = { second: Number.NaN, text: "" };

/** Formatting a date takes as long as a tenth of an answer: once a second is enough. */
function dateOf(now: number): string {
  const second = Math.floor(now / 1000);
  if (known.second !== second) known = { second, text: new Date(second * 1000).toUTCString() };
  return known.text;
}
