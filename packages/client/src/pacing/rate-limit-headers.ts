/** What one answer says of the rate limit. Whatever is absent, malformed or absurd is NaN. Times are in milliseconds. */
export type RateLimitHeaders = readonly [
  limit: number,
  remaining: number,
  /** End of the window: epoch on the server's clock. */
  reset: number,
  /** The server's clock, cut to whole seconds. */
  date: number,
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
 * Reads `X-RateLimit-Limit`, `-Remaining`, `-Reset` and `Date`. A Reset given as seconds to go is counted
 * from `Date` (where missing, from the local second), which makes it the same moment in every answer of a window; one
 * second more where the server rounds down, which shows by a 0.
 */
export function readRateLimit(headers: Headers, receivedAt: number, roundsDown: boolean): RateLimitHeaders {
  const date = Date.parse(headers.get("date") as string);
  const now = date || receivedAt - (receivedAt % 1000);
  const value = figure(headers, "x-ratelimit-reset");
  const isZero = value === 0;
  const delta = now + (value + +(isZero || roundsDown)) * 1000;
  const reset = value < EPOCH_SECONDS_FROM ? delta : value < EPOCH_MS_FROM ? value * 1000 : value;
  return [
    figure(headers, "x-ratelimit-limit"),
    figure(headers, "x-ratelimit-remaining"),
    reset < LATEST_MS ? reset : NaN,
    date,
    isZero,
  ];
}

/** A number that is not negative. */
function figure(headers: Headers, name: string): number {
  const value = Number(headers.get(name) || "-");
  return value >= 0 ? value : NaN;
}
