/** What one answer says of the rate limit. Whatever is absent, malformed or absurd is NaN. Times are in milliseconds. */
export type RateLimitHeaders = readonly [
  limit: number,
  remaining: number,
  /** End of the window: epoch on the server's clock. */
  reset: number,
  /** The server's clock, cut to whole seconds. */
  date: number,
  /** How long to wait; 0 where the answer does not say, or names a date that has passed. */
  retryAfter: number,
  /** Reset is no seconds to go: this server rounds down. */
  isZero: boolean,
];

/** Below this a Reset is seconds to go, from here on epoch seconds: 1973. */
const EPOCH_SECONDS_FROM = 1e8;
/** From here on it is epoch milliseconds: 1973, or the year 5138 in seconds. */
const EPOCH_MS_FROM = 1e11;
/** Whatever is later than the year 5138 is a mistake. */
const LATEST_MS = 1e14;

/**
 * Reads `X-RateLimit-Limit`, `-Remaining`, `-Reset`, `Date` and `Retry-After`. A Reset given as seconds to go is counted
 * from `Date` (where missing, from the local second), which makes it the same moment in every answer of a window; one
 * second more where the server rounds down, which shows by a 0.
 */
export function readRateLimit(headers: Headers, receivedAt: number, roundsDown: boolean): RateLimitHeaders {
  const date = Date.parse(headers.get("date") as string);
  const now = date || receivedAt - (receivedAt % 1000);
  const value = figure(headers, "reset");
  const isZero = value === 0;
  const delta = now + (value + +(isZero || roundsDown)) * 1000;
  const reset = value < EPOCH_SECONDS_FROM ? delta : value < EPOCH_MS_FROM ? value * 1000 : value;
  return [
    figure(headers, "limit"),
    figure(headers, "remaining"),
    reset < LATEST_MS ? reset : NaN,
    date,
    readRetryAfter(headers.get("retry-after") ?? "", now),
    isZero,
  ];
}

/** Strictly delay-seconds or an HTTP date: `Number` and `Date.parse` alone would also read "1e3", "0x10" and "-1". */
function readRetryAfter(text: string, now: number): number {
  const wait = /^\d+$/.test(text) ? +text * 1000 : text.endsWith(" GMT") ? Date.parse(text) - now : 0;
  return wait > 0 ? Math.min(wait, LATEST_MS) : 0;
}

/** A number that is not negative. */
function figure(headers: Headers, name: string): number {
  const value = Number(headers.get(`x-ratelimit-${name}`) || "-");
  return value >= 0 ? value : NaN;
}
