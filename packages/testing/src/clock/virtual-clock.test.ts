import { mock } from "node:test";
import { afterEach, expect, test, vi } from "vitest";
import { createMovableClock } from "./movable-clock.ts";
import { createVirtualClock } from "./virtual-clock.ts";

afterEach(() => void vi.useRealTimers());

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

test("it stands still until it is moved", async () => {
  const clock = createVirtualClock(1000);
  const seen: number[] = [];
  clock.setTimeout(() => seen.push(clock.now()), 50);
  expect([clock.now(), clock.pending]).toEqual([1000, 1]);
  await clock.advance(49);
  expect(seen).toEqual([]);
  await clock.advance({ milliseconds: 1 });
  expect([seen, clock.now(), clock.pending]).toEqual([[1050], 1050, 0]);
});

test("timers run in order of time, then in the order in which they were set", async () => {
  const clock = createVirtualClock(0);
  const seen: string[] = [];
  for (const [name, ms] of [
    ["c", 30],
    ["a", 10],
    ["b", 20],
    ["a2", 10],
    ["zero", 0],
    ["negative", -5],
    ["nan", Number.NaN],
  ] as const) {
    clock.setTimeout(() => seen.push(name), ms);
  }
  await clock.advance({ seconds: 1 });
  expect(seen).toEqual(["zero", "negative", "nan", "a", "a2", "b", "c"]);
});

test("a timer that is cleared never runs, however often it is cleared", async () => {
  const clock = createVirtualClock(0);
  const seen: string[] = [];
  const first = clock.setTimeout(() => seen.push("first"), 1);
  clock.setTimeout(() => seen.push("second"), 2);
  clock.clearTimeout(first);
  clock.clearTimeout(first);
  clock.clearTimeout(undefined);
  expect(clock.pending).toBe(1);
  await clock.advance(10);
  expect(seen).toEqual(["second"]);
});

test("a chain of waits runs through in one advance, each at its own time", async () => {
  const clock = createVirtualClock(0);
  const at: number[] = [];
  const wait = (ms: number): Promise<void> => new Promise((resolve) => void clock.setTimeout(resolve, ms));
  const chain = (async () => {
    for (let round = 0; round < 3; round++) {
      await wait(100);
      at.push(clock.now());
    }
  })();
  await clock.advance({ seconds: 1 });
  await chain;
  expect([at, clock.now()]).toEqual([[100, 200, 300], 1000]);
});

test("a timer that is set in a callback waits from then", async () => {
  const clock = createVirtualClock(0);
  const at: number[] = [];
  clock.setTimeout(() => void clock.setTimeout(() => at.push(clock.now()), 5), 10);
  await clock.advance(12);
  expect(at).toEqual([]);
  await clock.advance(3);
  expect(at).toEqual([15]);
});

test("next moves to the next timer", async () => {
  const clock = createVirtualClock(0);
  clock.setTimeout(() => {}, 60_000);
  expect([await clock.next(), clock.now(), await clock.next()]).toEqual([true, 60_000, false]);
});

test("it moves by itself once told to, and no more once told not to", async () => {
  const clock = createVirtualClock(0);
  clock.auto();
  for (let round = 0; round < 10; round++) await new Promise<void>((resolve) => void clock.setTimeout(resolve, 60_000));
  expect(clock.now()).toBe(600_000);
  clock.auto(false);
  clock.setTimeout(() => {}, 1);
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect([clock.now(), clock.pending]).toEqual([600_000, 1]);
});

test("it does not move by itself while it is held", async () => {
  const clock = createVirtualClock(0);
  clock.auto();
  const release = clock.hold();
  const other = clock.hold();
  let isDone = false;
  const done = new Promise<void>((resolve) => void clock.setTimeout(resolve, 10)).then(() => {
    isDone = true;
  });
  await turns(50);
  release();
  release();
  expect([clock.now(), isDone]).toEqual([0, false]);
  other();
  await done;
  expect(clock.now()).toBe(10);
});

test("it does not move by itself while something happens every few turns", async () => {
  const clock = createVirtualClock(0);
  clock.auto();
  clock.setTimeout(() => {}, 60_000);
  for (let call = 0; call < 20; call++) {
    clock.hold()();
    await turns(5);
  }
  expect(clock.now()).toBe(0);
  await turns(50);
  expect(clock.now()).toBe(60_000);
});

test("thousands of timers run in order", async () => {
  const clock = createVirtualClock(0);
  const seen: number[] = [];
  const handles = Array.from({ length: 2000 }, (_, index) => {
    const ms = (index * 7919) % 2003;
    return clock.setTimeout(() => seen.push(ms), ms);
  });
  for (const handle of handles.filter((_, index) => index % 2 === 0)) clock.clearTimeout(handle);
  await clock.advance(3000);
  expect(seen).toHaveLength(1000);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
});

test("it moves while the test's own fake timers stand still", async () => {
  vi.useFakeTimers();
  const clock = createVirtualClock(0);
  let isDone = false;
  clock.setTimeout(() => {
    isDone = true;
  }, 60_000);
  await clock.advance({ minutes: 1 });
  expect(isDone).toBe(true);
});

test("it moves where timers were faked before it was loaded", async () => {
  vi.useFakeTimers();
  vi.resetModules();
  const loaded = await import("./virtual-clock.ts");
  const clock = loaded.createVirtualClock(0);
  await clock.advance({ minutes: 1 });
  expect(clock.now()).toBe(60_000);
});

test("it moves where even the timers of the module were faked before it was loaded", async () => {
  mock.timers.enable({ apis: ["setTimeout", "setImmediate"] });
  try {
    vi.resetModules();
    const loaded = await import("./virtual-clock.ts");
    const clock = loaded.createVirtualClock(0);
    await clock.advance({ minutes: 1 });
    clock.auto();
    await new Promise<void>((resolve) => void clock.setTimeout(resolve, 60_000));
    expect(clock.now()).toBe(120_000);
  } finally {
    mock.timers.reset();
  }
});

test.each([
  [-1, "only moves forward"],
  [Number.NaN, "only moves forward"],
  [{ second: 1 }, 'time span: unknown unit "second"; did you mean "seconds"?'],
  [{ seconds: "5" }, 'seconds: expected a number; got "5"'],
  [[], "A time span is an object"],
  [null, "A time span is an object"],
  [{ days: 1e8 }, "A clock ends with the year 9999"],
  [{ seconds: 1e308 }, "A clock ends with the year 9999"],
])("a span of %j is refused, and moves no clock", async (span, message) => {
  for (const clock of [createVirtualClock(0), createMovableClock()]) {
    const before = clock.now();
    await expect(clock.advance(span as never)).rejects.toThrow(message);
    expect(clock.now() - before).toBeLessThan(86_400_000);
  }
});
