import { expect, test } from "vitest";
import { createClient, withStreams } from "../../src/runtime.ts";
import { createEventParser } from "../../src/streams/event-parser.ts";
import { rejection } from "../support/client.ts";
import { settled } from "../support/manual-clock.ts";
import { all, answer, type Methods, type OpenBody, openBody, setup, table } from "./support.ts";

const step = (n: number): string => `id: ${n}\ndata: {"n":${n}}\n\n`;
const item = (n: number): object => ({ data: { n }, id: `${n}` });
const reset = (): Error =>
  new TypeError("terminated", { cause: Object.assign(new Error("x"), { code: "ECONNRESET" }) });

test("a stream is iterated without awaiting it, and asks for what it reads", async () => {
  const { svc, requests } = setup(() => answer([": hello\nevent: step\n", step(1), step(2)]));
  expect(await all(svc.events("a1"))).toEqual([{ event: "step", ...item(1) }, item(2)]);
  expect(requests[0]?.headers.get("accept")).toBe("text/event-stream");
  expect(requests[0]?.headers.get("authorization")).toBe("Bearer secret-token");
});

test("awaiting gives the open stream with its response", async () => {
  const { svc } = setup(() => answer([step(1), step(2)]));
  const stream = await svc.events("a1");
  expect(stream.response.status).toBe(200);
  expect((await stream.next()).value).toEqual(item(1));
  const { data, response, rateLimit } = await svc.events("a1").withResponse();
  expect(await all(data)).toHaveLength(2);
  expect([response.status, rateLimit.queued]).toEqual([200, 0]);
});

test("a stream is read whose reason phrase is of letters that runtimes refuse in a copy", async () => {
  const response = (): Response => Object.defineProperty(answer([step(1)]), "statusText", { value: "Готово" });
  const { signal } = new AbortController();
  const { data } = await setup(response).svc.raw.GET("/text" as never, { parseAs: "stream", signal } as never);
  expect(await new Response(data as unknown as ReadableStream).text()).toBe(step(1));
  const keyed = { ...table, schemes: { key: { kind: "query", name: "k" } } } as const;
  const options = { baseUrl: "https://api.example", auth: "secret-token", fetch: async () => response() };
  const svc = createClient<Methods, object>(keyed, options, { additions: [withStreams] });
  expect(await all(svc.events("a1", { signal }))).toEqual([item(1)]);
});

test("an error status before the stream is the usual typed error, awaited or iterated", async () => {
  const { svc } = setup(() => Response.json({ detail: "no agent" }, { status: 404 }));
  expect(await rejection(svc.events("a1"))).toMatchObject({ name: "NotFoundError", status: 404 });
  expect(await rejection(all(svc.events("a1")))).toMatchObject({ message: "events: 404 no agent" });
  expect(await rejection(svc.events("a1").withResponse())).toMatchObject({ operation: "events" });
});

test("data is JSON where the document says so, the declared end ends the stream, and an error event is an error", async () => {
  const parts = ['event: json\ndata: {"a":1}\n\n', "data: {plain\n\n", "data: [DONE]\n\n", "data: late\n\n"];
  const { svc } = setup(() => answer(parts));
  expect(await all(svc.text())).toEqual([{ event: "json", data: { a: 1 } }, { data: "{plain" }]);
  const failing = setup(() => answer(["data: a\n\n", 'event: error\ndata: {"code":7}\n\n', "data: b\n\n"]));
  const seen: unknown[] = [];
  const error = await rejection(
    (async () => {
      for await (const { data } of failing.svc.text()) seen.push(data);
    })(),
  );
  expect(seen).toEqual(["a"]);
  expect(error).toMatchObject({ name: "SvcApiError", body: { code: 7 }, status: 200, operation: "text" });
});

test("an event without data keeps a JSON stream alive and is no item; where data is text, it is one", async () => {
  for (const ping of ["data:\n\n", "data\n\n", "data: \ndata:\n\n", "event: ping\ndata:\n\n", "id: 7\ndata: \n\n"]) {
    const { svc, requests } = setup(() => answer([step(1), ping, step(2)]));
    expect(await all(svc.events("a1"))).toEqual([item(1), item(2)]);
    expect(requests).toHaveLength(1);
  }
  const text = setup(() => answer(["data: a\n\n", "data:\n\n", "event: json\ndata:\n\n"]));
  expect(await all(text.svc.text())).toEqual([{ data: "a" }, { data: "" }]);
  const failed = setup(() => answer(["event: error\ndata:\n\n"]));
  expect(await rejection(all(failed.svc.text()))).toMatchObject({ name: "SvcApiError" });
});

