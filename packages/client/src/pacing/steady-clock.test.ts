import { describe, expect, test } from "vitest";
import { createPacer } from "./create-pacer.ts";
import { oneLimit } from "./limits-by-operation.ts";

const START = 1_800_000_000_000;
const HOUR = 3_600_000;

/** A client's clock whose date can be set, and which moves by hand. */
function settableClock() {
  let elapsed = 12.5;
  let date = START;
  let timers: { at: number; run: () => void }[] = [];
  return {
    now: () => date,
    monotonic: () => elapsed,
    setTimeout(run: () => void, ms: number) {
      const timer = { at: elapsed + ms, run };
      timers.push(timer);
      return timer;
    },
    clearTimeout(handle: unknown) {
      timers = timers.filter((timer) => timer !== handle);
    },
    set(by: number) {
      date += by;
    },
    async advance(ms: number) {
      const until = elapsed + ms;
      for (let next = first(until); next; next = first(until)) {
        const { at, run } = next;
        timers = timers.filter((timer) => timer !== next);
        date += at - elapsed;
        elapsed = at;
        run();
        for (let turn = 0; turn < 5; turn++) await null;
      }
      date += until - elapsed;
      elapsed = until;
    },
  };
  function first(until: number) {
    return timers.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0];
  }
}

test.each([
  ["back", -HOUR],
  ["forward", HOUR],
])("a date that is set %s by an hour changes nothing for calls that wait", async (_, change) => {
  const clock = settableClock();
  let lastRetryAt: number | undefined;
  const rateLimited = (retryAt: number | undefined): Error => {
    lastRetryAt = retryAt;
    return new Error("too long");
  };
  const pacer = createPacer({ clock, random: () => 0.5, limits: oneLimit, errors: { rateLimited } });
  const sent: number[] = [];
  let remaining = 2;
  let window = 1;
  const send = (): void => {
    sent.push(clock.monotonic() - 12.5);
    const sentAt = clock.monotonic();
    const serverNow = START + sentAt - 12.5;
    if (serverNow >= START + window * 10_000) [window, remaining] = [window + 1, 2];
    remaining--;
    const headers = new Headers({
      date: new Date(serverNow).toUTCString(),
      "x-ratelimit-limit": "2",
      "x-ratelimit-remaining": `${remaining}`,
      "x-ratelimit-reset": `${(START + window * 10_000) / 1000}`,
    });
    pacer.answered({ status: 200, headers, sentAt, receivedAt: clock.monotonic() });
  };
  const call = (): unknown => pacer.enter({})?.then(send) ?? send();
  for (let index = 0; index < 5; index++) call();
  await clock.advance(5000);
  clock.set(change);
  expect(+(pacer.snapshot().resetAt as Date)).toBeCloseTo(START + 10_000 + change, -3);
  await clock.advance(20_000);
  expect(sent.map((at) => Math.floor(at / 10_000))).toEqual([0, 0, 1, 1, 2]);
  for (let index = 0; index < 3; index++) call();
  const refused = pacer.enter({ maxWaitMs: 0 });
  await expect(refused).rejects.toThrow("too long");
  expect(lastRetryAt).toBeCloseTo(START + 30_000 + change, -3);
});

describe.each([
  ["Reset as a date", (end: number) => end / 1000],
  ["Reset in seconds to go", (end: number, now: number) => Math.ceil((end - now) / 1000)],
])("without a readable Date (%s)", (_name, reset) => {
  /** Calls three times a minute for an hour at two per minute; after ten minutes the machine's date is an hour further. */
  async function play(isSuspended: boolean): Promise<number> {
    const clock = settableClock();
    const rateLimited = (): Error => new Error("too long");
    const pacer = createPacer({ clock, random: () => 0.5, limits: oneLimit, errors: { rateLimited }, maxWaitMs: 0 });
    let [slept, sent, window, left] = [isSuspended ? 0 : HOUR, 0, 0, 0];
    const send = (): void => {
      sent++;
      const sentAt = clock.monotonic();
      const now = START + sentAt - 12.5 + slept;
      const isOver = now >= window;
      if (isOver) window = Math.floor(now / 60_000) * 60_000 + 60_000;
      left = isOver ? 1 : left - 1;
      const headers = new Headers({
        "x-ratelimit-limit": "2",
        "x-ratelimit-remaining": `${Math.max(0, left)}`,
        "x-ratelimit-reset": `${reset(window, now)}`,
      });
      pacer.answered({ status: left < 0 ? 429 : 200, headers, sentAt, receivedAt: sentAt });
    };
    for (let minute = 0; minute < 60; minute++) {
      if (minute === 10) {
        clock.set(HOUR);
        slept = HOUR;
      }
      for (let call = 0; call < 3; call++) {
        const wait = pacer.enter({});
        if (!wait) send();
        await wait?.then(send, () => undefined);
      }
      await clock.advance(61_000);
    }
    return sent;
  }

  test("a machine that slept goes on with the next window", async () => {
    expect(await play(true)).toBeGreaterThan(115);
  });

  test("a date that is put right is believed", async () => {
    expect(await play(false)).toBeGreaterThan(95);
  });
});
