import { describe, expect, test } from "vitest";
import { createFakeSvc, type FakeSvcOptions } from "./support/service.ts";

/** A document of one operation with these responses. */
function documentOf(responses: object, more: object = {}) {
  const operation = { operationId: "thing_get", responses, ...more };
  return { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: { "/thing": { get: operation } } };
}

const json = (schema: object) => ({ description: "", content: { "application/json": { schema } } });
const content = (mediaType: string, schema?: object, example?: unknown) => ({
  description: "",
  content: { [mediaType]: { ...(schema && { schema }), ...(example !== undefined && { example }) } },
});

interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
  readonly headers: Headers;
}

async function ask(responses: object, more: object = {}, options: FakeSvcOptions = {}): Promise<Answer> {
  await using fake = createFakeSvc({ document: documentOf(responses, more), ...options });
  const response = await fake.fetch(`${fake.baseUrl}/thing`, { redirect: "manual" });
  const { status, headers } = response;
  return { status, headers, type: headers.get("content-type"), text: await response.text() };
}

describe("a schema for which no value is found", () => {
  const impossible = {
    type: "object",
    required: ["a"],
    properties: { a: { type: "integer", minimum: 2, maximum: 1 } },
  };

  const reason = "x-svc-fake-reason";

  test("is answered with the best there is, and a header that says where", async () => {
    using fake = createFakeSvc({ document: documentOf({ 200: json(impossible) }) });
    const response = await fake.fetch(`${fake.baseUrl}/thing`);
    expect([response.status, await response.text()]).toEqual([200, "null"]);
    const place = "/paths/~1thing/get/responses/200/content/application~1json/schema";
    expect(response.headers.get(reason)).toContain(`the document allows no value at ${place}`);
    expect(fake.calls[0]?.reason).toMatchObject({ place: "response", rule: expect.stringContaining(place) });
  });

  test("is no 500 for a refusal either, whose reason is that of the refusal", async () => {
    const parameters = [{ name: "n", in: "query", required: true, schema: { type: "integer" } }];
    using fake = createFakeSvc({ document: documentOf({ 200: json({}), 422: json(impossible) }, { parameters }) });
    const response = await fake.fetch(`${fake.baseUrl}/thing`);
    expect(response.status).toBe(422);
    expect(fake.calls[0]?.reason).toEqual({ place: "query.n", rule: "Field required", value: undefined });
  });

  test("is null where null is allowed", async () => {
    expect(await ask({ 200: json({ type: ["integer", "null"], minimum: 2, maximum: 1 }) })).toMatchObject({
      status: 200,
      text: "null",
    });
  });
});