test("an item that is no JSON is an error after the items before it", async () => {
  const { svc } = setup(() => answer([`${step(1)}data: {cut\n\n${step(2)}`]));
  const stream = await svc.events("a1");
  expect((await stream.next()).value).toEqual(item(1));
  expect(await rejection(stream.next())).toMatchObject({
    name: "SvcApiError",
    message: expect.stringContaining("1 item"),
  });
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});

test.each([
  ['{"a":1}\n{"a":2}\r\n\n{"a":3}', "lines, the last without an end"],
  ['{"a":1}{"a":2} {"a":3}', "values without anything between them"],
  ['{\n  "a": 1\n}\n{"a":2}\n{"a":\n3}', "values over several lines"],
  ['\u001e{"a":1}\n\u001e{"a":2}\n\u001e{"a":3}\n', "a JSON text sequence"],
  ['{"a":1}\n{"a":2}\n{"a":3}\n[DONE]\n{"a":4}\n', "lines with a declared end"],
])("%j is three values, however it is cut: %s", async (text) => {
  const bytes = new TextEncoder().encode(text);
  for (let size = 1; size < 9; size++) {
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.slice(n * size, (n + 1) * size),
    );
    const { svc } = setup(() => answer(parts, { type: "application/jsonl" }));
    expect(await all(svc.lines())).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
  }
});

test.each(['{"a":1}\n{"a":', '\u001e{"a":1}\n\u001e{"a"'])(
  "lines that end within %j say so after what came",
  async (text) => {
    const { svc } = setup(() => answer([text], { type: "application/jsonl" }));
    const stream = await svc.lines();
    expect(await stream.next()).toEqual({ done: false, value: { a: 1 } });
    expect(await rejection(stream.next())).toMatchObject({ name: "ConnectionError", items: 1 });
  },
);

test("values that are whole come before the line ends", async () => {
  const body = openBody("application/jsonl");
  const { svc } = setup(() => body.response);
  const stream = await svc.lines();
  body.write('{"a":1}{"a"');
  expect((await stream.next()).value).toEqual({ a: 1 });
  body.write(":2}");
  expect((await stream.next()).value).toEqual({ a: 2 });
});

test("an operation that gives JSON or a stream gives what is asked for", async () => {
  const { svc, requests } = setup(({ headers }) =>
    headers.get("accept") === "text/event-stream" ? answer([step(1)]) : Response.json({ all: 1 }),
  );
  expect(await svc.both()).toEqual({ all: 1 });
  expect(await all(svc.both({ accept: "text/event-stream" }))).toEqual([item(1)]);
  expect(requests.map(({ headers }) => headers.get("accept"))).toEqual(["application/json", "text/event-stream"]);
});

test("an answer that is no stream is an error; an empty one is a stream without items", async () => {
  const { svc } = setup(() => Response.json({}));
  expect(await rejection(svc.events("a"))).toMatchObject({
    name: "SvcApiError",
    message: expect.stringContaining("not a stream"),
  });
  // Events where lines are due, and lines where events are: the items would have other types.
  const other = setup(({ url }) =>
    answer([step(1)], { type: url.includes("lines") ? "text/event-stream" : "application/jsonl" }),
  );
  expect(await rejection(other.svc.lines())).toMatchObject({
    message: expect.stringMatching(/not a stream of application.*: text/),
  });
  expect(await rejection(other.svc.events("a"))).toMatchObject({ name: "SvcApiError", status: 200 });
  const empty = setup(() => new Response(null, { status: 204 }));
  expect(await all(empty.svc.events("a"))).toEqual([]);
});

