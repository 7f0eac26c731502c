import { request as send } from "node:http";
import { afterEach, expect, test } from "vitest";
import { createFakeSvc } from "../../test/support/service.ts";
import { createSignal } from "../signal.ts";
import { liveEvents } from "./live-events.ts";
import type { View } from "./view.ts";

const fake = createFakeSvc({ rateLimit: { limit: 50 } });
afterEach(async () => {
  await fake.close();
  fake.reset();
});

/** Opens the events of a fake; `next` resolves with the text up to the next event. */
async function openEvents(init?: RequestInit) {
  const { url } = await fake.listen();
  const response = await fetch(`${url}/__fake/events`, init);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async (): Promise<string> => {
    while (!text.includes("\n\n", text.indexOf("data:"))) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: "" };
      if (done) return "end";
      text += value;
    }
    const read = text;
    text = "";
    return read;
  };
  return { url, response, reader, next };
}

const post = (url: string, name: string, body: unknown) =>
  fetch(`${url}/__fake/${name}`, { method: "POST", body: JSON.stringify(body) });

async function faultId(url: string): Promise<number | undefined> {
  const { faults } = (await (await fetch(`${url}/__fake/view`)).json()) as View;
  return faults[0]?.id;
}

test.each<[string, (url: string) => unknown]>([
  ["a request", (url) => fetch(`${url}/health`)],
  ["an item", () => fake.personas("p").emails.add({ subject: "hello" })],
  ["a state", () => fake.load({ personas: { q: { emails: [{}] } } })],
  ["a fault", () => fake.fail({ status: 503 })],
  ["the end of a fault", async (url) => post(url, "unfail", { id: await faultId(url) })],
  ["the clock", () => fake.clock.advance({ seconds: 1 })],
  ["a reset", () => fake.reset()],
  ["a reset of the limits", () => fake.reset(["windows"])],
])("an event comes at once, and one after %s", async (_what, change) => {
  fake.fail({ status: 503 });
  const { url, response, next, reader } = await openEvents();
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(await next()).toBe("retry: 1000\n\ndata: changed\n\n");
  await change(url);
  expect(await next()).toBe("data: changed\n\n");
  await reader?.cancel();
});

test("it ends with the fake", async () => {
  const { next } = await openEvents();
  await next();
  const end = next();
  await fake.close();
  expect(await end.catch(() => "end")).toBe("end");
});

test("a reader that reads nothing costs one event, however much changes, and none once it has left", async () => {
  const signal = createSignal();
  let watchers = 0;
  const { rest } = liveEvents((listener) => {
    watchers += 1;
    const end = signal.subscribe(listener);
    return () => {
      watchers -= 1;
      end();
    };
  });
  for (let index = 0; index < 100_000; index++) signal.notify();
  const reader = rest?.stream.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("data: changed\n\n");
  let isRead = false;
  const second = reader?.read().then(({ done }) => {
    isRead = true;
    return done;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect([isRead, watchers]).toEqual([false, 1]);
  await reader?.cancel();
  expect([await second, watchers]).toEqual([true, 0]);
});

test.each([
  ["a page of another machine", { origin: "https://evil.example" }],
  ["another name of this machine", { host: "evil.example" }],
])("%s gets no events", async (_who, headers) => {
  const { port } = await fake.listen();
  const status = await new Promise((resolve, reject) => {
    const options = { port, host: "127.0.0.1", path: "/__fake/events", headers };
    send(options, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });
  expect(status).toBe(403);
});

test("they are read, not posted to", async () => {
  const { url } = await fake.listen();
  expect((await fetch(`${url}/__fake/events`, { method: "POST" })).status).toBe(405);
});
