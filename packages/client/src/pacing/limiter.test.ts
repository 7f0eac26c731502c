import { describe, expect, test } from "vitest";
import { createLimiter, type Limiter } from "./limiter.ts";
import { oneLimit } from "./limits-by-operation.ts";
import type { Refusal } from "./pacer.ts";

/** A whole second. */
const T = 1_800_000_000_000;

interface Said {
  readonly status?: number;
  readonly limit?: number;
  readonly remaining?: number;
  /** Milliseconds after T. */
  readonly reset?: number;
  readonly sent?: number;
  readonly received?: number;
  readonly retryAfter?: string;
  readonly date?: number;
}

function answer(limiter: Limiter, said: Said): Refusal | undefined {
  const { status = 200, sent = 0, received = sent + 10, date = received } = said;
  const headers = new Headers({ date: new Date(T + date).toUTCString() });
  if (said.limit !== undefined) headers.set("x-ratelimit-limit", String(said.limit));
  if (said.remaining !== undefined) headers.set("x-ratelimit-remaining", String(said.remaining));
  if (said.reset !== undefined) headers.set("x-ratelimit-reset", String((T + said.reset) / 1000));
  if (said.retryAfter !== undefined) headers.set("retry-after", said.retryAfter);
  return limiter.answered({ status, headers, sentAt: T + sent, receivedAt: T + received }).refusal;
}

/** How many of a queue of 1,000 go now. */
function goes(limiter: Limiter, at: number): number {
  let sum = 0;
  for (let send = 1; send > 0 && sum < 1000; sum += send) send = limiter.decide(T + at, 1000 - sum).permits;
  return sum;
}

/** Knows a window of 50 that ends at 2 s, of which 46 remain, from four answers. */
function inTheMiddle(): Limiter {
  const limiter = createLimiter(() => 0.5, oneLimit);
  goes(limiter, 100);
  answer(limiter, { limit: 50, remaining: 49, reset: 2000, sent: 100 });
  const batch = goes(limiter, 110);
  for (let left = 49 - batch; left < 49; left++)
    answer(limiter, { limit: 50, remaining: left, reset: 2000, sent: 120 });
  return limiter;
}

describe("before the first answer", () => {
  test("lets one request go", () => {
    const limiter = createLimiter(() => 0, oneLimit);
    expect(limiter.pass()).toBe(true);
    expect(limiter.pass()).toBe(false);
    expect(goes(limiter, 0)).toBe(0);
  });

  test("lets a few go when the first fail", () => {
    const limiter = createLimiter(() => 0, oneLimit);
    for (let time = 0; time < 100; time++) {
      goes(limiter, time);
      limiter.failed(T + time);
    }
    expect(limiter.snapshot(0).inFlight).toBeLessThanOrEqual(8);
  });

  test("shows no figures", () => {
    const nothing = { limit: undefined, remaining: undefined, resetAt: undefined, queued: 0, inFlight: 0 };
    expect(createLimiter(() => 0, oneLimit).snapshot(0)).toEqual(nothing);
  });
});