test("leaving the loop, close() and `await using` end the connection at once", async () => {
  const bodies = [openBody(), openBody(), openBody()];
  const left = [...bodies];
  const { svc, clock } = setup(() => (left.shift() ?? openBody()).response);
  for (const body of bodies) body.write(step(1));
  for await (const _ of svc.events("a1")) break;
  const stream = await svc.events("a1");
  await stream.close();
  expect(await stream.next()).toEqual({ done: true, value: undefined });
  {
    await using third = await svc.events("a1");
    await third.next();
  }
  await settled();
  expect(bodies.map(({ isLeft }) => isLeft)).toEqual([true, true, true]);
  await svc.close();
  expect(clock.pending).toBe(0);
});

test("the caller's signal ends a stream that waits, one that was not awaited, and the next item", async () => {
  for (const when of ["before", "waiting"] as const) {
    const controller = new AbortController();
    const { svc } = setup((_, signal) => openBody("text/event-stream", signal).response);
    const reason = new Error("enough");
    if (when === "before") controller.abort(reason);
    const ended = rejection(all(svc.events("a1", { signal: controller.signal })));
    await settled();
    controller.abort(reason);
    expect(await ended).toMatchObject({ name: "AbortedError", cause: reason, operation: "events" });
  }
});

test("closing the client ends its streams", async () => {
  const { svc } = setup((_, signal) => openBody("text/event-stream", signal).response);
  const ended = rejection(all(svc.events("a1")));
  await settled();
  await svc.close();
  expect(await ended).toMatchObject({ name: "AbortedError", message: "the client is closed" });
});

test("a silence longer than idleTimeoutMs is a TimeoutError; bytes that are no item are no silence", async () => {
  const body = openBody();
  const { svc, clock } = setup(() => body.response);
  const ended = rejection(all(svc.events("a1", { idleTimeoutMs: 1000 })));
  for (let n = 0; n < 5; n++) {
    body.write(": still here\n\n");
    await clock.advance(900);
  }
  expect(body.isLeft).toBe(false);
  await clock.advance(200);
  expect(await ended).toMatchObject({ name: "TimeoutError", message: expect.stringContaining("idleTimeoutMs") });
  expect(body.isLeft).toBe(true);
});

test("totalTimeoutMs ends a stream that goes on", async () => {
  const body = openBody();
  const { svc, clock } = setup(() => body.response);
  const ended = rejection(all(svc.events("a1", { totalTimeoutMs: 5000 })));
  for (let n = 0; n < 10; n++) {
    await clock.advance(600);
    if (!body.isLeft) body.write(step(n));
  }
  expect(await ended).toMatchObject({
    name: "TimeoutError",
    message: expect.stringContaining("totalTimeoutMs (5000 ms)"),
  });
});

test("wrong options are refused before anything is sent", async () => {
  const { svc, requests } = setup(() => answer([]));
  expect(await rejection(svc.events("a", { idleTimeoutMs: -1 }))).toMatchObject({ name: "ConfigurationError" });
  expect(await rejection(svc.events("a", { signal: {} as AbortSignal }))).toMatchObject({ name: "ConfigurationError" });
  expect(requests).toHaveLength(0);
});

test("a slow reader takes no more than it asked for", async () => {
  const body = openBody();
  const { svc } = setup(() => body.response);
  const stream = await svc.events("a1");
  await settled();
  expect(body.pulls).toBe(0);
  body.write(step(1) + step(2));
  await stream.next();
  await settled();
  const pulls = body.pulls;
  await stream.next();
  await settled();
  expect(body.pulls).toBe(pulls);
});

test("an item longer than maxResponseBytes ends the stream instead of filling memory", async () => {
  const { svc } = setup(() => answer(["data: ", "x".repeat(600), "x".repeat(600)]), { maxResponseBytes: 1000 });
  expect(await rejection(all(svc.events("a")))).toMatchObject({ message: expect.stringContaining("maxResponseBytes") });
});

test("an item of more than 1,048,576 values ends the stream", async () => {
  const bomb = `[${"{},".repeat(600_000)}1]`;
  const message = expect.stringContaining("more than 1,048,576 values");
  const { svc } = setup(() => answer([step(1), `data: ${bomb}\n\n`]));
  expect(await rejection(all(svc.events("a1")))).toMatchObject({ name: "SvcApiError", message });
  const lines = setup(() => answer([`${bomb}\n`], { type: "application/jsonl" }));
  expect(await rejection(all(lines.svc.lines()))).toMatchObject({ name: "SvcApiError", message });
});

