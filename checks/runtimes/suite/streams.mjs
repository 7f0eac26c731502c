import { createClient, withStreams } from "@svc/client/runtime";
import { unwrap } from "@svc/client/webhooks";
import { check, equal } from "./expect.mjs";
import { calls } from "./peers.mjs";

const events = { accept: "text/event-stream", types: { "text/event-stream": { json: true } } };
const lines = { accept: "application/jsonl", types: { "application/jsonl": {} } };
const row = (id, streams) => ({ id, method: "GET", path: `/${id}/{name}`, name: id, untyped: true, streams });
/** The table that the generator makes of the document of the service that streams. */
const table = {
  documentVersion: "1",
  schemes: {},
  security: [],
  operations: [row("events", events), row("lines", lines)],
};

const connect = ({ urls }, options = {}) =>
  createClient(table, { baseUrl: urls.streams, retry: { baseMs: 5 }, ...options }, { additions: [withStreams] });

/** Streams and webhooks, which only documents that have some make use of. */
export const streamChecks = {
  "server-sent events come in order, typed as JSON": async (context) => {
    const seen = [];
    for await (const { id, data } of connect(context).events("all")) seen.push([id, data.text]);
    equal(
      seen,
      [1, 2, 3, 4, 5].map((index) => [String(index), `é😀 ${index}`]),
    );
  },
  "lines of JSON come in order": async (context) => {
    const seen = [];
    for await (const { index } of connect(context).lines("all")) seen.push(index);
    equal(seen, [1, 2, 3]);
  },
  "a stream that breaks loses no event": async (context) => {
    const body = JSON.stringify({ operation: "events", dropAfterItems: 2 });
    await fetch(`${context.urls.streams}/__fake/fail`, { method: "POST", body });
    const seen = [];
    for await (const { data } of connect(context).events("broken")) seen.push(data.index);
    equal(seen, [1, 2, 3, 4, 5]);
    const asked = (await calls(context.urls.streams)).filter(({ path }) => path.name === "broken");
    equal(asked.length, 2);
  },
  "leaving a stream ends its connection": async (context) => {
    for await (const { data } of connect(context).events("endless")) if (data.index === 2) break;
    const find = async () => (await calls(context.urls.streams)).find(({ path }) => path.name === "endless");
    let call = await find();
    for (let tries = 0; call.stream.ended === undefined && tries < 100; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      call = await find();
    }
    equal(call.stream.ended, "left");
  },
  "an aborted stream is an AbortedError, a silent one a TimeoutError": async (context) => {
    const controller = new AbortController();
    const svc = connect(context);
    const stream = await svc.events("silent", { signal: controller.signal });
    const next = stream.next().catch(({ name }) => name);
    controller.abort();
    equal(await next, "AbortedError");
    const late = await svc.events("silent", { idleTimeoutMs: 50 });
    equal(await late.next().catch(({ name }) => name), "TimeoutError");
  },
  "a stream is a body for frameworks": async (context) => {
    const stream = await connect(context).events("all");
    const text = await new Response(stream.toReadableStream()).text();
    equal(text.trim().split("\n").length, 5);
  },
  "webhooks are verified": async () => {
    // The example of Standard Webhooks.
    const headers = {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    };
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const clock = { now: () => 1_614_265_330_000 };
    equal(await unwrap({ body: '{"test": 2432232314}', headers }, secret, { clock }), { test: 2432232314 });
    const error = await unwrap({ body: '{"test": 2432232315}', headers }, secret, { clock }).catch((cause) => cause);
    check(error.reason === "signature", "expected a refusal");
  },
};
