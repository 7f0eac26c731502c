import { expect, test } from "vitest";
import { systemClock } from "./clock.ts";
import { createPendingWork, workTrackerOf } from "./pending-work.ts";
import { createVirtualClock } from "./virtual-clock.ts";

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** A clock that moves by itself, with a timer as a client's timeout is. */
function clockWithTimeout() {
  const clock = createVirtualClock(0);
  clock.auto();
  clock.setTimeout(() => {}, 60_000);
  return { clock, trackWork: workTrackerOf(clock) };
}

test("work that takes real time keeps the clock from moving by itself", async () => {
  const { clock, trackWork } = clockWithTimeout();
  const answer = await trackWork(async () => {
    await turns(100);
    return clock.now();
  });
  expect(answer).toBe(0);
  await turns(30);
  expect(clock.now()).toBe(60_000);
});

test("work that waits for the clock does not hold it, at whichever of its steps", async () => {
  const { clock, trackWork } = clockWithTimeout();
  const wait = (ms: number) => new Promise<void>((resolve) => void clock.setTimeout(resolve, ms));
  await trackWork(async () => {
    await turns(20);
    await wait(1000);
    await wait(1000);
  });
  expect(clock.now()).toBe(2000);
});

test("a timer that others set while work is under way does not end its hold", async () => {
  const { clock, trackWork } = clockWithTimeout();
  const work = trackWork(async () => {
    await turns(100);
    return clock.now();
  });
  await turns(10);
  clock.setTimeout(() => {}, 10);
  expect(await work).toBe(0);
});

test("timers that are set by callbacks of the clock belong to no work", async () => {
  const { clock, trackWork } = clockWithTimeout();
  const again = (): void => void clock.setTimeout(again, 1000);
  const first = trackWork(async () => {
    again();
    await turns(100);
  });
  await first;
  const before = clock.now();
  const moved = await trackWork(async () => {
    const start = clock.now();
    await turns(100);
    return clock.now() - start;
  });
  expect([before > 0, moved]).toEqual([true, 0]);
  clock.auto(false);
});

test("work that never ends holds the clock for a limited time", async () => {
  let holds = 0;
  const released = new Promise<void>((resolve) => {
    const pendingWork = createPendingWork(() => {
      holds += 1;
      return () => {
        holds -= 1;
        resolve();
      };
    }, 0);
    void pendingWork.run(() => new Promise(() => {}));
  });
  expect(holds).toBe(1);
  await released;
  expect(holds).toBe(0);
});

test("work that fails releases the clock, and rejects with its error", async () => {
  const { clock, trackWork } = clockWithTimeout();
  await expect(trackWork(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await turns(30);
  expect(clock.now()).toBe(60_000);
});

test("a clock that pays no pendingWork lets work run", () => {
  expect(workTrackerOf(systemClock)(() => 1)).toBe(1);
});
