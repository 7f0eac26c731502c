import { expect, test } from "vitest";
import type { Pacer } from "../../src/pacing/pacer.ts";
import { createSharedPacer } from "../../src/redis/shared-pacer.ts";
import { createVirtualTime, type VirtualTime } from "../pacing/virtual-time.ts";
import { createMemoryStores } from "./memory-store.ts";
import { contextOf } from "./simulate-processes.ts";

const EPOCH = 1_800_000_000_000;
const HOUR = 3_600_000;
const FAR = "4070908800";

type Told = { readonly [header: string]: string };

/** One process whose service answers in 20 ms with what is given. */
function createProcess(answer: (operation: string, now: number) => readonly [status: number, told: Told]) {
  const world: VirtualTime = createVirtualTime();
  const clock = world.clock(EPOCH);
  const stores = createMemoryStores(world);
  const pacer: Pacer = createSharedPacer({
    context: contextOf(clock, () => 0.5),
    createStore: (name) => stores.of(name),
    id: "p",
    leaseMs: 1000,
    maxWaitMs: 1e12,
    maxQueued: 1e9,
    onLocal: () => undefined,
  });
  /** Operation and time of each request. */
  const sent: [operation: string, at: number][] = [];
  const call = (operation: string): void => {
    const send = (): void => {
      const sentAt = clock.now();
      sent.push([operation, world.now()]);
      world.at(world.now() + 20, () => {
        const [status, told] = answer(operation, world.now());
        pacer.answered({ operation, status, headers: new Headers(told), sentAt, receivedAt: clock.now() });
      });
    };
    const wait = pacer.enter({ operation });
    if (wait) void wait.then(send);
    else send();
  };
  return { world, call, sent, pacer };
}

/** A limit of 1,000 per minute, hardly used. */
const told = (now: number): Told => ({
  "x-ratelimit-limit": "1000",
  "x-ratelimit-remaining": "900",
  "x-ratelimit-reset": String(Math.floor((EPOCH + now) / 60_000) * 60 + 60),
});

test("what one operation is refused for a while is kept to it, until another is, too", async () => {
  const { world, call, sent } = createProcess((operation, now) => {
    const isRefused = now > 5000 && (operation === "a" || now > 20_000);
    return isRefused && now < HOUR ? [503, { "retry-after": "3600" }] : [200, told(now)];
  });
  for (const [at, operation] of [
    [0, "a"],
    [1000, "b"],
    [2000, "c"],
    [6000, "a"],
    [7000, "a"],
    [8000, "b"],
    [21_000, "b"],
    [22_000, "b"],
    [23_000, "c"],
  ] as const)
    world.at(at, () => call(operation));
  await world.run(60_000);
  expect(sent.map(([operation, at]) => `${operation} ${Math.round(at / 1000)}`)).toEqual([
    "a 0",
    "b 1",
    "c 2",
    "a 6",
    "b 8",
    "b 21",
  ]);
  await world.run(2 * HOUR);
  expect(sent).toHaveLength(9);
});

test("an operation that tells no limit is not held back by another's", async () => {
  const { world, call, sent } = createProcess((operation, now) => [200, operation === "limited" ? told(now) : {}]);
  call("limited");
  world.at(1000, () => call("free"));
  world.at(2000, () => {
    for (let count = 0; count < 2000; count++) call("free");
  });
  await world.run(5000);
  expect(sent.filter(([operation]) => operation === "free")).toHaveLength(2001);
});

test("a window that ends in years is believed for an hour, then one request asks", async () => {
  let answers = 0;
  const { world, call, sent } = createProcess((_, now) => {
    answers++;
    return [200, answers > 2 ? told(now) : { ...told(now), "x-ratelimit-remaining": "0", "x-ratelimit-reset": FAR }];
  });
  call("a");
  world.at(1000, () => {
    for (let count = 0; count < 5; count++) call("a");
  });
  await world.run(HOUR - 1000);
  expect(sent).toHaveLength(1);
  await world.run(HOUR + 5000);
  expect(sent).toHaveLength(2);
  await world.run(2 * HOUR + 60_000);
  expect(sent).toHaveLength(6);
});
