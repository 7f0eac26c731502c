/** State of a limit after one request. `resetAt`: server time in milliseconds, exact. */
export interface Verdict {
  readonly accepted: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: number;
  /** Index of the window that was charged, where there are windows. */
  readonly window?: number;
}

/** A rate limit, exactly. `now` is the server's time and never goes back. */
export interface Limit {
  take(now: number): Verdict;
  /** A request that was being worked on is done. */
  done?(): void;
  /** Most requests that are accepted at once, and per millisecond after that. */
  readonly burst: number;
  readonly perMs: number;
}

/** Windows that all begin at multiples of their length. */
export function fixedWindow(limits: readonly number[], windowMs: number): Limit {
  let current = Number.NaN;
  let used = 0;
  return {
    burst: Math.max(...limits),
    perMs: limits.reduce((sum, limit) => sum + limit, 0) / limits.length / windowMs,
    take(now) {
      const window = Math.floor(now / windowMs);
      const limit = limits[Math.abs(window) % limits.length] ?? 1;
      if (window !== current) used = 0;
      current = window;
      const accepted = used < limit;
      if (accepted) used++;
      return { accepted, limit, remaining: Math.max(0, limit - used), resetAt: (window + 1) * windowMs, window };
    },
  };
}

/** Windows that begin with the first request after the end of the last: those of most counters with an expiry. */
export function startedWindow(limit: number, windowMs: number): Limit {
  let end = Number.NEGATIVE_INFINITY;
  let used = 0;
  let window = -1;
  return {
    burst: limit,
    perMs: limit / windowMs,
    take(now) {
      if (now >= end) {
        end = now + windowMs;
        used = 0;
        window++;
      }
      const accepted = used < limit;
      if (accepted) used++;
      return { accepted, limit, remaining: limit - used, resetAt: end, window };
    },
  };
}

/** No more than `limit` in any span of the window's length. Reset is when the oldest request leaves the window. */
export function slidingWindow(limit: number, windowMs: number): Limit {
  const taken: number[] = [];
  return {
    burst: limit,
    perMs: limit / windowMs,
    take(now) {
      while (taken.length > 0 && (taken[0] as number) <= now - windowMs) taken.shift();
      const accepted = taken.length < limit;
      if (accepted) taken.push(now);
      return { accepted, limit, remaining: limit - taken.length, resetAt: (taken[0] ?? now) + windowMs };
    },
  };
}

/** A bucket of `limit` tokens that fills in `windowMs`. Reset is when it is full, or when the next token comes. */
export function tokenBucket(limit: number, windowMs: number, reset: "full" | "next"): Limit {
  const perMs = limit / windowMs;
  let tokens = limit;
  let last = Number.NaN;
  return {
    burst: limit,
    perMs,
    take(now) {
      tokens = Math.min(limit, tokens + (Number.isNaN(last) ? 0 : (now - last) * perMs));
      last = now;
      const accepted = tokens >= 1;
      if (accepted) tokens--;
      const missing = reset === "full" ? limit - tokens : Math.max(0, 1 - tokens);
      return { accepted, limit, remaining: Math.floor(tokens), resetAt: now + missing / perMs };
    },
  };
}

/** At most `most` requests at once, each for `workMs`, whatever the window says: a refusal that no reset takes away. */
export function concurrencyQuota(inner: Limit, most: number, workMs: number): Limit {
  let working = 0;
  let last: Verdict | undefined;
  return {
    burst: most,
    perMs: most / workMs,
    take(now) {
      // A refusal charges nothing and repeats what was last said of the window.
      if (last && working >= most && now < last.resetAt) return { ...last, accepted: false };
      last = inner.take(now);
      if (last.accepted) working++;
      return last;
    },
    done() {
      working--;
    },
  };
}
