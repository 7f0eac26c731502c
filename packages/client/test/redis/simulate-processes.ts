import type { Clock } from "../../src/clock.ts";
import type { Pacer, PacerContext } from "../../src/pacing/pacer.ts";
import { createSharedPacer } from "../../src/redis/shared-pacer.ts";
import { createRandom } from "../pacing/random.ts";
import { createVirtualTime } from "../pacing/virtual-time.ts";
import { createMemoryStores } from "./memory-store.ts";

/** Processes that share one key over one store, on a virtual clock. */
export interface Setting {
  readonly seed: number;
  readonly processes: number;
  readonly limit: number;
  readonly windowMs: number;
  /** A second limit of each request, beside the first. */
  readonly second?: { readonly limit: number; readonly windowMs: number };
  /** How both are told. @default "fields": of its own each, Reset as a time */
  readonly told?: "fields" | "draft" | "policies";
  readonly windows: number;
  /** Requests per process and second, evenly spread; `backlog`: all wait from the start. */
  readonly load: number | "backlog";
  readonly leaseMs?: number;
  /** One way to the store, and to the service. */
  readonly storeMs?: number;
  readonly serviceMs?: number;
  /** How far the clocks of the processes may be off, either way. */
  readonly skewMs?: number;
  /** Requests of somebody else, at the start of each window. */
  readonly strangers?: number;
  /** The process that dies, and when. */
  readonly death?: { readonly process: number; readonly atMs: number };
  /** When the store does not answer. */
  readonly isStoreDown?: (time: number) => boolean;
  /** The service's clock is set back by so much, at half of the time. */
  readonly setBackMs?: number;
  /** Answers nothing about the limit. */
  readonly isSilent?: boolean;
}

export interface Result {
  /** Requests accepted and refused in each window. */
  readonly accepted: readonly number[];
  readonly refused: readonly number[];
  /** Accepted in full windows, by process. */
  readonly shares: readonly number[];
  /** Of the full windows: accepted / limit. */
  readonly efficiency: number;
  readonly permitRequests: number;
  readonly sent: number;
  readonly warnings: number;
  /** Longest time from a call to its sending. */
  readonly longestWaitMs: number;
  /** Times at which requests were accepted. */
  readonly acceptedAt: readonly number[];
  /** Calls that neither were answered nor wait. */
  readonly lost: number;
  readonly timers: number;
}

const EPOCH = 1_800_000_000_000;