test("a broken stream continues after the last event, by the server's wait", async () => {
  const answers = [
    answer(["retry: 700\n", step(1), step(2)], { fail: reset() }),
    answer([step(2), step(3)], { fail: reset() }),
    answer([step(4)]),
  ];
  const retries: number[] = [];
  const hooks = { onRetry: ({ delayMs }: { delayMs: number }) => void retries.push(delayMs) };
  const { svc, requests, clock } = setup(() => answers.shift() as Response, { hooks });
  const got = all(svc.events("a1"));
  await clock.advance(5000);
  expect(await got).toEqual([1, 2, 3, 4].map(item));
  expect(requests.map(({ headers }) => headers.get("last-event-id"))).toEqual([null, "2", "3"]);
  expect(retries).toEqual([700, 700]);
  await svc.close();
  expect(clock.pending).toBe(0);
});

test("an event that was cut off by the end of the connection is had once more, where it can be", async () => {
  const answers = [answer([step(1), 'id: 2\ndata: {"n"']), answer([step(2)])];
  const { svc, clock } = setup(() => answers.shift() as Response);
  const got = all(svc.events("a1"));
  await clock.advance(5000);
  expect(await got).toEqual([1, 2].map(item));
});

test("without ids, and for methods that are not safe, a broken stream says how many items came", async () => {
  const { svc, requests } = setup(({ method }) =>
    answer([method === "POST" ? step(1) : 'data: {"n":1}\n\n', 'data: {"n":2}\n\n'], { fail: reset() }),
  );
  for (const call of [() => svc.events("a1"), () => svc.run("a1")]) {
    const error = await rejection(all(call()));
    expect(error).toMatchObject({ name: "ConnectionError", items: 2, operation: expect.any(String) });
    expect(error.message).toContain("after 2 items: TypeError: terminated ECONNRESET");
  }
  expect(requests).toHaveLength(2);
});

test("a service that stays away is given up after the retries of the policy", async () => {
  const first = answer([step(1)], { fail: reset() });
  let calls = 0;
  const { svc, clock } = setup(() => {
    if (calls++ === 0) return first;
    throw reset();
  });
  const error = rejection(all(svc.events("a1")));
  await clock.advance(60_000);
  expect(await error).toMatchObject({ name: "ConnectionError", items: 1 });
  const without = setup(() => answer([step(1)], { fail: reset() }), { retry: false });
  expect(await rejection(all(without.svc.events("a1")))).toMatchObject({ name: "ConnectionError", items: 1 });
  expect(without.requests).toHaveLength(1);
});

test("an error status at a reconnection is the typed error", async () => {
  const answers = [answer([step(1)], { fail: reset() }), Response.json({}, { status: 403 })];
  const { svc, clock } = setup(() => answers.shift() as Response);
  const error = rejection(all(svc.events("a1")));
  await clock.advance(5000);
  expect(await error).toMatchObject({ name: "PermissionError" });
});

test("lastEventId continues a stream of another day", async () => {
  const { svc, requests } = setup(() => answer([step(8)]));
  expect(await all(svc.events("a1", { lastEventId: "7" }))).toEqual([item(8)]);
  expect(requests[0]?.headers.get("last-event-id")).toBe("7");
});

test("onItem is told of each item, and cannot break the stream", async () => {
  const seen: unknown[] = [];
  const onItem = (event: object): void => {
    seen.push(event);
    throw new Error("broken hook");
  };
  const { svc } = setup(() => answer(["event: a\n", step(1), step(2)]), { hooks: { onItem } });
  await all(svc.events("a1"));
  const common = {
    call: 0,
    url: "/agents/{id}/events",
    operation: "events",
    operationId: "events",
    methodName: "events",
    method: "GET",
    attempt: 1,
  };
  expect(seen).toEqual([
    { ...common, index: 0, event: "a" },
    { ...common, index: 1, event: undefined },
  ]);
});

test("toReadableStream gives lines of JSON as they are asked for, and its cancellation ends the stream", async () => {
  const { svc } = setup(() => answer([step(1), step(2)]));
  const lines = (await svc.events("a1")).toReadableStream();
  expect(await new Response(lines).text()).toBe(`${JSON.stringify(item(1))}\n${JSON.stringify(item(2))}\n`);
  const body = openBody();
  const other = setup(() => body.response);
  await (await other.svc.events("a1")).toReadableStream().cancel();
  expect(body.isLeft).toBe(true);
});

