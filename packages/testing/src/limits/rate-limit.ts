import { milliseconds, type TimeSpan } from "../clock/time-span.ts";

/** How many requests a credential may send. */
export interface RateLimitOptions {
  /** Requests per window. */
  readonly limit: number;
  /** Length of a window. @default 60 seconds */
  readonly window?: TimeSpan | number;
  /**
   * `fixed`: windows begin at multiples of their length, all requests come back at once. `sliding`: each request comes
   * back one window after it was sent.
   * @default "fixed"
   */
  readonly kind?: "fixed" | "sliding";
  /** Requests of a credential that may be answered at the same time; beyond it 429 with requests remaining. */
  readonly concurrency?: number;
}

/** What a credential has left, as the headers say it. */
export interface RateLimitState {
  readonly limit: number;
  readonly remaining: number;
  /** Epoch milliseconds. */
  readonly resetAt: number;
  readonly isRefused: boolean;
}

export interface RateLimiter {
  /** Counts a request of a credential, and says whether it is refused. */
  take(credential: string, now: number): RateLimitState;
  /** Ends a request: gives back its place in the concurrency quota. */
  end(credential: string): void;
  reset(): void;
}

/**
 * Counts requests by credential.
 *
 * @throws TypeError where the limit or the window cannot be counted with.
 */
export function createRateLimiter(options: RateLimitOptions): RateLimiter {
  const { limit, window = { seconds: 60 }, kind = "fixed", concurrency = Number.POSITIVE_INFINITY } = options;
  const windowMs = milliseconds(window);
  if (!Number.isInteger(limit) || limit < 1)
    throw new TypeError(`rateLimit.limit: expected a whole number from 1, got ${limit}.`);
  if (windowMs === 0) throw new TypeError("rateLimit.window: expected a span longer than 0.");
  const counters = new Map<string, Counter>();
  const counterOf = (credential: string): Counter => {
    const counter = counters.get(credential) ?? { times: [], active: 0 };
    counters.set(credential, counter);
    return counter;
  };
  const begin = (now: number) => (kind === "fixed" ? Math.floor(now / windowMs) * windowMs : now - windowMs + 1);
  const view = (counter: Counter, now: number, isRefused: boolean): RateLimitState => {
    const oldest = counter.times[0] ?? now;
    const resetAt = kind === "fixed" ? begin(now) + windowMs : oldest + windowMs;
    return { limit, remaining: Math.max(0, limit - counter.times.length), resetAt, isRefused };
  };
  const forget = (counter: Counter, now: number): void => {
    const start = begin(now);
    const kept = counter.times.findIndex((time) => time >= start);
    counter.times.splice(0, kept < 0 ? counter.times.length : kept);
  };
  return {
    take(credential, now) {
      const counter = counterOf(credential);
      forget(counter, now);
      const isRefused = counter.times.length >= limit || counter.active >= concurrency;
      if (!isRefused) counter.times.push(now);
      counter.active++;
      return view(counter, now, isRefused);
    },
    end(credential) {
      counterOf(credential).active--;
    },
    reset: () => counters.clear(),
  };
}

interface Counter {
  /** When the requests of the window were sent, oldest first. */
  readonly times: number[];
  active: number;
}
