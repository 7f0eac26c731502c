import { readFileSync } from "node:fs";
import { createModel } from "@svc/model";
import { afterEach, expect, test } from "vitest";
import { recordSvc } from "../src/index.ts";
import { createFake, type Fake, type OperationShape } from "../src/runtime.ts";

const document = JSON.parse(
  readFileSync(new URL("../../../engines/model/fixtures/documents/agents.json", import.meta.url), "utf8"),
);
const baseUrl = "https://agents.example.test";
const open: Fake<Record<string, OperationShape>>[] = [];

function fakeOf(more: object = {}): Fake<Record<string, OperationShape>> {
  const fake = createFake(createModel(document), { baseUrl, ...more });
  open.push(fake);
  return fake;
}

afterEach(async () => {
  for (const fake of open.splice(0)) await fake.close().catch(() => {});
});

const headers = (more: object = {}): RequestInit => ({ headers: { authorization: "Bearer x", ...more } });
const step = (index: number): object => ({ index, action: { kind: "thought", text: "hm" } });
const event = (index: number): object => ({ id: String(index), data: step(index) });
const text = (index: number): string => `id: ${index}\ndata: ${JSON.stringify(step(index))}\n\n`;
const three = () =>
  (async function* () {
    for (let index = 1; index <= 3; index++) yield event(index);
  })();

/** The text that was read of a body, and the error that ended it. */
async function readText(response: Response): Promise<[text: string, error: unknown]> {
  const decoder = new TextDecoder();
  let read = "";
  try {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) read += decoder.decode(chunk);
    return [read, undefined];
  } catch (error) {
    return [read, error];
  }
}

type Adapter = "fetch" | "nock" | "http";
const ADAPTERS: readonly Adapter[] = ["fetch", "nock", "http"];

/** Sends a request by one of the adapters. */
async function ask(fake: Fake<Record<string, OperationShape>>, adapter: Adapter, more: object = {}): Promise<Response> {
  const path = "/agents/a1/events";
  if (adapter === "fetch") return fake.fetch(baseUrl + path, headers(more));
  if (adapter === "http") return fetch((await fake.listen()).url + path, headers(more));
  fake.intercept();
  return fetch(baseUrl + path, headers(more));
}

test.each(ADAPTERS)("a generator streams its items over %s", async (adapter) => {
  const fake = fakeOf();
  fake.on("agent_events", three);
  const response = await ask(fake, adapter);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(await readText(response)).toEqual([text(1) + text(2) + text(3), undefined]);
  expect(fake.calls[0]?.stream).toEqual({ items: [1, 2, 3].map(event), count: 3, ended: "complete" });
});

test.each(ADAPTERS)("a stream over %s breaks off after some items", async (adapter) => {
  const fake = fakeOf();
  fake.on("agent_events", three);
  fake.fail({ operation: "agent_events", dropAfterItems: 2 });
  const [read, error] = await readText(await ask(fake, adapter));
  expect(read).toBe(text(1) + text(2));
  expect(error).toBeInstanceOf(TypeError);
  expect(fake.calls[0]).toMatchObject({ fault: "dropAfterItems", stream: { count: 2, ended: "broken" } });
});

test.each([{ reset: "body" }, { reset: "after" }, { truncate: true }] as const)("%j ends a stream", async (fault) => {
  const fake = fakeOf();
  fake.on("agent_events", three);
  fake.fail(fault);
  const [read, error] = await readText(await ask(fake, "fetch"));
  expect([read, error]).toEqual(["", expect.any(TypeError)]);
  expect(fake.calls[0]?.stream).toEqual({ items: [], count: 0, ended: "broken" });
});