test("a permit is not held for the life of a stream", async () => {
  const { svc } = setup((_, signal) => openBody("text/event-stream", signal).response);
  const open = await Promise.all(Array.from({ length: 20 }, (_, n) => svc.events(`a${n}`)));
  expect(svc.rateLimit.inFlight).toBe(0);
  for (const stream of open) await stream.close();
});

test("a comment without end fills no memory", async () => {
  const chunk = "x".repeat(10_000);
  const parts = [":", ...Array.from({ length: 50 }, () => chunk), "\n", step(1)];
  const { svc } = setup(() => answer(parts), { maxResponseBytes: 20_000 });
  expect(await all(svc.events("a1"))).toEqual([item(1)]);
});

test("connections that end after an event each are made seldom, though the service says retry: 0", async () => {
  let sent = 0;
  const { svc, requests, clock } = setup(() => answer([`retry: 0\n${step(++sent)}`], { fail: reset() }));
  const got = all(svc.events("a1", { totalTimeoutMs: 100_000 }));
  const error = rejection(got);
  await clock.advance(60_000);
  expect(requests.length).toBeLessThan(30);
  expect(requests.length).toBeGreaterThan(10);
  await clock.advance(60_000);
  expect(await error).toMatchObject({ name: "TimeoutError" });
  expect(clock.pending).toBe(0);
});

test("connections that live for a while are made again when the service says so", async () => {
  let sent = 0;
  const bodies: OpenBody[] = [];
  const { svc, clock } = setup(() => {
    const body = openBody();
    body.write(`retry: 0\n${step(++sent)}`);
    bodies.push(body);
    return body.response;
  });
  const stream = await svc.events("a1", { idleTimeoutMs: false, totalTimeoutMs: false });
  expect((await stream.next()).value).toEqual(item(1));
  for (let n = 2; n <= 20; n++) {
    const next = stream.next();
    await clock.advance(6000);
    bodies.at(-1)?.fail(reset());
    await clock.advance(0);
    expect((await next).value).toEqual(item(n));
  }
  await stream.close();
});

test("lines of data count against maxResponseBytes with the names of their fields", async () => {
  const lines = "data\n".repeat(1000);
  const { svc } = setup(() => answer(Array.from({ length: 100 }, () => lines)), { maxResponseBytes: 20_000 });
  expect(await rejection(all(svc.events("a")))).toMatchObject({ message: expect.stringContaining("maxResponseBytes") });
  const { svc: other } = setup(() => answer([`${"data\n".repeat(3000)}\n`]));
  expect(await all(other.text())).toEqual([{ data: "\n".repeat(2999) }]);
});

test("a piece of many items is decoded in parts, and a long item within one piece is noticed", async () => {
  const { svc } = setup(() => answer([step(1) + "data: 1\n\n".repeat(50_000)]));
  const stream = await svc.events("a1");
  expect((await stream.next()).value).toEqual(item(1));
  let count = 0;
  for await (const _ of stream) count++;
  expect(count).toBe(50_000);
  const { svc: other } = setup(() => answer([`data: "${"x".repeat(500_000)}"\n\n`]), { maxResponseBytes: 100_000 });
  expect(await rejection(all(other.events("a")))).toMatchObject({
    message: expect.stringContaining("maxResponseBytes"),
  });
});

test("a line in many parts is joined once", () => {
  const parser = createEventParser();
  // Joined at every part, 130 GB would be copied, longer than a test may take.
  const part = "x".repeat(65_536);
  parser.push("data: ");
  for (let n = 0; n < 2000; n++) parser.push(part);
  expect(parser.held).toBe(6 + 2000 * part.length);
  expect(parser.push("\n\n")[0]?.data).toHaveLength(2000 * part.length);
});

test("ids longer than 4,096 characters are left out: a thousand ids are remembered", () => {
  const parser = createEventParser();
  const [event] = parser.push(`id: ${"x".repeat(5000)}\ndata: 1\n\n`);
  expect([event?.id, parser.position.lastId]).toEqual([undefined, ""]);
});
