import { createRandom } from "./random.ts";
import type { Family } from "./scenarios.ts";
import { fixedWindow, type Limit, startedWindow, tokenBucket, type Verdict } from "./servers.ts";
import type { Scenario } from "./simulator.ts";

type Headers = NonNullable<Scenario["headers"]>;

const toGo = ({ resetAt }: Verdict, now: number): number => Math.ceil((resetAt - now) / 1000);

/** Latencies of a service nearby or far away, and a phase of its windows. */
function near(seed: number): Pick<Scenario, "seed" | "latencyMs" | "tasks"> {
  const longest = 3 + 60 * createRandom(seed ^ 0x9a9a)();
  return { seed, latencyMs: [longest / 2, longest], tasks: 150 };
}

/** A limiter with a count per window that the first request begins, and headers of its own. */
const started =
  (headers: Headers, more: Partial<Scenario> = {}): Family =>
  (seed) => ({ ...near(seed), limit: startedWindow(25, 2000), headers, ...more });

/** A client that comes too early is kept out for another window, as NestJS does. */
function blocking(limit: number, windowMs: number): Limit {
  let inner = startedWindow(limit, windowMs);
  let blockedUntil = Number.NEGATIVE_INFINITY;
  return {
    burst: limit,
    perMs: inner.perMs,
    take(now) {
      if (now < blockedUntil) return { accepted: false, limit, remaining: 0, resetAt: blockedUntil };
      const verdict = inner.take(now);
      if (verdict.accepted) return verdict;
      blockedUntil = now + windowMs;
      inner = startedWindow(limit, windowMs);
      return { ...verdict, resetAt: blockedUntil };
    },
  };
}

const draft6: Headers = (verdict, now) => ({
  "ratelimit-policy": "25;w=2",
  "ratelimit-limit": "25",
  "ratelimit-remaining": String(verdict.remaining),
  "ratelimit-reset": String(toGo(verdict, now)),
});

const plain: Headers = (verdict, now) => ({
  "x-ratelimit-limit": String(verdict.limit),
  "x-ratelimit-remaining": String(verdict.remaining),
  "x-ratelimit-reset": String(toGo(verdict, now)),
});

const retryAfter: NonNullable<Scenario["retryAfter"]> = (verdict, now) => String(toGo(verdict, now));

/** Limiters as others wrote them, by name, and most refusals of 150 calls that a run may have. */
export const dialects: { readonly [name: string]: readonly [family: Family, refusals: number] } = {
  "IETF draft 6": [started(draft6, { retryAfter }), 0],
  "IETF draft 7": [
    started((verdict, now) => ({
      "ratelimit-policy": "25;w=2",
      ratelimit: `limit=25, remaining=${verdict.remaining}, reset=${toGo(verdict, now)}`,
    })),
    0,
  ],
  "IETF draft 8": [
    started((verdict, now) => ({
      "ratelimit-policy": '"25-in-2sec"; q=25; w=2; pk=:MTJj:',
      ratelimit: `"25-in-2sec"; r=${verdict.remaining}; t=${toGo(verdict, now)}`,
    })),
    0,
  ],
  "seconds to go": [started(plain), 0],
  "seconds to go, early ones kept out": [
    (seed) => ({ ...near(seed), limit: blocking(25, 2000), headers: plain, retryAfter }),
    0,
  ],
  "milliseconds to go": [
    started((verdict, now) => ({
      ...plain(verdict, now),
      "x-ratelimit-reset": String(Math.ceil(verdict.resetAt - now)),
    })),
    0,
  ],
  durations: [
    started((verdict, now) => ({
      "x-ratelimit-limit-requests": "25",
      "x-ratelimit-remaining-requests": String(verdict.remaining),
      "x-ratelimit-reset-requests": `${Math.ceil(verdict.resetAt - now)}ms`,
      "x-ratelimit-limit-tokens": "150000",
      "x-ratelimit-remaining-tokens": "149000",
      "x-ratelimit-reset-tokens": "6m0s",
    })),
    0,
  ],
  "two limits at once": [
    (seed) => {
      const [burst, minute] = [startedWindow(10, 1000), fixedWindow([60], 10_000)];
      let other: Verdict;
      return {
        ...near(seed),
        limit: {
          burst: 60,
          perMs: 0.006,
          take(now) {
            other = minute.take(now);
            const verdict = burst.take(now);
            return { ...verdict, accepted: verdict.accepted && other.accepted };
          },
        },
        headers: (verdict, now) => ({
          "ratelimit-policy": '"burst";q=10;w=1, "minute";q=60;w=10',
          ratelimit: `"burst";r=${verdict.remaining};t=${toGo(verdict, now)}, "minute";r=${other.remaining};t=${toGo(other, now)}`,
        }),
      };
    },
    2,
  ],
  "Retry-After alone": [started(() => ({}), { retryAfter }), 150],
  "403 with Retry-After": [started(() => ({}), { retryAfter, refusal: 403 }), 150],
  "503 with Retry-After": [started(() => ({}), { retryAfter, refusal: 503 }), 150],
  "Reset that nobody can read": [started((verdict) => ({ ...plain(verdict, 0), "x-ratelimit-reset": "soon" })), 250],
  "bare 503 of a token bucket": [
    (seed) => ({ ...near(seed), limit: tokenBucket(20, 1000, "next"), reset: "none", refusal: 503 }),
    300,
  ],
};