describe("within a window", () => {
  test("opens in two steps", () => {
    const limiter = createLimiter(() => 0, oneLimit);
    goes(limiter, 100);
    answer(limiter, { limit: 50, remaining: 49, reset: 2000, sent: 100 });
    expect(goes(limiter, 110)).toBe(3);
    expect(goes(inTheMiddle(), 200)).toBe(46);
  });

  test("counts the lowest Remaining, in whatever order answers come, less those in flight", () => {
    const limiter = inTheMiddle();
    for (let sent = 0; sent < 5; sent++) expect(limiter.pass()).toBe(true);
    answer(limiter, { limit: 50, remaining: 40, reset: 2000, sent: 200 });
    answer(limiter, { limit: 50, remaining: 42, reset: 2000, sent: 200 });
    expect(limiter.snapshot(0)).toMatchObject({ remaining: 37, inFlight: 3, limit: 50, resetAt: new Date(T + 2112) });
  });

  test("takes a request without an answer for used until a later answer tells", () => {
    const limiter = inTheMiddle();
    limiter.pass();
    limiter.failed(T + 300);
    expect(limiter.snapshot(0).remaining).toBe(45);
    limiter.pass();
    answer(limiter, { limit: 50, remaining: 45, reset: 2000, sent: 310 });
    expect(limiter.snapshot(0).remaining).toBe(45);
  });

  test("takes it for used no longer once a request of the same millisecond is answered", () => {
    const limiter = inTheMiddle();
    limiter.pass();
    limiter.failed(T + 300);
    limiter.pass();
    answer(limiter, { limit: 50, remaining: 45, reset: 2000, sent: 300 });
    expect(limiter.snapshot(0).remaining).toBe(45);
  });

  test("ignores what answers of earlier windows say", () => {
    const limiter = inTheMiddle();
    limiter.pass();
    limiter.pass();
    answer(limiter, { limit: 50, remaining: 49, reset: 4000, sent: 2100, date: 2110 });
    answer(limiter, { limit: 50, remaining: 3, reset: 2000, sent: 1900, received: 2200 });
    expect(limiter.snapshot(0).remaining).toBe(49);
  });
});

describe("at the end of a window", () => {
  test("tests the first one with a single request, where clocks may be in step", () => {
    const limiter = inTheMiddle();
    expect(goes(limiter, 300)).toBe(46);
    for (let left = 45; left >= 0; left--) answer(limiter, { limit: 50, remaining: left, reset: 2000, sent: 300 });
    expect(limiter.decide(T + 400, 1000)).toMatchObject({ permits: 0, nextTime: T + 2000, isCertain: true });
    expect(goes(limiter, 2000)).toBe(1);
    answer(limiter, { limit: 50, remaining: 49, reset: 4000, sent: 2000 });
    expect(goes(limiter, 2010)).toBe(49);
  });

  test("sends the whole next window without asking", () => {
    const limiter = inTheMiddle();
    expect(goes(limiter, 2200)).toBe(1);
    answer(limiter, { limit: 50, remaining: 49, reset: 4000, sent: 2200 });
    expect(goes(limiter, 2210)).toBe(49);
    for (let left = 48; left >= 0; left--) answer(limiter, { limit: 50, remaining: left, reset: 4000, sent: 2210 });
    expect(goes(limiter, 3990)).toBe(0);
    expect(goes(limiter, 4300)).toBe(50);
  });
});

test("of a shared window a client uses three quarters of what it had before, and more after the middle", () => {
  const limiter = inTheMiddle();
  expect(goes(limiter, 2200)).toBe(1);
  answer(limiter, { limit: 50, remaining: 49, reset: 4000, sent: 2200 });
  expect(limiter.decide(T + 2210, 9).permits).toBe(9);
  for (let sent = 0; sent < 9; sent++)
    answer(limiter, { limit: 50, remaining: 38 - sent, reset: 4000, sent: 2210 + sent });
  expect(goes(limiter, 4300)).toBe(7);
  for (let sent = 0; sent < 7; sent++)
    answer(limiter, { limit: 50, remaining: 26 - sent, reset: 6000, sent: 4300 + sent });
  expect(goes(limiter, 4400)).toBe(0);
  expect(goes(limiter, 5300)).toBe(1);
  answer(limiter, { limit: 50, remaining: 8, reset: 6000, sent: 5300 });
  expect(goes(limiter, 5310)).toBe(1);
});

test("an end that is wrong by hours is not believed for longer than a whole window took before", () => {
  const limiter = inTheMiddle();
  const use = (at: number, reset: number): void => {
    expect(goes(limiter, at)).toBe(1);
    answer(limiter, { limit: 50, remaining: 49, reset, sent: at });
    expect(goes(limiter, at + 20)).toBe(49);
    for (let left = 48; left >= 0; left--) answer(limiter, { limit: 50, remaining: left, reset, sent: at + 20 });
  };
  use(2200, 4000);
  expect(goes(limiter, 4200)).toBe(50);
  for (let left = 49; left >= 0; left--) answer(limiter, { limit: 50, remaining: left, reset: 7_200_000, sent: 4200 });
  expect(goes(limiter, 6200)).toBe(0);
  use(8300, 10_000);
  expect(goes(limiter, 10_200)).toBeGreaterThan(40);
});

