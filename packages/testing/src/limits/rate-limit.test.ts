import fc from "fast-check";
import { expect, test } from "vitest";
import { createRateLimiter, type FakeRateLimit } from "./rate-limit.ts";

/** Counts by going through every request again: slow, and plainly what the words say. */
function countModel(
  { kind, windowMs }: { kind: "fixed" | "sliding"; windowMs: number },
  allowed: readonly number[],
  now: number,
): number {
  const isInside = (time: number) =>
    kind === "fixed" ? Math.floor(time / windowMs) === Math.floor(now / windowMs) : time > now - windowMs;
  return allowed.filter(isInside).length;
}

test("both kinds of windows agree with counting everything again", () => {
  const steps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(
      fc.constantFrom("fixed" as const, "sliding" as const),
      fc.integer({ min: 1, max: 5 }),
      steps,
      (kind, limit, gaps) => {
        const windowMs = 1000;
        const limiter = createRateLimiter({ limit, window: { milliseconds: windowMs }, kind });
        const allowed: number[] = [];
        let now = 5_000;
        for (const gap of gaps) {
          now += gap;
          const before = countModel({ kind, windowMs }, allowed, now);
          const { isRefused, remaining, resetAt } = limiter.take("a", now);
          limiter.end("a");
          expect(isRefused).toBe(before >= limit);
          if (!isRefused) allowed.push(now);
          expect(remaining).toBe(limit - countModel({ kind, windowMs }, allowed, now));
          expect(resetAt).toBeGreaterThan(now);
          expect(resetAt).toBeLessThanOrEqual(now + windowMs);
          if (isRefused) expect(countModel({ kind, windowMs }, allowed, resetAt)).toBeLessThan(limit);
        }
      },
    ),
  );
});

test("credentials are counted apart", () => {
  const limiter = createRateLimiter({ limit: 1 });
  expect([limiter.take("a", 0), limiter.take("b", 0), limiter.take("a", 0)].map(({ isRefused }) => isRefused)).toEqual([
    false,
    false,
    true,
  ]);
});

test("looking counts nothing", () => {
  const limiter = createRateLimiter({ limit: 2, window: { seconds: 1 } });
  expect(limiter.peek("a", 0)).toEqual({ limit: 2, remaining: 2, resetAt: 1000, isRefused: false });
  limiter.take("a", 0);
  expect([limiter.peek("a", 999).remaining, limiter.peek("a", 1000).remaining]).toEqual([1, 2]);
});

test("a place in the concurrency quota is given back when the request ends", () => {
  const limiter = createRateLimiter({ limit: 10, concurrency: 1 });
  expect(limiter.take("a", 0)).toMatchObject({ isRefused: false, remaining: 9 });
  expect(limiter.take("a", 0)).toMatchObject({ isRefused: true, remaining: 9 });
  for (let time = 0; time < 3; time++) limiter.end("a");
  expect([limiter.take("a", 0).isRefused, limiter.take("a", 0).isRefused]).toEqual([false, true]);
  limiter.reset();
  limiter.end("a");
  expect(limiter.take("a", 0).isRefused).toBe(false);
});

test("credentials in use are shown by kind and number, those with least left first", () => {
  const limiter = createRateLimiter({ limit: 2, window: { seconds: 1 } });
  expect(limiter.all(0)).toEqual([]);
  for (const credential of ["Bearer b", "Bearer a", "Bearer a", "Bearer a", "", "key", "Basic x"])
    limiter.take(credential, 500);
  limiter.peek("idle", 500);
  expect(limiter.all(999).map(({ name, remaining }) => [name, remaining])).toEqual([
    ["Bearer token 2", 0],
    ["Bearer token 1", 1],
    ["No credential", 1],
    ["API key", 1],
    ["Basic login", 1],
  ]);
  expect(limiter.all(1000)).toEqual([]);
});

test("of credentials without end the oldest are forgotten, but those with a request under way", () => {
  const limiter = createRateLimiter({ limit: 1 });
  limiter.take("busy", 0);
  for (const credential of ["first", ...Array.from({ length: 10_000 }, (_, index) => `${index}`)]) {
    limiter.take(credential, 0);
    limiter.end(credential);
  }
  expect(limiter.all(0)).toHaveLength(100);
  expect(["busy", "9999", "first"].map((credential) => limiter.peek(credential, 0).remaining)).toEqual([0, 0, 1]);
});

test("a sliding window that is empty ends one window from now", () => {
  const limiter = createRateLimiter({ limit: 1, window: { seconds: 1 }, kind: "sliding" });
  expect(limiter.peek("a", 300).resetAt).toBe(1300);
  limiter.take("a", 400);
  expect(limiter.peek("a", 500).resetAt).toBe(1400);
});

test.each([
  ["fixed", 1000],
  ["sliding", 1300],
] as const)("the next reset of %s windows, whoever asks, is at %i", (kind, at) => {
  expect(createRateLimiter({ limit: 1, window: { seconds: 1 }, kind }).nextReset(300)).toBe(at);
});

test("a quota alone says a large limit", () => {
  const limiter = createRateLimiter({ concurrency: 2 });
  expect(limiter.take("a", 0)).toEqual({ limit: 1_000_000, remaining: 999_999, resetAt: 60_000, isRefused: false });
});

test.each<[FakeRateLimit, string]>([
  [{ limit: 1, windows: 1 } as never, 'rateLimit: unknown option "windows"; did you mean "window"?'],
  [{}, "rateLimit: set limit, concurrency, or both."],
  [
    { limit: 1, window: 60 as never },
    "rateLimit.window: expected a time span like { seconds: 60 }, got the number 60.",
  ],
  [{ limit: 1, window: { seconds: 0 } }, "rateLimit.window: expected a span longer than 0."],
  [{ limit: 1.5 }, "rateLimit.limit"],
  [{ concurrency: 0 }, "rateLimit.concurrency"],
  [{ limit: 1, kind: "other" as never }, "rateLimit.kind: expected fixed or sliding"],
  [{ limit: 1, window: { seconds: -1 } }, "only moves forward"],
])("%j is refused", (options, message) => {
  expect(() => createRateLimiter(options)).toThrow(message);
});
