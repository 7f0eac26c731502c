import { type Clock, hasBoundTimers, monotonic, whenAborted } from "../clock.ts";
import type { PacedCall, PacerContext } from "./pacer.ts";

/** Options of {@link createWaitingQueue}. */
export interface WaitingQueueOptions {
  readonly clock: Clock;
  readonly errors: PacerContext["errors"];
  /** Longest wait of a call without a `maxWaitMs` of its own, in milliseconds. @default 300_000 (five minutes) */
  readonly maxWaitMs?: number | undefined;
  /** Most calls that may wait at once; one more is rejected at once. @default 100_000 */
  readonly maxQueued?: number | undefined;
  /** Releases the calls that can be sent now, and calls `wakeAt` for the others. */
  readonly pump: () => void;
}

/** A waiting call. */
interface Waiter {
  readonly order: number;
  /** Local times at which the wait began, and at which the call is rejected. */
  readonly since: number;
  readonly giveUpAt: number;
  /** Resolves the promise of the call, or rejects it with `end.reason`. */
  readonly settle: (end?: { readonly reason: unknown }) => void;
}

/**
 * The waiting calls of one route, by rank. Adding, taking and removing do not depend on their number; finding the highest
 * rank is linear in the number of different ranks.
 */
export interface Lane<Route> {
  readonly route: Route;
  size: number;
  readonly ranks: Map<number, Set<Waiter>>;
}

/** The calls of a client that wait for their permits. It rejects them on abort, after their longest wait and on `close`. */
export interface WaitingQueue<Route> {
  readonly size: number;
  /** Lanes in which calls wait. */
  readonly lanes: number;
  /** Returns `undefined` if no call waits and `pass()` is true: send now. Otherwise the call waits for the promise. */
  enter(call: PacedCall, route: Route, pass: () => boolean): undefined | Promise<void>;
  /** The lane that is not blocked and whose first call is the next. */
  next(blocked: ReadonlySet<unknown>): Lane<Route> | undefined;
  /** Releases the first `count` calls of a lane. */
  release(lane: Lane<Route>, count: number): void;
  /** Rejects the calls of a lane whose longest wait ends by `until`; `retryAt` goes into their error. */
  expire(lane: Lane<Route>, until: number, retryAt: number): void;
  /** Rejects every waiting call. */
  rejectAll(reason: unknown): void;
  /** Sets the one timer, which calls `pump` at `time`, by the monotonic clock, or when the longest wait of a call ends, if that is earlier. */
  wakeAt(time: number, now: number): void;
  /** Clears the timer. */
  sleep(): void;
  /** Rejects every waiting call and all later ones. */
  close(reason: Error): void;
}

/** Longest delay of a timer; with a longer one it would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Where timers are bound to requests, the timer of another request may never fire: each call looks by itself. */
const LOOK_MS = 1000;

/** Creates an empty queue. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one closure holds what the short functions in it share
export function createWaitingQueue<Route>(options: WaitingQueueOptions): WaitingQueue<Route> {
  const { clock, errors, maxWaitMs = 300_000, maxQueued = 100_000, pump } = options;
  const lanes = new Map<Route, Lane<Route>>();
  let size = 0;
  let entered = 0;
  /** Earliest time at which the longest wait of a call may end. */
  let giveUpAt = Infinity;
  let timer: unknown;
  let delay = 0;
  let closed: { readonly aborted: true; readonly reason: Error } | undefined;

  const waiters = (of: Iterable<Lane<Route>>): Waiter[] =>
    [...of].flatMap(({ ranks }) => [...ranks.values()].flatMap((rank) => [...rank]));
  const first = ({ ranks }: Lane<Route>): readonly [rank: number, waiter: Waiter] => {
    const rank = Math.max(...ranks.keys());
    const [waiter] = ranks.get(rank) as Set<Waiter>;
    return [rank, waiter as Waiter];
  };

  const wait = (call: PacedCall, route: Route): Promise<void> =>
    new Promise((resolve, reject) => {
      const { priority = 0, signal, maxWaitMs: longest = maxWaitMs, retry } = call;
      const rank = retry ? priority + 0.5 : priority;
      const now = monotonic(clock);
      const lane = lanes.get(route) ?? { route, size: 0, ranks: new Map<number, Set<Waiter>>() };
      lanes.set(route, lane);
      const rankSet = lane.ranks.get(rank) ?? new Set();
      lane.ranks.set(rank, rankSet);
      let own: unknown;
      const look = (): void => {
        pump();
        if (rankSet.has(waiter) && hasBoundTimers()) own = clock.setTimeout(look, Math.min(delay, LOOK_MS));
      };
      const waiter: Waiter = {
        order: entered++,
        since: now,
        giveUpAt: now + longest,
        settle(end) {
          size--;
          clock.clearTimeout(own);
          rankSet.delete(waiter);
          if (!rankSet.size) lane.ranks.delete(rank);
          if (!--lane.size) lanes.delete(route);
          unlisten();
          if (end) reject(end.reason);
          else resolve();
        },
      };
      const unlisten = whenAborted(signal, () => {
        waiter.settle(signal);
        pump();
      });
      giveUpAt = Math.min(giveUpAt, waiter.giveUpAt);
      size++;
      lane.size++;
      rankSet.add(waiter);
      look();
    });

  const rejectAll = (reason: unknown): void => {
    for (const waiter of waiters(lanes.values())) waiter.settle({ reason });
  };
  const sleep = (): void => {
    if (timer !== undefined) clock.clearTimeout(timer);
    timer = undefined;
  };

  return {
    get size() {
      return size;
    },
    get lanes() {
      return lanes.size;
    },
    enter(call, route, pass) {
      const end = closed ?? call.signal;
      if (end?.aborted) return Promise.reject(end.reason);
      if (!lanes.has(route) && pass()) return undefined;
      return size < maxQueued ? wait(call, route) : Promise.reject(errors.rateLimited(undefined));
    },
    next(blocked) {
      let best: Lane<Route> | undefined;
      for (const lane of lanes.values()) {
        if (blocked.has(lane)) continue;
        if (best) {
          const [[rank, { order }], [bestRank, { order: bestOrder }]] = [first(lane), first(best)];
          if (rank < bestRank || (rank === bestRank && order > bestOrder)) continue;
        }
        best = lane;
      }
      return best;
    },
    release(lane, count) {
      for (let left = count; left > 0 && lane.size; left--) first(lane)[1].settle();
    },
    expire(lane, until, retryAt) {
      if (giveUpAt > until) return;
      for (const waiter of waiters([lane]))
        if (waiter.giveUpAt <= until)
          waiter.settle({ reason: errors.rateLimited(retryAt, monotonic(clock) - waiter.since) });
      giveUpAt = Infinity;
      for (const waiter of waiters(lanes.values())) giveUpAt = Math.min(giveUpAt, waiter.giveUpAt);
    },
    rejectAll,
    wakeAt(time, now) {
      sleep();
      const wait = Math.min(time, size ? giveUpAt : Infinity) - now;
      delay = Math.min(Math.max(1, Math.ceil(wait)), MAX_TIMER_MS);
      if (wait === Infinity) return;
      timer = clock.setTimeout(pump, delay);
      // A timer that no call waits for must not keep the process alive.
      if (!size) (timer as { unref?(): void } | undefined)?.unref?.();
    },
    sleep,
    close(reason) {
      closed = { aborted: true, reason };
      rejectAll(reason);
      sleep();
    },
  };
}