describe("a 429", () => {
  test("of the window waits for its end", () => {
    const limiter = inTheMiddle();
    limiter.pass();
    const refusal = answer(limiter, { status: 429, limit: 50, remaining: 0, reset: 2000, sent: 300 });
    expect(refusal).toEqual({ kind: "window", retryAt: T + 2112 });
    expect(goes(limiter, 400)).toBe(0);
  });

  test("whose Retry-After is later than its Reset is tried again at the Reset, then at Retry-After", () => {
    const limiter = inTheMiddle();
    limiter.pass();
    const said = { status: 429, limit: 50, remaining: 0, reset: 2000, retryAfter: "30" };
    expect(answer(limiter, { ...said, sent: 300 })).toEqual({ kind: "window", retryAt: T + 2112 });
    expect(goes(limiter, 2112)).toBe(1);
    expect(answer(limiter, { ...said, sent: 2200 })).toEqual({ kind: "window", retryAt: T + 32_210 });
    expect(limiter.decide(T + 5000, 1)).toMatchObject({ permits: 0, nextTime: T + 32_210, isCertain: true });
  });

  test("whose Reset is later than its Retry-After is tried again a second after Retry-After, by one request", () => {
    const limiter = inTheMiddle();
    limiter.pass();
    answer(limiter, { status: 429, limit: 50, remaining: 0, reset: 600_000, sent: 300, retryAfter: "30" });
    expect(limiter.decide(T + 400, 9)).toMatchObject({ permits: 0, nextTime: T + 30_310 });
    expect(limiter.decide(T + 30_310, 9)).toMatchObject({ permits: 0, nextTime: T + 31_310 });
    expect(goes(limiter, 31_310)).toBe(1);
    answer(limiter, { limit: 50, remaining: 49, reset: 60_000, sent: 31_310 });
    expect(goes(limiter, 31_400)).toBeGreaterThan(1);
  });

  test.each([
    ["Reset of the year 2099", { status: 200, limit: 10, remaining: 0, reset: 2.2e12 }],
    ["Reset of the year 2099, refused", { status: 429, limit: 10, remaining: 0, reset: 2.2e12 }],
    ["Date ten years back", { status: 200, limit: 10, remaining: 0, reset: 60_000, date: -3.15e11 }],
    ["Retry-After of years", { status: 503, retryAfter: "60000000" }],
    [
      "Retry-After of years in a window",
      { status: 429, limit: 10, remaining: 0, reset: 2.2e12, retryAfter: "60000000" },
    ],
  ])("(%s) is believed for an hour, then one request goes, and what it tells holds", (_, mistake) => {
    const limiter = createLimiter(() => 0.5, oneLimit);
    const hour = 3_600_000;
    limiter.pass();
    answer(limiter, mistake);
    for (const probe of [1, 2]) {
      expect(limiter.decide(T + probe * hour - 1000, 9)).toMatchObject({ permits: 0, isCertain: true });
      expect(goes(limiter, probe * (hour + 3000))).toBe(1);
      answer(
        limiter,
        probe > 1
          ? { limit: 10, remaining: 9, reset: 3 * hour, sent: 2 * hour + 6000 }
          : { ...mistake, sent: hour + 3000 },
      );
    }
    expect(goes(limiter, 2 * hour + 6100)).toBeGreaterThan(0);
  });

  test("of a window that is told no more, though it is not over, is forgotten with it", () => {
    const limiter = createLimiter(() => 0.5, oneLimit);
    limiter.pass();
    answer(limiter, { status: 429, limit: 10, remaining: 0, reset: 2.2e12 });
    expect(goes(limiter, 3_603_000)).toBe(1);
    answer(limiter, { sent: 3_603_000 });
    expect(goes(limiter, 3_603_100)).toBe(1000);
  });

  test("with requests remaining is a quota: a pause, and fewer at once", () => {
    const limiter = inTheMiddle();
    for (let sent = 0; sent < 10; sent++) limiter.pass();
    for (let left = 42; left > 36; left--) answer(limiter, { limit: 50, remaining: left, reset: 2000, sent: 300 });
    const said = { status: 429, limit: 50, remaining: 37, reset: 2000, sent: 300 };
    expect(answer(limiter, said)).toEqual({ kind: "quota", retryAt: T + 310 + 250 });
    for (let again = 0; again < 3; again++) answer(limiter, said);
    expect(goes(limiter, 400)).toBe(0);
    expect(goes(limiter, 600)).toBe(1);
  });

  test("of a quota doubles the pause while it lasts, and recovers", () => {
    const limiter = createLimiter(() => 0.999999, oneLimit);
    const pauses: number[] = [];
    let at = 0;
    for (let refusals = 0; refusals < 12; refusals++) {
      goes(limiter, at);
      const { retryAt = 0 } = answer(limiter, { status: 429, sent: at, received: at + 1, date: 0 }) ?? {};
      pauses.push(Math.round(retryAt - T - at - 1));
      at = retryAt - T + 1;
    }
    expect(pauses.slice(0, 5)).toEqual([500, 1000, 2000, 4000, 8000]);
    expect(Math.max(...pauses)).toBe(60_000);
    goes(limiter, at);
    answer(limiter, { sent: at, received: at + 1 });
    goes(limiter, at + 2);
    const { retryAt = 0 } = answer(limiter, { status: 429, sent: at + 2, received: at + 3 }) ?? {};
    expect(Math.round(retryAt - T - at - 3)).toBe(500);
  });
});

