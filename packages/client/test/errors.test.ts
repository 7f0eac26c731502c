import { inspect } from "node:util";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import * as errors from "../src/errors/errors.ts";
import type { SvcClientOptions } from "../src/runtime.ts";
import { type Answer, json, rejection, setup } from "./support/client.ts";

const { SvcApiError, SvcError, ValidationError } = errors;

test.each([
  [400, "SvcApiError"],
  [401, "AuthenticationError"],
  [403, "PermissionError"],
  [404, "NotFoundError"],
  [409, "SvcApiError"],
  [422, "ValidationError"],
  [429, "RateLimitError"],
  [500, "ServerError"],
  [503, "ServerError"],
  [599, "ServerError"],
])("status %i is a %s with what the service said", async (status, name) => {
  const { svc } = setup([json({ detail: "said" }, { status, headers: { "x-id": "7" } })], { retry: false });
  const error = await rejection(svc.health.get());
  expect(error).toMatchObject({ name, status, operation: "health.get", body: { detail: "said" } });
  expect((error["headers"] as Headers).get("x-id")).toBe("7");
  expect(error["rateLimit"]).toMatchObject({ inFlight: 0 });
  expect(error.message).toBe(`health.get: ${status} said`);
  expect(error.stack).toMatch(new RegExp(`^${name}: health.get`));
  // biome-ignore lint/performance/noDynamicNamespaceImportAccess: the exports by their names are what is tested
  expect(error).toBeInstanceOf(errors[name as "SvcError"]);
});

test.each<[string, Answer, Partial<SvcClientOptions>]>([
  ["ConnectionError", new TypeError("fetch failed"), { retry: false }],
  ["TimeoutError", () => new Promise(() => {}), { timeoutMs: 5 }],
  ["ServerError", new Response(null, { status: 500 }), { retry: false }],
  ["ConfigurationError", json(1), { auth: () => Promise.reject(new Error("no")) }],
])("a %s knows its operation and the rate limit", async (name, answer, options) => {
  const { svc, clock } = setup([answer], options);
  const failed = rejection(svc.health.get());
  await clock.advance(10);
  expect(await failed).toMatchObject({ name, operation: "health.get", rateLimit: { inFlight: 0, queued: 0 } });
});

test("so do the errors of calls that are aborted, closed, or may not wait", async () => {
  const { svc, clock } = setup([() => new Promise(() => {})], { rateLimit: { maxQueued: 1, maxWaitMs: 50 } });
  const controller = new AbortController();
  const aborted = rejection(svc.health.get({ signal: controller.signal }));
  const waiting = rejection(svc.personas.emails.list("p1"));
  const tooMany = rejection(svc.open.get());
  await clock.advance(60);
  const late = rejection(svc.items.delete("i1"));
  const closed = svc.close();
  controller.abort();
  await closed;
  const [a, b, c, d] = await Promise.all([aborted, waiting, tooMany, late]);
  expect([a, b, c, d].map(({ name, operation }) => `${name} ${String(operation)}`)).toEqual([
    "AbortedError health.get",
    // It waited for the first answer, which is no wait for a limit: until the client was closed.
    "AbortedError personas.emails.list",
    "RateLimitError open.get",
    "AbortedError items.delete",
  ]);
  expect(c.message).toBe(
    "open.get: 1 calls wait, the most that rateLimit.maxQueued allows: raise it, or call again later",
  );
  for (const { rateLimit } of [a, b, c, d]) expect(rateLimit).toMatchObject({ queued: expect.any(Number) });
});

test.each([
  [{ rateLimit: { maxWait: 5 } }, "rateLimit.maxWait: unknown option"],
  [{ rateLimit: { maxWaitMs: false } }, "rateLimit.maxWaitMs: expected a number from 0 and below 2^31, got false"],
  [{ retry: { limits: 5 } }, "retry.limits: unknown option"],
  [{ retry: { limit: -1 } }, "retry.limit: expected a number from 0 and below 2^31, got -1"],
])("%j is refused", (options, message) => {
  expect(() => setup([], options as never)).toThrow(message);
});

const issue = {
  loc: ["query", "limit"],
  msg: "Input should be less than or equal to 100",
  type: "less_than_equal",
  input: "500",
  ctx: { le: 100 },
};

test("a ValidationError reads well and keeps its issues", async () => {
  const { svc } = setup([
    json(
      { detail: [issue, { loc: ["body", "items", 0, "name"], msg: "Field required", type: "missing" }] },
      { status: 422 },
    ),
  ]);
  const error = await rejection(svc.health.get());
  expect(error.message).toBe(
    'health.get: 422 query.limit: Input should be less than or equal to 100 (got "500"); body.items.0.name: Field required',
  );
  if (!ValidationError.is(error)) throw error;
  expect(error.issues[0]).toEqual(issue);
  expect({ ...error.fieldErrors }).toEqual({ limit: [issue.msg], "items.0.name": ["Field required"] });
});

