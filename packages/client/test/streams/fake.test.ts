import { readFileSync } from "node:fs";
import { createModel } from "@svc/model";
import { createFake, type Fake, type OperationShape } from "@svc/testing/runtime";
import { expect, test } from "vitest";
import {
  createClient,
  type StreamOptions,
  type StreamPromise,
  type SvcClient,
  type SvcClientOptions,
  withStreams,
} from "../../src/runtime.ts";
import type { ClientTable } from "../../src/table.ts";
import { createRandom } from "../fuzz/random.ts";
import { rejection } from "../support/client.ts";

const file = new URL("../../../../engines/model/fixtures/documents/agents.json", import.meta.url);
const model = createModel(JSON.parse(readFileSync(file, "utf8")));
const baseUrl = "https://agents.example.test";

/** The table that the generator writes for the document's stream of steps. */
const table: ClientTable = {
  documentVersion: "1.0.0",
  schemes: { HTTPBearer: { kind: "bearer" } },
  security: [["HTTPBearer"]],
  operations: [
    {
      id: "agent_events",
      method: "GET",
      path: "/agents/{agent_id}/events",
      name: "events",
      untyped: true,
      streams: { accept: "text/event-stream", types: { "text/event-stream": { json: true } } },
    },
  ],
};

interface Step {
  readonly data: { readonly index: number };
  readonly id?: string;
}

interface Methods {
  events(agentId: string, options?: StreamOptions): StreamPromise<Step>;
}

interface World {
  readonly fake: Fake<Record<string, OperationShape>>;
  readonly random: () => number;
  readonly svc: SvcClient<Methods, object>;
}

/** A fake whose clock runs as fast as it can, and a client of it. */
function world(seed = 1, options: Partial<SvcClientOptions> = {}): World {
  const fake = createFake(model, { baseUrl, rateLimit: false });
  fake.clock.auto();
  const random = createRandom(seed).next;
  const svc = createClient<Methods, object>(
    table,
    {
      baseUrl,
      auth: "key",
      fetch: fake.fetch,
      clock: fake.clock,
      random,
      retry: { limit: 8, budget: 100 },
      ...options,
    },
    { additions: [withStreams] },
  );
  return { fake, random, svc };
}

const step = (index: number): Step["data"] & object => ({ index, action: { kind: "thought", text: "hm" } }) as never;

test("an agent of ten minutes takes milliseconds of a test", async () => {
  const { fake, svc } = world();
  fake.on("agent_events", async function* ({ sleep }) {
    for (let index = 0; index < 600; index++) {
      await sleep(1000);
      yield { data: step(index), id: String(index) };
    }
  });
  const from = fake.clock.now();
  const begun = performance.now();
  let count = 0;
  for await (const { data } of svc.events("a1")) expect(data.index).toBe(count++);
  expect([count, fake.clock.now() - from]).toEqual([600, 600_000]);
  // Generous: it takes a tenth of that.
  expect(performance.now() - begun).toBeLessThan(10_000);
  await svc.close();
  await fake.close();
});

const SEEDS = process.env["SVC_PROOFS"] ? 1000 : 60;

test(`in ${SEEDS} streams that break at random no event is lost and none comes twice`, async () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { fake, random, svc } = world(seed);
    const total = 1 + Math.floor(random() * 30);
    // Some services give ids to some events only.
    const every = random() < 0.3 ? 1 + Math.floor(random() * 4) : 1;
    fake.on("agent_events", async function* ({ sleep }) {
      for (let index = 0; index < total; index++) {
        if (random() < 0.5) await sleep(random() * 5000);
        yield { data: step(index), ...(index % every === 0 && { id: String(index) }) };
      }
    });
    for (let faults = Math.floor(random() * 5); faults > 0; faults--) {
      // The first event has arrived, so that there is an id to continue from.
      const items = 1 + Math.floor(random() * total);
      const bytes = 100 + Math.floor(random() * 60 * total);
      fake.fail({
        operation: "agent_events",
        ...(random() < 0.5 ? { dropAfterItems: items } : { dropAfterBytes: bytes }),
      });
    }
    const indexes: number[] = [];
    for await (const { data } of svc.events("a1")) indexes.push(data.index);
    expect(indexes, `seed ${seed}`).toEqual(Array.from({ length: total }, (_, index) => index));
    await svc.close();
    await fake.close();
  }
}, 300_000);