describe("without headers", () => {
  test("does not pace", () => {
    const limiter = createLimiter(() => 0, oneLimit);
    limiter.pass();
    answer(limiter, {});
    expect(goes(limiter, 20)).toBe(1000);
  });
});

describe("bare 503s", () => {
  /** Takes every second request for a while, then refuses a row of them. Says how each of the row was understood. */
  const row = (every: number, wait: number): unknown[] => {
    const limiter = createLimiter(() => 0, oneLimit);
    limiter.pass();
    answer(limiter, {});
    for (let at = 20; at < 420; at += 10) {
      limiter.pass();
      answer(limiter, { status: (at / 10) % every ? 200 : 503, sent: at, received: at + 5 });
    }
    return [0, 1, 2, 3].map((index) => {
      limiter.pass();
      return answer(limiter, { status: 503, sent: 420 + wait + index, received: 425 + wait + index })?.kind;
    });
  };

  test("are a limiter's while the service takes others in the same second", () => {
    expect(row(2, 0)).toEqual(["window", "window", "window", "window"]);
  });

  test("are failures where the service has taken none for a second", () => {
    expect(row(2, 2000)).not.toContain("window");
    expect(row(2, 2000)).toContain("outage");
  });

  test("are failures of single calls where they are few", () => {
    expect(row(20, 0)[0]).toBeUndefined();
  });
});

describe("a server that lies", () => {
  test.each([
    ["Reset in the past", { remaining: 0, reset: -100_000 }],
    ["Reset that never moves", { remaining: 0, reset: 1000 }],
    ["Remaining without Reset", { remaining: 0 }],
    ["a limit of none", { limit: 0, remaining: 0, reset: -1000 }],
  ])("never stops the client: %s", (_name, said) => {
    const limiter = createLimiter(() => 0.5, oneLimit);
    let done = 0;
    for (let at = 0; at < 60_000 && done <= 100; at += 100) {
      for (let send = goes(limiter, at); send > 0; send--, done++) {
        answer(limiter, { limit: 10, ...said, sent: at, received: at + 5 });
      }
    }
    expect(done).toBeGreaterThan(100);
  });
});