test.each([
  ["an object", '{"toString":1}'],
  ["a list of lists", "[".repeat(20_000) + "]".repeat(20_000)],
])("an issue at a place that is %s is none, one whose input is has a message all the same", async (_, odd) => {
  const issues = [`{"loc":[${odd}],"msg":"m"}`, `{"loc":["a"],"msg":"n","input":${odd}}`];
  const { svc } = setup([new Response(`{"detail":[${issues}]}`, { status: 422 })]);
  const error = await rejection(svc.health.get());
  if (!ValidationError.is(error)) throw error;
  expect(error.message).toMatch(/^health.get: 422 a: n/);
  expect({ ...error.fieldErrors }).toEqual({ a: ["n"] });
});

test("what an error of the network holds of the answer or its address is not printed", async () => {
  const bytes = "an email's text";
  const parser = Object.assign(new Error("not HTTP"), { name: "HTTPParserError", code: "HPE_INVALID", data: bytes });
  const { svc } = setup([new TypeError("fetch failed", { cause: parser })], { retry: false });
  const error = await rejection(svc.health.get());
  expect(error.message).toBe(
    "health.get: no response from GET https://api.example: TypeError: fetch failed HPE_INVALID",
  );
  const { cause } = error.cause as Error;
  expect(cause).toMatchObject({
    name: "HTTPParserError",
    code: "HPE_INVALID",
    message: "not HTTP",
    stack: parser.stack,
  });
  expect(inspect(error, { depth: 9 })).not.toContain(bytes);
});

test("an error of the network that holds nothing else stays as it is", async () => {
  const socket = Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET", socket: { remotePort: 1 } });
  const failure = new TypeError("fetch failed", { cause: socket });
  const { svc } = setup([failure], { retry: false });
  expect((await rejection(svc.health.get())).cause).toBe(failure);
});

test.each(["get", "raw"])("%s: whatever is thrown instead of an answer is no answer", async (way) => {
  const loop = new Error("a");
  loop.cause = new Error("b", { cause: loop });
  for (const thrown of [loop, Object.create(null), undefined]) {
    const { svc } = setup([() => Promise.reject(thrown)], { retry: false });
    const call = way === "raw" ? svc.raw.GET("/health" as never, {} as never) : svc.health.get();
    const error = await rejection(call as Promise<unknown>);
    expect(error).toMatchObject({ name: "ConnectionError" });
    expect(error.message).toMatch(/: no response from GET https:\/\/api\.example: (Error: a|an object|undefined)$/);
  }
});

test.each([
  ["text", "<html>Sign in</html>", { "content-type": "text/html" }, "not JSON"],
  ["half of it", '[{"subject":', { "content-type": "application/json" }, "invalid or truncated JSON of 12 characters"],
])("a success that is %s where the document has JSON is an error with that text", async (_, body, headers, what) => {
  const { svc } = setup([new Response(body, { headers })]);
  const error = await rejection(svc.personas.emails.list("p1"));
  const message = `personas.emails.list: 200 ${what} (${headers["content-type"]})`;
  expect(error).toMatchObject({ name: "SvcApiError", status: 200, body, message });
});

const empty = (status: number, type?: string): Response =>
  new Response(status === 204 || status === 205 ? null : new Uint8Array(), {
    status,
    ...(type && { headers: { "content-type": type } }),
  });

test.each([
  empty(200, "application/json"),
  empty(200),
  empty(201),
  empty(202, "text/plain"),
  empty(204),
  empty(204, "application/json"),
  empty(205),
])("a success without the data that the document declares is an error (%#)", async (answer) => {
  const { status } = answer;
  const { svc } = setup([answer]);
  const message = `personas.emails.list: ${status} without the data that the document declares`;
  const facts = { name: "SvcApiError", status, body: undefined, message, operation: "personas.emails.list" };
  expect(await rejection(svc.personas.emails.list("p1"))).toMatchObject(facts);
  if (status !== 204) return;
  const init = { params: { path: { persona_id: "p1" } } };
  const raw = await svc.raw.GET("/personas/{persona_id}/emails" as never, init as never);
  expect(raw).toMatchObject({ data: undefined, response: { status } });
});

