import { describe, expect, test } from "vitest";
import type { Clock } from "../clock.ts";
import { createPacer, type PacerOptions } from "./create-pacer.ts";
import { oneLimit } from "./limits-by-operation.ts";
import type { PacedCall, Pacer } from "./pacer.ts";

const T = 1_800_000_000_000;

class TooLong extends Error {
  readonly retryAt: number | undefined;
  constructor(retryAt: number | undefined) {
    super("too long");
    this.retryAt = retryAt;
  }
}

/** A clock with at most one timer, moved by hand. */
function handClock(): Clock & { advance(ms: number): void; delay(): number | undefined; reads: number } {
  let now = T;
  let timer: { at: number; run: () => void } | undefined;
  const clock = {
    reads: 0,
    now: () => {
      clock.reads++;
      return now;
    },
    setTimeout: (run: () => void, ms: number) => {
      if (timer) throw new Error("there is one timer already");
      timer = { at: now + ms, run };
      return timer;
    },
    clearTimeout: (handle: unknown) => {
      if (handle === timer) timer = undefined;
    },
    delay: () => (timer ? timer.at - now : undefined),
    advance: (ms: number) => {
      const until = now + ms;
      while (timer && timer.at <= until) {
        const { at, run } = timer;
        timer = undefined;
        now = at;
        run();
      }
      now = until;
    },
  };
  return clock;
}

function setUp(more: Partial<PacerOptions> = {}) {
  const clock = handClock();
  const errors = { rateLimited: (retryAt: number | undefined) => new TooLong(retryAt) };
  const pacer = createPacer({ clock, random: () => 0.5, errors, limits: oneLimit, ...more });
  const log: string[] = [];
  const enter = (name: string, call: PacedCall = {}): void => {
    const turn = pacer.enter(call);
    if (turn === undefined) log.push(name);
    else {
      turn.then(
        () => log.push(name),
        (error: unknown) => log.push(`${name}: ${(error as Error).message}`),
      );
    }
  };
  return { clock, pacer, log, enter };
}

function answer({ pacer, clock }: { pacer: Pacer; clock: Clock }, remaining: number, reset: number, status = 200) {
  const now = clock.now();
  const headers = new Headers({
    date: new Date(now).toUTCString(),
    "x-ratelimit-limit": "10",
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String((T + reset) / 1000),
  });
  return pacer.answered({ status, headers, sentAt: now, receivedAt: now });
}

/** A pacer whose window of 60 s is used up. */
function exhausted(more: Partial<PacerOptions> = {}) {
  const all = setUp(more);
  all.enter("first");
  answer(all, 0, 60_000);
  all.log.length = 0;
  return all;
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await null;
};

describe("a light user", () => {
  test("waits for nothing: no promise, no timer, no look at the clock", () => {
    const { clock, pacer } = setUp();
    expect(pacer.enter({})).toBeUndefined();
    answer({ pacer, clock }, 9, 60_000);
    clock.reads = 0;
    expect(pacer.enter({})).toBeUndefined();
    expect([clock.reads, clock.delay()]).toEqual([0, undefined]);
  });
});