test("bytes, stalls, garbage, wrong ids and slow bytes", async () => {
  const fake = fakeOf();
  fake.on("agent_events", three);
  fake.fail({ dropAfterBytes: 60 });
  expect((await readText(await ask(fake, "fetch")))[0]).toBe((text(1) + text(2)).slice(0, 60));
  fake.fail({ garbageAfterItems: 1 });
  expect((await readText(await ask(fake, "fetch")))[0]).toMatch(/^id: 1.*\n\ndata: \{"garbage/s);
  fake.fail({ wrongIdAfterItems: 2 });
  expect((await readText(await ask(fake, "fetch")))[0]).toBe(
    `${text(1)}${text(2)}${text(3).replace("id: 3", "id: wrong-3")}`,
  );
  fake.fail({ slowBodyMs: 800 });
  const slow = readText(await ask(fake, "fetch"));
  await fake.clock.advance(2300);
  const isRead = await Promise.race([slow.then(() => true), Promise.resolve(false)]);
  await fake.clock.advance(100);
  expect([isRead, (await slow)[0]]).toEqual([false, text(1) + text(2) + text(3)]);
  fake.fail({ stallAfterItems: 1 });
  const response = await ask(fake, "fetch");
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe(text(1));
  const next = reader.read();
  expect(await Promise.race([next, fake.clock.advance(100_000)])).toBeUndefined();
  await reader.cancel();
  expect(fake.calls.at(-1)?.stream?.ended).toBe("left");
});

test.each([{ dropAfterItems: -1 }, { stallAfterItems: 1.5 }, { dropAfterItems: 1, dropAfterBytes: 1 }])(
  "%j is refused",
  (fault) => {
    expect(() => fakeOf().fail(fault)).toThrow(TypeError);
  },
);

test("a client that was cut off continues after the event that it names, and the generator goes on", async () => {
  const fake = fakeOf();
  let begun = 0;
  fake.on("agent_events", () => {
    begun++;
    return three();
  });
  fake.fail({ dropAfterItems: 2 });
  await readText(await ask(fake, "fetch"));
  expect((await readText(await ask(fake, "fetch", { "last-event-id": "1" })))[0]).toBe(text(2) + text(3));
  expect(begun).toBe(1);
  expect((await readText(await ask(fake, "fetch", { "last-event-id": "unknown" })))[0]).toBe(
    text(1) + text(2) + text(3),
  );
  expect(begun).toBe(2);
});

test("an item that the document does not allow breaks the stream, and the fake says so when it is closed", async () => {
  const fake = fakeOf();
  fake.on("agent_events", async function* () {
    yield event(1);
    yield { data: { ...step(2), index: -1 } };
  });
  const [read, error] = await readText(await ask(fake, "fetch"));
  expect([read, error instanceof TypeError]).toEqual([text(1), true]);
  expect(fake.calls[0]?.stream?.ended).toBe("failed");
  await expect(fake.close()).rejects.toThrow("/data/index");
  const lenient = fakeOf({ strict: false });
  lenient.on("agent_events", async function* () {
    yield { data: "anything" };
  });
  expect((await readText(await ask(lenient, "fetch")))[0]).toBe('data: "anything"\n\n');
});

test("the default answer is a short stream of valid items, the same for the same request", async () => {
  const fake = fakeOf();
  const [events] = await readText(await ask(fake, "fetch"));
  expect(events.match(/^id: \d+$/gm)).toEqual(["id: 1", "id: 2", "id: 3"]);
  const steps = [...events.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data));
  for (const made of steps) expect(made).toMatchObject({ index: expect.any(Number), action: expect.any(Object) });
  expect((await readText(await ask(fake, "fetch")))[0]).toBe(events);
  expect((await readText(await ask(fake, "fetch", { "last-event-id": "2" })))[0]).toBe(
    events.slice(events.indexOf("id: 3")),
  );
  const [lines] = await readText(await fake.fetch(`${baseUrl}/agents/a1/log`, headers()));
  expect(
    lines
      .trimEnd()
      .split("\n")
      .map((line) => Object.keys(JSON.parse(line))),
  ).toEqual(Array.from({ length: 3 }, () => ["level", "message"]));
});

test("a generator waits on the fake's clock, and ends when the client leaves", async () => {
  const fake = fakeOf();
  let isEnded = false;
  fake.on("agent_events", async function* ({ sleep }) {
    try {
      for (let index = 1; ; index++) {
        await sleep(60_000);
        yield event(index);
      }
    } finally {
      isEnded = true;
    }
  });
  fake.clock.auto();
  const response = await ask(fake, "fetch");
  const before = fake.clock.now();
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  for (let index = 1; index <= 10; index++)
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(text(index));
  expect(fake.clock.now() - before).toBe(600_000);
  await reader.cancel();
  expect(isEnded).toBe(true);
  expect(fake.calls[0]?.stream).toMatchObject({ count: 10, ended: "left" });
});

test("an open stream keeps its place in a quota of concurrent requests", async () => {
  const fake = fakeOf({ rateLimit: { limit: 100, window: { minutes: 1 }, concurrency: 1 } });
  fake.on("agent_events", three);
  const response = await ask(fake, "fetch");
  expect((await ask(fake, "fetch")).status).toBe(429);
  await readText(response);
  expect((await ask(fake, "fetch")).status).toBe(200);
});

test("a recording replays a stream with the times between its items, and without secrets", async () => {
  const live = fakeOf();
  live.clock.auto();
  live.on("agent_events", async function* ({ sleep }: { sleep(ms: number): Promise<void> }) {
    for (let index = 1; index <= 3; index++) {
      await sleep(20_000);
      yield {
        id: String(index),
        data: { index, action: { kind: "thought", text: "Bearer eyJSECRET0.eyJSECRET1.SECRET" } },
      };
    }
  } as never);
  const recorder = recordSvc({ baseUrl, fetch: live.fetch, clock: live.clock });
  await (await recorder.fetch(`${baseUrl}/agents/a1/events`, headers())).text();
  const recording = JSON.parse(JSON.stringify(recorder.recording()));
  expect(recording.entries[0].itemsAtMs).toEqual([20_000, 40_000, 60_000]);
  expect(JSON.stringify(recording)).not.toContain("SECRET");

  const fake = fakeOf({ recording });
  const response = await fake.fetch(`${baseUrl}/agents/a1/events`, headers());
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const begin = fake.clock.now();
  fake.clock.auto();
  const times: number[] = [];
  let replayed = "";
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    times.push(fake.clock.now() - begin);
    replayed += new TextDecoder().decode(next.value);
  }
  expect(times).toEqual([20_000, 40_000, 60_000]);
  expect(replayed).toBe(recording.entries[0].body);
  expect(replayed.match(/^id: \d\ndata: \{"index":\d/gm)).toHaveLength(3);
});

test("of a recorded stream that its reader left, the items are kept that came whole, however the bytes were cut", async () => {
  const bytes = new TextEncoder().encode("id: 1\r\ndata: 1\r\n\r\n: ping\r\n\r\ndata: 2\r\n\r\ndata: cut");
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (to) => (at < bytes.length ? to.enqueue(bytes.slice(at, ++at)) : undefined),
  });
  const type = { "content-type": "text/event-stream" };
  const recorder = recordSvc({
    baseUrl,
    fetch: async () => new Response(body as never, { headers: type }),
    clock: { now: () => at },
  });
  const response = await recorder.fetch(`${baseUrl}/agents/a1/events`);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  while (at < bytes.length) await reader.read();
  await reader.cancel();
  const [entry] = recorder.recording().entries;
  expect(entry?.body).toBe("id: 1\ndata: 1\n\n: ping\n\ndata: 2\n\n");
  expect(entry?.itemsAtMs).toHaveLength(3);
});

test("a reader that leaves while an item is made has left, and nothing fails", async () => {
  const fake = fakeOf();
  fake.on("agent_events", async function* ({ sleep }) {
    for (let index = 1; index <= 3; index++) {
      yield event(index);
      await sleep(1000);
    }
  });
  const reader = ((await ask(fake, "fetch")).body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  const next = reader.read();
  await Promise.resolve();
  await reader.cancel();
  await fake.clock.advance({ seconds: 10 });
  expect((await next).done).toBe(true);
  expect(fake.calls[0]?.stream).toMatchObject({ count: 1, ended: "left" });
  await fake.close();
});

test("of a thousand addresses, the streams that were left first cannot be continued any more", async () => {
  const fake = fakeOf({ rateLimit: false });
  fake.on("agent_events", three);
  const read = async (id: number, more: object = {}) =>
    (await fake.fetch(`${baseUrl}/agents/a${id}/events`, headers(more))).text();
  for (let id = 0; id < 1010; id++) await read(id);
  const rest = { "last-event-id": "2" };
  fake.on("agent_events", async function* () {
    yield event(9);
  });
  expect(await read(1009, rest)).toBe(text(3));
  expect(await read(0, rest)).toBe(text(9));
});
