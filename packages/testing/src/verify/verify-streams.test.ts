import { readFileSync } from "node:fs";
import { createModel } from "@svc/model";
import { afterEach, expect, test } from "vitest";
import { createFake, type Fake, type OperationShape } from "../runtime.ts";
import { describeReport, type VerifyOptions, type VerifyReport, verifyService } from "./verify-service.ts";

const file = new URL("../../../../engines/model/fixtures/documents/agents.json", import.meta.url);
const model = createModel(JSON.parse(readFileSync(file, "utf8")));
const baseUrl = "https://agents.example.test";
const open: Fake<Record<string, OperationShape>>[] = [];

afterEach(async () => {
  for (const fake of open.splice(0)) await fake.close();
});

function fakeOf(): Fake<Record<string, OperationShape>> {
  const fake = createFake(model, { baseUrl, strict: false, rateLimit: false });
  open.push(fake);
  return fake;
}

const verify = (fetch: VerifyOptions["fetch"], more: object = {}): Promise<VerifyReport> =>
  verifyService(model, {
    baseUrl,
    token: "sk-secret",
    params: { "*": { agent_id: "a1" } },
    fetch: fetch as never,
    ...more,
  });

/** Answers the events by a body, all other requests as the fake does. */
function serving(body: BodyInit | ReadableStream<Uint8Array>, type = "text/event-stream"): VerifyOptions["fetch"] {
  const fake = fakeOf();
  return (async (url: string, init: RequestInit) =>
    url.endsWith("/events")
      ? new Response(body as BodyInit, { headers: { "content-type": type } })
      : fake.fetch(url, init)) as never;
}

const step = (index: unknown): string =>
  `id: ${index}\ndata: ${JSON.stringify({ index, action: { kind: "thought", text: "sk-secret" } })}\n\n`;

test("the streams of the fake agree with its document, item by item", async () => {
  const { checked, differences, skipped } = await verify(fakeOf().fetch as never);
  expect([differences, skipped]).toEqual([[], [{ operation: "agent_start", reason: "POST may change something" }]]);
  expect(checked.map(({ request, items }) => [request, items])).toEqual([
    ["GET /agents/{agent_id}/events as text/event-stream", 3],
    ["GET /agents/{agent_id}/log as application/jsonl", 3],
    ["GET /ticks as text/event-stream", 3],
  ]);
});

test.each([
  ["an item of another shape", step(0) + step("x"), "item 1/data/index: "],
  [
    "an item of no kind",
    `data: ${JSON.stringify({ index: 1, action: { kind: "thought", text: 7 } })}\n\n`,
    "item 0/data/action: matches no alternative (expected string)",
  ],
  ["data that is no JSON", `${step(0)}data: {sk-secret\n\n`, "item 1: expected JSON in data"],
  ["an item without end", `data: ${"x".repeat(6_000_000)}`, "item 0: expected an item of at most"],
])("%s is reported by place, without its values", async (_, body, message) => {
  const { differences } = await verify(serving(body));
  expect(differences).toMatchObject([{ operation: "agent_events", message: expect.stringContaining(message) }]);
  expect(JSON.stringify(differences)).not.toContain("secret");
});

test("another framing than the document's is reported, and its body left", async () => {
  let isLeft = false;
  const body = new ReadableStream<Uint8Array>({
    cancel: () => {
      isLeft = true;
    },
  });
  const { differences } = await verify(serving(body, "application/jsonl"));
  expect(differences).toMatchObject([{ message: expect.stringContaining("content type application/jsonl") }]);
  expect(isLeft).toBe(true);
});

test("of a stream without end a hundred items are read", async () => {
  const bytes = new TextEncoder().encode(step(1) + step(2) + step(3));
  let isLeft = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (to) => to.enqueue(bytes),
    cancel: () => {
      isLeft = true;
    },
  });
  const report = await verify(serving(body));
  expect([report.differences, report.checked[0]?.items, isLeft]).toEqual([[], 100, true]);
  expect(describeReport(report)).toContain("3 answers checked with 106 items of streams");
});

test("a stream that breaks off is a difference; one that says nothing is not checked", async () => {
  const failing = new ReadableStream<Uint8Array>({
    start: (to) => to.enqueue(new TextEncoder().encode(step(1))),
    pull: (to) => to.error(new TypeError("terminated")),
  });
  const broken = await verify(serving(failing));
  expect(broken.differences).toMatchObject([{ message: "item 1: the stream breaks off" }]);
  const fake = fakeOf();
  const silent = await verify(
    (async (url: string, init: RequestInit) => {
      if (!url.endsWith("/events")) return fake.fetch(url, init);
      const body = new ReadableStream<Uint8Array>({
        start: (to) => init.signal?.addEventListener("abort", () => to.error(init.signal?.reason)),
      });
      return new Response(body as never, { headers: { "content-type": "text/event-stream" } });
    }) as never,
    { timeoutMs: 50 },
  );
  expect(silent.differences).toEqual([]);
  expect(silent.skipped).toContainEqual({ operation: "agent_events", reason: "the stream has sent no item" });
});