test("an empty text and an empty file are data; a response without a type, or of JSON, has none", async () => {
  const stop = (answer: Response) => setup([answer]).svc.stop();
  expect(await stop(empty(200, "text/csv"))).toBe("");
  const blob = (await stop(empty(200, "video/mp4"))) as Blob;
  expect([blob.size, blob.type]).toEqual([0, "video/mp4"]);
  for (const answer of [empty(200), empty(200, "application/json"), empty(204, "text/csv"), empty(204)])
    expect(await rejection(stop(answer))).toMatchObject({ name: "SvcApiError", status: answer.status });
});

test("JSON that is labelled as text is JSON all the same where the document says so", async () => {
  const { svc } = setup([new Response('[{"subject":"a"}]', { headers: { "content-type": "text/plain" } })]);
  expect(await svc.personas.emails.list("p1")).toEqual([{ subject: "a" }]);
});

test.each([
  ["nothing", new Response(null, { status: 500 }), undefined],
  ["text", new Response("<html>oops</html>", { status: 500 }), "<html>oops</html>"],
  [
    "JSON labelled as text",
    new Response('{"a":1}', { status: 500, headers: { "content-type": "text/html" } }),
    { a: 1 },
  ],
  ["text labelled as JSON", new Response("no", { status: 500, headers: { "content-type": "application/json" } }), "no"],
  [
    "half of JSON",
    new Response('{"detail": [{"loc"', { status: 422, headers: { "content-type": "application/json" } }),
    '{"detail": [{"loc"',
  ],
  ["another shape", json({ detail: { loc: 1 } }, { status: 422 }), { detail: { loc: 1 } }],
  [
    "issues of another shape",
    json({ detail: [1, null, { loc: "x" }] }, { status: 422 }),
    { detail: [1, null, { loc: "x" }] },
  ],
  ["null", json(null, { status: 404 }), null],
  ["invalid UTF-8", new Response(new Uint8Array([0xff, 0xfe]), { status: 500 }), "\ufffd\ufffd"],
])("an error body that is %s is still a typed error", async (_, response, body) => {
  const error = await rejection(setup([response], { retry: false }).svc.health.get());
  expect(SvcApiError.is(error)).toBe(true);
  expect(error["status"]).toBe(response.status);
  expect(error["body"]).toEqual(body);
  if (ValidationError.is(error)) expect(error.issues).toEqual([]);
});

test("texts in errors are bounded", async () => {
  const long = "x".repeat(100_000);
  const text = await rejection(setup([new Response(long, { status: 500 })], { retry: false }).svc.health.get());
  expect([text.message.length < 1000, (text["body"] as string).length]).toEqual([true, 1000]);
  const detail = await rejection(
    setup([json({ detail: [{ ...issue, msg: long, input: long }] }, { status: 422 })]).svc.health.get(),
  );
  expect(detail.message.length).toBeLessThan(1000);
});

test.each([
  [
    "JSON",
    new Response('{"a":1}', { headers: { "content-type": "application/problem+json; charset=utf-8" } }),
    { a: 1 },
  ],
  ["text", new Response("hi", { headers: { "content-type": "text/plain" } }), "hi"],
  ["nothing", new Response(null, { status: 204 }), undefined],
  ["an empty body", new Response("", { headers: { "content-type": "application/json" } }), undefined],
  ["a reset content", new Response(null, { status: 205 }), undefined],
])("a success that is %s gives its data", async (_, response, data) => {
  expect(await setup([response]).svc.health.get()).toEqual(data);
});

test("a success of another type is a Blob, an event stream is its stream", async () => {
  const { svc } = setup([
    new Response(new Uint8Array([1, 2]), { headers: { "content-type": "video/mp4" } }),
    new Response("data: 1\n\n", { headers: { "content-type": "text/event-stream" } }),
  ]);
  const blob = (await svc.health.get()) as Blob;
  expect([blob.type, new Uint8Array(await blob.arrayBuffer())]).toEqual(["video/mp4", new Uint8Array([1, 2])]);
  expect(await new Response((await svc.health.get()) as ReadableStream).text()).toBe("data: 1\n\n");
});

test("a success that calls itself JSON and is not is a SvcApiError with the text", async () => {
  const error = await rejection(
    setup([new Response("<html>", { headers: { "content-type": "application/json" } })]).svc.health.get(),
  );
  expect(error).toMatchObject({ name: "SvcApiError", status: 200, body: "<html>" });
});

test("guards hold for subclasses, and for nothing else", () => {
  const error = new errors.NotFoundError("x", { status: 404 });
  expect([SvcError, SvcApiError, errors.NotFoundError].every((Class) => Class.is(error))).toBe(true);
  expect(errors.ServerError.is(error)).toBe(false);
  for (const other of [undefined, null, "x", {}, new Error("x"), { name: "SvcError" }, Object.create(null)])
    expect(SvcError.is(other)).toBe(false);
});