export async function simulateProcesses(setting: Setting): Promise<Result> {
  const { seed, processes, limit, windowMs, windows, load, leaseMs = 1000, storeMs = 0.5, serviceMs = 3 } = setting;
  const random = createRandom(seed);
  const world = createVirtualTime();
  const start = random() * windowMs;
  const accepted: number[] = [];
  const refused: number[] = [];
  const acceptedAt: number[] = [];
  const shares = new Array<number>(processes).fill(0);
  let [sent, warnings, longestWaitMs, lost, used, last, usedOther] = [0, 0, 0, 0, 0, -1, 0];
  let lastOther: number | undefined;
  const near = (ms: number): number => ms * (0.75 + random() / 2);
  const isDead = (index: number): boolean => setting.death?.process === index && world.now() >= setting.death.atMs;
  const stores = createMemoryStores(world, () => near(storeMs));

  const serve = (index: number): { status: number; headers: Headers } => {
    const isSetBack = world.now() > (windows * windowMs) / 2;
    const now = start + world.now() - (isSetBack ? (setting.setBackMs ?? 0) : 0);
    const window = Math.floor(now / windowMs);
    if (window !== last) [last, used] = [window, setting.strangers ?? 0];
    const { second } = setting;
    const other = second && Math.floor(now / second.windowMs);
    if (other !== lastOther) [lastOther, usedOther] = [other, 0];
    const isGood = used < limit && (!second || usedOther < second.limit);
    used += +isGood;
    usedOther += +isGood;
    const counts = isGood ? accepted : refused;
    counts[window] = (counts[window] ?? 0) + 1;
    if (isGood) acceptedAt.push(world.now());
    if (isGood && window > 0 && window < windows) shares[index] = (shares[index] ?? 0) + 1;
    const headers = new Headers({ date: new Date(EPOCH + now).toUTCString() });
    if (second) {
      const ends = [(window + 1) * windowMs, ((other ?? 0) + 1) * second.windowMs] as const;
      tellBoth(headers, setting, { now, left: [limit - used, second.limit - usedOther], ends });
    } else if (!setting.isSilent) {
      headers.set("x-ratelimit-limit", String(limit));
      headers.set("x-ratelimit-remaining", String(limit - used));
      headers.set("x-ratelimit-reset", String((EPOCH + (window + 1) * windowMs) / 1000));
    }
    return { status: isGood ? 200 : 429, headers };
  };

  const clocks = Array.from({ length: processes }, () =>
    world.clock(EPOCH + start + (random() - 0.5) * 2 * (setting.skewMs ?? 0)),
  );
  const pacers = clocks.map((clock, index) =>
    createSharedPacer({
      context: contextOf(clock, random),
      createStore: (name) =>
        stores.of(name, (place) => (place === "store" ? !setting.isStoreDown?.(world.now()) : !isDead(index))),
      id: `p${index}`,
      leaseMs,
      maxWaitMs: 1e12,
      maxQueued: 1e9,
      onLocal: () => {
        warnings++;
      },
    }),
  );

  const send = (index: number, pacer: Pacer, askedAt: number): void => {
    if (isDead(index)) return;
    longestWaitMs = Math.max(longestWaitMs, world.now() - askedAt);
    sent++;
    const sentAt = clocks[index]?.now() ?? 0;
    world.at(world.now() + near(serviceMs), () => {
      const { status, headers } = serve(index);
      world.at(world.now() + near(serviceMs), () => {
        if (isDead(index)) return;
        pacer.answered({ status, headers, sentAt, receivedAt: clocks[index]?.now() ?? 0 });
        if (status === 429) call(index, pacer, true);
      });
    });
  };
  const call = (index: number, pacer: Pacer, retry = false): void => {
    if (isDead(index)) return;
    const askedAt = world.now();
    const turn = pacer.enter({ retry });
    if (turn === undefined) send(index, pacer, askedAt);
    else
      turn.then(
        () => send(index, pacer, askedAt),
        () => lost++,
      );
  };

  const until = windows * windowMs + windowMs / 2;
  for (const [index, pacer] of pacers.entries()) {
    const count = load === "backlog" ? Math.ceil((2 * limit * (windows + 2)) / processes) : (load * until) / 1000;
    const gap = load === "backlog" ? 0 : 1000 / load;
    const begin = random() * Math.max(5, gap);
    if (load === "backlog") {
      world.at(begin, () => {
        for (let task = 0; task < count; task++) call(index, pacer);
      });
    } else for (let task = 0; task < count; task++) world.at(begin + task * gap, () => call(index, pacer));
  }
  await world.run(until - start);
  const before = lost;
  for (const pacer of pacers) pacer.close(new Error("closed"));
  await world.run(until);
  const full = Array.from({ length: windows - 1 }, (_, window) => accepted[window + 1] ?? 0);
  return {
    accepted: Array.from({ length: windows + 1 }, (_, window) => accepted[window] ?? 0),
    refused: Array.from({ length: windows + 1 }, (_, window) => refused[window] ?? 0),
    shares,
    efficiency: full.reduce((sum, count) => sum + count, 0) / (full.length * limit),
    permitRequests: stores.requests,
    sent,
    warnings,
    longestWaitMs,
    acceptedAt,
    lost: before,
    timers: clocks.reduce((sum, clock) => sum + clock.pending(), 0),
  };
}

/** Tells two limits. */
function tellBoth(
  headers: Headers,
  { limit, windowMs, second, told = "fields" }: Setting,
  { now, left, ends }: { now: number; left: readonly number[]; ends: readonly number[] },
): void {
  const limits = [
    { name: "long", limit, seconds: windowMs / 1000 },
    { name: "short", limit: second?.limit, seconds: (second?.windowMs ?? 0) / 1000 },
  ].map((each, index) => {
    return { ...each, left: left[index] ?? 0, end: ends[index] ?? 0 };
  });
  const toGo = (end: number): number => Math.ceil((end - now) / 1000);
  if (told === "fields")
    for (const { name, limit: most, left: rest, end } of limits) {
      headers.set(`x-ratelimit-limit-${name}`, String(most));
      headers.set(`x-ratelimit-remaining-${name}`, String(rest));
      headers.set(`x-ratelimit-reset-${name}`, String((EPOCH + end) / 1000));
    }
  else if (told === "draft") {
    headers.set(
      "ratelimit-policy",
      limits.map((each) => `"${each.name}";q=${each.limit};w=${each.seconds}`).join(", "),
    );
    headers.set("ratelimit", limits.map((each) => `"${each.name}";r=${each.left};t=${toGo(each.end)}`).join(", "));
  } else {
    const [tightest] = [...limits].sort((one, other) => one.left - other.left);
    headers.set("ratelimit-policy", limits.map((each) => `${each.limit};w=${each.seconds}`).join(", "));
    headers.set("ratelimit-limit", String(tightest?.limit));
    headers.set("ratelimit-remaining", String(tightest?.left));
    headers.set("ratelimit-reset", String(toGo(tightest?.end ?? 0)));
  }
}

/** The surroundings of a process: its clock and its chance. */
export function contextOf(clock: Clock, random: () => number): PacerContext {
  const errors = { rateLimited: () => new Error("too long") };
  return { origin: "https://api.example", credential: "x", clock, random, errors };
}