describe("waiting calls", () => {
  test("go by priority, refused ones first, then in order of arrival", async () => {
    const { clock, pacer, log, enter } = exhausted({ maxWaitMs: 1e9 });
    enter("a");
    enter("b", { priority: 1 });
    enter("c");
    enter("d", { retry: true });
    enter("e", { priority: 1 });
    for (let window = 1; log.length < 5; window++) {
      clock.advance(61_000);
      await settled();
      for (let left = pacer.snapshot().inFlight - 1; left >= 0; left--)
        answer({ pacer, clock }, left, window * 60_000 + 60_000);
      await settled();
    }
    expect(log).toEqual(["b", "e", "d", "a", "c"]);
  });

  test("are paused, all of them, by one 429", async () => {
    const { clock, pacer, log, enter } = setUp();
    enter("first");
    answer({ pacer, clock }, 5, 60_000);
    enter("second");
    expect(answer({ pacer, clock }, 0, 60_000, 429)?.kind).toBe("window");
    enter("third");
    clock.advance(30_000);
    await settled();
    expect(log).toEqual(["first", "second"]);
  });

  test("end at once on abort, with the signal's reason, and leave no timer and no listener", async () => {
    const { clock, pacer, log, enter } = exhausted();
    const controller = new AbortController();
    enter("a", { signal: controller.signal });
    expect(clock.delay()).toBeGreaterThan(0);
    controller.abort(new Error("changed my mind"));
    await settled();
    expect(log).toEqual(["a: changed my mind"]);
    expect([clock.delay(), pacer.snapshot().queued]).toEqual([undefined, 0]);
    enter("b", { signal: controller.signal });
    await settled();
    expect(log).toEqual(["a: changed my mind", "b: changed my mind"]);
  });

  test("are rejected at once where the wait is longer than allowed", async () => {
    const { clock, pacer } = exhausted({ maxWaitMs: 5000 });
    const error = await pacer.enter({})?.then(String, (reason: unknown) => reason);
    expect(error).toBeInstanceOf(TooLong);
    expect((error as TooLong).retryAt).toBe(T + 60_001);
    expect(clock.delay()).toBeUndefined();
  });

  test("are rejected when the wait becomes longer than allowed", async () => {
    const all = setUp();
    const { clock, log, enter } = all;
    enter("first");
    answer(all, 1, 60_000);
    enter("second");
    enter("a", { maxWaitMs: 5000 });
    clock.advance(4999);
    await settled();
    expect(log).toEqual(["first", "second"]);
    clock.advance(1);
    await settled();
    expect(log).toEqual(["first", "second", "a: too long"]);
  });

  test("wait for the first answer as long as it takes: that is no wait for a limit", async () => {
    const all = setUp({ maxWaitMs: 1000 });
    const { clock, log, enter } = all;
    for (const name of ["first", "a", "b"]) enter(name);
    clock.advance(1500);
    answer(all, 9, 60_000);
    await settled();
    clock.advance(1500);
    answer(all, 8, 60_000);
    await settled();
    expect(log).toEqual(["first", "a", "b"]);
  });

  test("are rejected where too many wait", async () => {
    const { log, enter } = exhausted({ maxQueued: 2 });
    for (const name of ["a", "b", "c"]) enter(name);
    await settled();
    expect(log).toEqual(["c: too long"]);
  });

  test("are all rejected on close, as are later ones", async () => {
    const { clock, pacer, log, enter } = exhausted();
    enter("a");
    enter("b");
    pacer.close(new Error("closed"));
    enter("c");
    await settled();
    expect(log).toEqual(["a: closed", "b: closed", "c: closed"]);
    expect([clock.delay(), pacer.snapshot().queued]).toEqual([undefined, 0]);
  });

  test("wait for years in pieces that a timer can take", async () => {
    const { clock, pacer } = setUp({ maxWaitMs: 4e9 });
    expect(pacer.enter({})).toBeUndefined();
    pacer.enter({})?.catch(() => {});
    expect(clock.delay()).toBe(2 ** 31 - 1);
    clock.advance(2 ** 31 - 1);
    expect(clock.delay()).toBe(4e9 - (2 ** 31 - 1));
    pacer.close(new Error("closed"));
  });

  test("do not wait for years because a service says so: one asks after an hour", async () => {
    const all = setUp({ maxWaitMs: 1e12 });
    const { clock, log, enter } = all;
    enter("first");
    answer(all, 0, 4e9);
    for (const name of ["a", "b"]) enter(name);
    clock.advance(3_602_000);
    await settled();
    expect(log).toEqual(["first", "a"]);
    answer(all, 9, 3_660_000);
    await settled();
    expect(log).toEqual(["first", "a", "b"]);
  });
});

describe("a long queue", () => {
  test("takes 50,000 calls in and lets them go in order", async () => {
    const { clock, pacer, enter } = setUp();
    enter("first");
    const order: number[] = [];
    for (let call = 0; call < 50_000; call++)
      pacer.enter({})?.then(
        () => order.push(call),
        () => {},
      );
    enter("last");
    expect(pacer.snapshot().queued).toBe(50_001);
    const headers = new Headers({
      "x-ratelimit-limit": "1000000",
      "x-ratelimit-remaining": "999999",
      "x-ratelimit-reset": String(clock.now() / 1000 + 60),
    });
    pacer.answered({ status: 200, headers, sentAt: clock.now(), receivedAt: clock.now() });
    await settled();
    expect(order).toHaveLength(50_000);
    expect(order.every((call, index) => call === index)).toBe(true);
  });
});