test("guards hold for errors of another copy in another realm", () => {
  const copy = runInNewContext(`
    const brand = Symbol.for("@svc/client.error");
    class SvcError extends Error { get name() { return "SvcError"; } constructor(m) { super(m); Object.defineProperty(this, brand, { value: true }); } }
    class SvcApiError extends SvcError { get name() { return "SvcApiError"; } }
    class NotFoundError extends SvcApiError { get name() { return "NotFoundError"; } }
    new NotFoundError("x");
  `);
  expect(copy).not.toBeInstanceOf(SvcError);
  expect([SvcError.is(copy), SvcApiError.is(copy), errors.NotFoundError.is(copy), ValidationError.is(copy)]).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test("an error as JSON has its facts and neither body nor headers", () => {
  const error = new SvcApiError("m", {
    status: 400,
    operation: "o",
    body: { a: "secret" },
    headers: new Headers({ a: "secret" }),
  });
  expect(JSON.parse(JSON.stringify(error))).toEqual({ name: "SvcApiError", message: "m", status: 400, operation: "o" });
});

test.each(Object.entries(errors))("the class %s is its own name", (name, Class) => {
  expect([Class.name, Class.prototype.name, new (Class as new (message: string) => Error)("m").name]).toEqual([
    name,
    name,
    name,
  ]);
});

test("a stream after a refused attempt is the stream, not what was refused", async () => {
  const events = new Response("data: 1\n\n", { headers: { "content-type": "text/event-stream" } });
  const { svc, clock } = setup([json({ detail: "busy" }, { status: 503 }), events]);
  const call = svc.health.get();
  await clock.advance(10_000);
  expect(await new Response((await call) as ReadableStream).text()).toBe("data: 1\n\n");
});

test("text of the service forges no line and drives no terminal: it is escaped in messages", async () => {
  const detail = "no\nsvc 2 GET /: done\r\u001b[2J\u2028\u202e";
  const { svc } = setup([json({ detail }, { status: 400 })], { retry: false });
  const escaped = String.raw`no\nsvc 2 GET /: done\u000d\u001b[2J\u2028\u202e`;
  expect(await rejection(svc.health.get())).toMatchObject({ message: `health.get: 400 ${escaped}`, body: { detail } });
  const broken = setup([new TypeError("fetch failed\nat x")], { retry: false });
  expect((await rejection(broken.svc.health.get())).message).not.toContain("\n");
  // Whoever makes an error of the family: its message may hold the name of a file, a state or the words of a token endpoint.
  expect(new SvcApiError(`logs\u001b[2J\n: gone`).message).toBe(String.raw`logs\u001b[2J\n: gone`);
});

test.each<[string, Error, string]>([
  ["TLS at a port without it", failed("wrong version", "ERR_SSL_WRONG_VERSION_NUMBER"), "the port does not speak TLS"],
  ["a blocked port", failed("bad port"), "TypeError: fetch failed (bad port): fetch blocks this port"],
])("%s is told with advice", async (_, failure, message) => {
  const { svc } = setup([failure], { retry: false });
  const error = await rejection(svc.health.get());
  expect([error.name, error.message]).toEqual(["ConnectionError", expect.stringContaining(message)]);
});

function failed(reason: string, code?: string): Error {
  const cause = Object.assign(new Error(reason), code === undefined ? {} : { code });
  return new TypeError("fetch failed", { cause });
}

test.each([
  "ReadableStream is not a constructor",
  "Cannot read properties of undefined (reading 'x')",
  "undefined is not an object (evaluating 'a.b')",
])("a mistake in the program that sends is no failure of the network: %s", async (message) => {
  const { svc, requests } = setup([new TypeError(message)]);
  const error = await rejection(svc.health.get());
  expect(error.name).toBe("ConfigurationError");
  expect(error.message).toBe(`health.get: fetch threw TypeError: ${message}; that is no failure of the network`);
  expect(requests).toHaveLength(1);
});

test("a loop of redirects says that it is one", async () => {
  const loop = ({ url }: Request): Response => new Response(null, { status: 302, headers: { location: url } });
  const { svc, requests } = setup([loop]);
  const error = await rejection(svc.health.get());
  expect(error.message).toBe("health.get: 302 redirected more than 10 times, in a circle perhaps");
  expect(requests).toHaveLength(11);
});

test("a body is read in a runtime whose responses have no streams", async () => {
  const text = '{"a":1}';
  const response = {
    status: 200,
    ok: true,
    headers: new Headers({ "content-type": "application/json" }),
    arrayBuffer: async () => new TextEncoder().encode(text).buffer,
  };
  const { svc } = setup([], { fetch: async () => response as never });
  expect(await svc.health.get()).toEqual({ a: 1 });
});
