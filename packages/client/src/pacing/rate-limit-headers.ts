/** What one answer says of the rate limit. Absent, malformed or absurd values are `undefined`. Times are epoch ms. */
export interface RateLimitHeaders {
  readonly limit: number | undefined;
  /** Never negative. */
  readonly remaining: number | undefined;
  /** On the server's clock. */
  readonly reset: number | undefined;
  /** `Date`: the server's clock, cut to whole seconds. */
  readonly date: number | undefined;
}

/** Below this many seconds a number is a duration, from here on a date: 1973 as epoch seconds. */
const DELTA_SECONDS_BELOW = 1e8;
/** From here on a number is epoch milliseconds: 1973 as epoch milliseconds, the year 5138 as seconds. */
const EPOCH_MS_FROM = 1e11;
/** The year 5138: whatever lies beyond is a mistake. */
const ABSURD_MS = 1e14;

/**
 * Reads `X-RateLimit-Limit`, `-Remaining` and `-Reset`, and `Date`. Reset may be epoch seconds, epoch milliseconds or
 * seconds to go; the last is counted from `Date`, which makes it the same moment in every answer of a window. Where
 * `Date` is missing, the local clock stands in for it.
 */
export function readRateLimit(headers: Headers, receivedAt: number): RateLimitHeaders {
  const date = Date.parse(headers.get("date") ?? "") || undefined;
  const reset = figure(headers, "reset");
  return {
    limit: figure(headers, "limit"),
    remaining: figure(headers, "remaining"),
    reset: reset === undefined ? reset : resetTime(reset, date ?? receivedAt - (receivedAt % 1000)),
    date,
  };
}

/**
 * `Retry-After` as milliseconds to wait: whole seconds, or an HTTP date (measured on the server's clock where `Date` is
 * given). `undefined` where absent or neither; 0 for a date that has passed; never more than the year 5138 away.
 */
export function readRetryAfter(headers: Headers, serverNow: number): number | undefined {
  const text = headers.get("retry-after")?.trim();
  if (!text) return undefined;
  const seconds = Number(text);
  // `Number` and `Date.parse` would also read "1e3", "0x10" and "1.5": those are neither form.
  const wait = /^\d+$/.test(text) ? seconds * 1000 : Number.isNaN(seconds) ? Date.parse(text) - serverNow : Number.NaN;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), ABSURD_MS);
}

function figure(headers: Headers, name: string): number | undefined {
  const text = headers.get(`x-ratelimit-${name}`)?.split(",")[0];
  const value = text ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) return undefined;
  return value >= 0 ? value : name === "remaining" ? 0 : undefined;
}

function resetTime(value: number, serverNow: number): number | undefined {
  if (value < DELTA_SECONDS_BELOW) return serverNow + value * 1000;
  const at = value < EPOCH_MS_FROM ? value * 1000 : value;
  return at < ABSURD_MS ? at : undefined;
}