test("a stall is a TimeoutError, garbage an error with what came before, and a service that knows no id gives what it has", async () => {
  const { fake, svc } = world(1, { timeoutMs: 30_000 });
  fake.on("agent_events", async function* () {
    for (let index = 1; index <= 3; index++) yield { data: step(index), id: String(index) };
  });
  const read = async (): Promise<unknown[]> => {
    const seen: unknown[] = [];
    try {
      for await (const { data } of svc.events("a1")) seen.push(data.index);
    } catch (error) {
      seen.push((error as Error).name);
    }
    return seen;
  };
  fake.fail({ stallAfterItems: 2 });
  expect(await read()).toEqual([1, 2, "TimeoutError"]);
  fake.fail({ garbageAfterItems: 1 });
  expect(await read()).toEqual([1, "SvcApiError"]);
  fake.fail({ slowBodyMs: 20_000 });
  expect(await read()).toEqual([1, 2, 3]);
  fake.fail({ dropAfterItems: 2 });
  fake.fail({ status: 403 });
  expect(await read()).toEqual([1, 2, "PermissionError"]);
  await svc.close();
  await fake.close();
});

/** A fake with a limit, whose agents take ten steps of three seconds, and a client of it. */
function limitedWorld(rateLimit: object): World {
  const { random, svc: _, fake: other } = world();
  void other.close();
  const fake = createFake(model, { baseUrl, rateLimit });
  fake.clock.auto();
  fake.on("agent_events", async function* ({ sleep }) {
    for (let index = 0; index < 10; index++) {
      await sleep(3000);
      yield { data: step(index), id: String(index) };
    }
  });
  const svc = createClient<Methods, object>(
    table,
    {
      baseUrl,
      auth: "key",
      fetch: fake.fetch,
      clock: fake.clock,
      random,
      retry: { budget: 100 },
    },
    { additions: [withStreams] },
  );
  return { fake, random, svc };
}

async function countItems(stream: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of stream) count++;
  return count;
}

test("open streams keep their places in a quota of concurrent requests: others wait, and go as soon as one ends", async () => {
  const { fake, svc } = limitedWorld({ limit: 1000, window: { minutes: 1 }, concurrency: 2 });
  const begun = fake.clock.now();
  const counts = await Promise.all(Array.from({ length: 10 }, () => countItems(svc.events("a1"))));
  expect(counts).toEqual(Array.from({ length: 10 }, () => 10));
  // Two at a time, without a pause between them.
  expect(fake.clock.now() - begun).toBeLessThan(151_000);
  // Eight of the first ten, and then once in a while one that asks whether there is room for more.
  expect(fake.calls.filter(({ status }) => status === 429).length).toBeLessThan(13);
  await svc.close();
  await fake.close();
});

test("what waits for a place is left by abort and close", async () => {
  const { fake, svc } = limitedWorld({ concurrency: 1 });
  const first = await svc.events("a1");
  await first.next();
  expect(await rejection(svc.events("a2", { retry: false }))).toMatchObject({ name: "RateLimitError" });
  const controller = new AbortController();
  const aborted = rejection(svc.events("a2", { signal: controller.signal }));
  const closed = rejection(svc.events("a3"));
  controller.abort();
  expect(await aborted).toMatchObject({ name: "AbortedError" });
  await svc.close();
  expect(await closed).toMatchObject({ name: "AbortedError" });
  await fake.close();
});

test("an open stream holds no permit of a limit per time", async () => {
  const { fake, svc } = limitedWorld({ limit: 3, window: { minutes: 1 } });
  const begun = fake.clock.now();
  const streams = [await svc.events("a1"), await svc.events("a2"), await svc.events("a3")];
  expect(fake.clock.now() - begun).toBe(0);
  expect(fake.calls.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const stream of streams) await stream.close();
  expect(await countItems(svc.events("a4"))).toBe(10);
  expect(fake.calls.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await svc.close();
  await fake.close();
});

test("two readers of one address have streams of their own, and each continues its own", async () => {
  const { fake, svc } = world();
  let begun = 0;
  fake.on("agent_events", async function* ({ sleep }) {
    const first = 100 * begun++;
    for (let index = first; index < first + 5; index++) {
      await sleep(1000);
      yield { data: step(index), id: String(index % 100) };
    }
  });
  fake.fail({ operation: "agent_events", dropAfterItems: 3 });
  const read = async (): Promise<number[]> => {
    const indexes: number[] = [];
    for await (const { data } of svc.events("a1")) indexes.push(data.index);
    return indexes;
  };
  expect(await Promise.all([read(), read()])).toEqual([
    [0, 1, 2, 3, 4],
    [100, 101, 102, 103, 104],
  ]);
  await svc.close();
  await fake.close();
});

test("an id of any characters continues a stream", async () => {
  const { fake, svc } = world();
  fake.on("agent_events", async function* () {
    for (const [index, id] of ["a", "ü 😀\u2028", "z"].entries()) yield { data: step(index), id };
  });
  fake.fail({ operation: "agent_events", dropAfterItems: 2 });
  const indexes: number[] = [];
  for await (const { data } of svc.events("a1")) indexes.push(data.index);
  expect(indexes).toEqual([0, 1, 2]);
  expect(fake.calls).toHaveLength(2);
  await svc.close();
  await fake.close();
});
