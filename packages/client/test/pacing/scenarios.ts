import { createRandom } from "./random.ts";
import { concurrencyQuota, fixedWindow, slidingWindow, startedWindow, tokenBucket } from "./servers.ts";
import type { Scenario } from "./simulator.ts";

/** A kind of server and load, drawn by seed. Saturating: there is more to do than the limit lets through. */
export type Family = (seed: number) => Scenario;

const pick = <Value>(random: () => number, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value;

/** One client alone on a fixed window of whole seconds: any limit, any skew, latencies up to a third of the window. */
export const aloneOnFixedWindows: Family = (seed) => {
  const random = createRandom(seed ^ 0x5f5f);
  const windowMs = pick(random, [1, 1, 2, 5, 10, 60]) * 1000;
  const limit = Math.ceil(2 ** (1 + 7 * random()));
  // Both ways together, less the second by which a client that has just begun may be late.
  const longest = (random() * random() * windowMs) / 6;
  const skewMs = pick(random, [0, 0, (random() - 0.5) * 2000, (random() - 0.5) * 7_200_000]);
  return {
    seed,
    limit: fixedWindow([limit], windowMs),
    reset: pick(random, ["s", "ms", "delta"] as const),
    skewMs,
    latencyMs: [longest * random(), longest],
    tasks: limit * 9,
    untilMs: windowMs * 8,
  };
};

export const fourOnOneKey: Family = (seed) => {
  const random = createRandom(seed ^ 0x4444);
  const windowMs = pick(random, [1000, 1000, 2000, 10_000]);
  const limit = pick(random, [50, 100, 300]);
  return {
    seed,
    limit: fixedWindow([limit], windowMs),
    skewMs: pick(random, [0, 0, 3_600_000 * (random() - 0.5)]),
    latencyMs: [2, pick(random, [3, 10, 40])],
    clients: 4,
    tasks: limit * 6,
    untilMs: windowMs * 14,
  };
};

/** Processes take a while to start, one after another: the first has a window to itself before it meets the others. */
export const fourInTurn: Family = (seed) => ({
  seed,
  limit: fixedWindow([50], 1000),
  latencyMs: [2, 2 + 20 * createRandom(seed ^ 0x1717)()],
  clients: 4,
  staggerMs: 300,
  tasks: 150,
  untilMs: 60_000,
});

export const withOthers: Family = (seed) => {
  const random = createRandom(seed ^ 0x0707);
  const limit = pick(random, [20, 50, 200]);
  const taken = Math.ceil(limit * 0.3);
  return {
    seed,
    limit: { ...fixedWindow([limit], 1000), perMs: (limit - taken) / 1000 },
    tasks: limit * 12,
    others: Array.from({ length: 30 }, (_, second) => [second * 1000 + 1, taken] as const),
    untilMs: 12_000,
  };
};

export const startedBySelf: Family = (seed) => ({
  ...aloneOnFixedWindows(seed),
  reset: "s",
  limit: startedWindow(50, 10_000),
  latencyMs: [2, 40],
  tasks: 450,
  untilMs: 100_000,
});

export const roundedDown: Family = (seed) => ({ ...startedBySelf(seed), reset: "s-floor" });

export const sliding: Family = (seed) => ({ ...startedBySelf(seed), limit: slidingWindow(50, 10_000) });

export const bucketUntilFull: Family = (seed) => ({ ...startedBySelf(seed), limit: tokenBucket(50, 10_000, "full") });

export const bucketUntilNext: Family = (seed) => ({ ...startedBySelf(seed), limit: tokenBucket(50, 10_000, "next") });

export const withoutDate: Family = (seed) => {
  const random = createRandom(seed ^ 0xdada);
  return {
    seed,
    limit: fixedWindow([50], 2000),
    date: false,
    skewMs: (random() - 0.5) * 1000,
    tasks: 450,
    untilMs: 20_000,
  };
};

export const withoutHeaders: Family = (seed) => ({
  seed,
  limit: fixedWindow([50], 1000),
  reset: "none",
  tasks: 400,
  untilMs: 60_000,
});

export const lossy: Family = (seed) => ({ ...aloneOnFixedWindows(seed), lossRate: 0.05 });

export const changing: Family = (seed) => ({
  ...aloneOnFixedWindows(seed),
  limit: fixedWindow([40, 60, 60, 25, 100], 2000),
  latencyMs: [2, 30],
  tasks: 1000,
  untilMs: 20_000,
});

export const outages: Family = (seed) => ({
  seed,
  limit: fixedWindow([50], 1000),
  tasks: 500,
  isDown: (time) => time % 3000 < 200,
  untilMs: 10_000,
});

export const quota: Family = (seed) => {
  const random = createRandom(seed ^ 0xc0c0);
  const workMs = pick(random, [20, 50, 200]);
  return {
    seed,
    limit: concurrencyQuota(fixedWindow([10_000], 1000), pick(random, [1, 4, 8, 16]), workMs),
    workMs,
    tasks: 600,
  };
};

export const deltaRoundedDown: Family = (seed) => ({ ...aloneOnFixedWindows(seed), reset: "delta-floor" });

/** Every kind by name. */
export const families: Readonly<Record<string, Family>> = {
  "fixed window, alone": aloneOnFixedWindows,
  "fixed window, 5% lost": lossy,
  "fixed window, limit changes": changing,
  "fixed window, 503 in bursts": outages,
  "fixed window, no Date": withoutDate,
  "fixed window, delta rounded down": deltaRoundedDown,
  "fixed window, others take 30%": withOthers,
  "fixed window, four clients": fourOnOneKey,
  "same, one after another": fourInTurn,
  "window started by a request": startedBySelf,
  "same, Reset rounded down": roundedDown,
  "sliding window": sliding,
  "token bucket, Reset when full": bucketUntilFull,
  "token bucket, Reset next token": bucketUntilNext,
  "no headers": withoutHeaders,
  "concurrency quota": quota,
};