test.each<[string, object, RegExp]>([
  ["date", { type: "string", format: "date", pattern: "^2024-" }, /^"2024-\d\d-\d\d"$/],
  ["email", { type: "string", format: "email", pattern: "@acme\\.com$" }, /^"[^@]+@acme\.com"$/],
  ["uuid", { type: "string", format: "uuid", pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-7" }, /^"[\da-f]{8}-[\da-f]{4}-7/],
  ["two patterns", { allOf: [{ type: "string", pattern: "^a" }, { pattern: "z$" }] }, /^"a.*z"$/],
  [
    "names",
    {
      type: "object",
      patternProperties: { "^x-": { type: "integer" } },
      additionalProperties: false,
      minProperties: 2,
    },
    /^\{"x-[^"]*":\d+,"x-[^"]+":\d+\}$/,
  ],
])("a value of several rules is found: %s", async (_, schema, expected) => {
  for (let seed = 1; seed <= 5; seed++) {
    const { status, text } = await ask({ 200: json(schema) }, {}, { seed });
    expect([status, text]).toEqual([200, expect.stringMatching(expected)]);
  }
});

test.each<[string, object, string | RegExp]>([
  ["text/plain", content("text/plain", { type: "string" }), "An answer of the fake."],
  ["text/plain", content("text/plain", { type: "string", enum: ["up", "down"] }), /^(up|down)$/],
  ["text/plain", content("text/plain", { type: "integer", minimum: 3 }), /^\d+$/],
  ["text/plain", content("text/plain", { type: "string", maxLength: 4 }), /^.{1,4}$/],
  ["text/csv", content("text/csv", { type: "string" }, "a,b\n1,2"), "a,b\n1,2"],
  ["text/csv", content("text/csv", undefined, "a,b"), "a,b"],
  ["application/x-ndjson", content("application/x-ndjson"), "{}\n{}\n{}\n"],
  [
    "application/x-ndjson",
    content("application/x-ndjson", { type: "object", required: ["id"], properties: { id: { type: "integer" } } }),
    /^(\{"id":\d+\}\n){3}$/,
  ],
  [
    "application/jsonl",
    content("application/jsonl", { type: "array", minItems: 2, maxItems: 2, items: { type: "boolean" } }),
    /^(true|false)\n(true|false)\n$/,
  ],
  [
    "application/x-www-form-urlencoded",
    content("application/x-www-form-urlencoded", {
      type: "object",
      required: ["a", "b"],
      properties: { a: { const: "x y" }, b: { type: "array", minItems: 2, items: { const: 1 } } },
    }),
    /^a=x\+y(&b=1){2,}$/,
  ],
  [
    "application/xml",
    content("application/xml", { type: "object", required: ["a"], properties: { a: { const: "<&" } } }),
    '<?xml version="1.0" encoding="UTF-8"?>\n<root><a>&#60;&#38;</a></root>',
  ],
  ["application/octet-stream", content("application/octet-stream", { type: "string", format: "binary" }), "fake"],
  ["application/octet-stream", content("application/octet-stream", { type: "string", minLength: 10 }), /^.{10,}$/],
  ["text/event-stream", content("text/event-stream", { const: { a: 1 } }), /^(id: \d\ndata: \{"a":1\}\n\n){3}$/],
  ["image/png", content("image/*", { type: "string", format: "binary" }), "fake"],
  ["text/plain; charset=utf-8", content("text/*", { type: "string" }), "An answer of the fake."],
  ["application/json", content("*/*", { const: 7 }), "7"],
  ["application/json", content("application/*", { const: 7 }), "7"],
  ["model/x-fake", content("model/*"), "fake"],
])("content of %s follows its schema: %j", async (type, response, text) => {
  const answer = await ask({ 200: response });
  expect([answer.status, answer.type]).toEqual([200, type]);
  expect(answer.text).toEqual(typeof text === "string" ? text : expect.stringMatching(text));
});

test("headers that the document requires are sent", async () => {
  const headers = {
    "X-Total": { required: true, schema: { type: "integer", minimum: 3 } },
    "X-Names": { required: true, schema: { type: "array", minItems: 2, maxItems: 2, items: { const: "n" } } },
    "X-Text": { required: true, schema: { type: "string", enum: ["\u65e5", "plain"] } },
    "X-Optional": { schema: { type: "integer" } },
    "Content-Type": { required: true, schema: { const: "nonsense" } },
    "X-RateLimit-Limit": { required: true, schema: { type: "integer" } },
  };
  const answer = await ask({ 200: { ...json({ type: "object" }), headers } });
  expect(Number(answer.headers.get("x-total"))).toBeGreaterThanOrEqual(3);
  expect([answer.headers.get("x-names"), answer.headers.get("x-optional")]).toEqual(["n,n", null]);
  expect([answer.type, answer.headers.get("x-ratelimit-limit")]).toEqual(["application/json", "1000"]);
  const created = await ask({
    201: { description: "", headers: { Location: { required: true, schema: { const: "/things/1" } } } },
  });
  expect([created.status, created.headers.get("location")]).toEqual([201, "/things/1"]);
});

test("headers that the document requires are sent with what the stores hold, too", async () => {
  const headers = { "X-Total": { required: true, schema: { const: 7 } } };
  const parameters = [{ name: "session_id", in: "path", required: true, schema: { type: "string" } }];
  const schema = { type: "object", required: ["mp4_url"], properties: { mp4_url: { type: "string" } } };
  const get = { operationId: "replay", parameters, responses: { 200: { ...json(schema), headers } } };
  const document = { ...documentOf({}), paths: { "/sessions/{session_id}/replay": { get } } };
  const fake = createFakeSvc({ document });
  fake.sessions("stored").replay.set({ mp4_url: "https://x.test/a" });
  for (const id of ["stored", "generated"]) {
    const response = await fake.fetch(`${fake.baseUrl}/sessions/${id}/replay`);
    expect([response.status, response.headers.get("x-total")]).toEqual([200, "7"]);
    expect(response.headers.get("content-length")).toBe(String((await response.text()).length));
  }
});

test("a 429 says when to come again where its document requires it", async () => {
  const headers = { "Retry-After": { required: true, schema: { type: "integer" } } };
  const document = documentOf({ 200: json({}), 429: { ...json({ type: "object" }), headers } });
  const fake = createFakeSvc({ document, rateLimit: { limit: 1 } });
  const send = () => fake.fetch(`${fake.baseUrl}/thing`);
  await send();
  const { status, headers: sent } = await send();
  const reset = Number(sent.get("x-ratelimit-reset")) - Math.floor(fake.clock.now() / 1000);
  expect([status, sent.get("retry-after")]).toEqual([429, String(reset)]);
});

test("a redirect leads below the base address, or where its document says", async () => {
  const fake = createFakeSvc({ document: documentOf({ 302: { description: "" } }), baseUrl: "https://x.test/api/v1" });
  expect(await (await fake.fetch(`${fake.baseUrl}/thing`)).text()).toBe("fake");
  const Location = { schema: { type: "string", format: "uri", pattern: "^https://cdn\\." } };
  const answer = await ask({ 302: { description: "", headers: { Location } } });
  expect(answer.headers.get("location")).toMatch(/^https:\/\/cdn\./);
});

test("refusals are JSON where the document has it, wherever it stands", async () => {
  const problem = { schema: { type: "object", required: ["title"], properties: { title: { type: "string" } } } };
  const responses = {
    200: json({}),
    422: { description: "", content: { "application/xml": { schema: {} }, "application/problem+json": problem } },
  };
  const parameters = [{ name: "n", in: "query", required: true, schema: { type: "integer" } }];
  const { status, type, text } = await ask(responses, { parameters });
  expect([status, type, JSON.parse(text)]).toEqual([422, "application/problem+json", { title: expect.any(String) }]);
});

test("a document that knows only 101 is answered as by a server that was not asked to switch", async () => {
  const { status, headers } = await ask({ 101: { description: "" } });
  expect([status, headers.get("upgrade")]).toEqual([426, "websocket"]);
});

test.each([204, 205, 304])("a %i has no body, whatever its document says", async (status) => {
  const answer = await ask({ [status]: json({ type: "object" }) });
  expect([answer.status, answer.type, answer.text]).toEqual([status, null, ""]);
});

test("a sequence of JSON texts without a schema is three of any values", async () => {
  const { status, text } = await ask({ 200: content("application/json-seq", {}) });
  expect(status).toBe(200);
  expect(text).toBe("\u001e{}\n".repeat(3));
});

test("several lines of JSON are an answer, not one value", async () => {
  const lines = {
    type: "array",
    minItems: 2,
    items: { type: "object", required: ["a"], properties: { a: { type: "integer" } } },
  };
  const { status, text } = await ask({ 200: content("application/jsonl", lines) });
  expect(status).toBe(200);
  expect(
    text
      .trim()
      .split("\n")
      .map((line) => Object.keys(JSON.parse(line))),
  ).toContainEqual(["a"]);
});

test("of operations at one address, the first that takes a request answers it", async () => {
  const get = (name: string, schema: object) => ({
    operationId: `by_${name}`,
    parameters: [{ name, in: "path", required: true, schema }],
    responses: { 204: { description: "Done" } },
  });
  const paths = {
    "/a/{id}": { get: get("id", { type: "integer" }) },
    "/a/{code}": { get: get("code", { type: "string", pattern: "^[a-z]$" }) },
  };
  using fake = createFakeSvc({ document: { openapi: "3.1.0", info: { title: "T", version: "1" }, paths } });
  const answers = [];
  for (const value of ["7", "x", "xx"]) answers.push((await fake.fetch(`${fake.baseUrl}/a/${value}`)).status);
  expect(answers).toEqual([204, 204, 400]);
  expect(fake.calls.map(({ operation }) => operation)).toEqual(["by_id", "by_code", "by_code"]);
});
