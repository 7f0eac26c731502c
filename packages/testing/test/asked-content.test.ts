import { documentOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createFakeSvc } from "../src/index.ts";

const kind = (value: string): object => ({
  schema: { type: "object", required: ["kind"], properties: { kind: { const: value } } },
});
const stream = {
  requestBody: {
    content: { "application/json": { schema: { type: "object", properties: { stream: { type: "boolean" } } } } },
  },
};
const both = { "application/json": kind("whole"), "text/event-stream": kind("chunk") };
const file = {
  type: "object",
  required: ["content", "encoding"],
  properties: { content: { const: "aGk=" }, encoding: { const: "base64" } },
};

const ok = (content: object): object => ({ responses: { 200: { description: "", content } } });
const document = documentOf({
  paths: {
    "/chat": { post: { ...stream, ...ok(both), description: "Ends with `data: [DONE]`." } },
    "/search": { get: { parameters: [{ name: "stream", in: "query", schema: { type: "boolean" } }], ...ok(both) } },
    "/page": {
      get: ok({ "application/json": kind("json"), "application/vnd.example.v2+json": kind("v2"), "text/plain": {} }),
    },
    "/file": { get: ok({ "application/json": { schema: file } }) },
  },
});

async function ask(path: string, accept: string, body?: object) {
  await using fake = createFakeSvc({ document, rateLimit: false });
  const response = await fake.fetch(fake.baseUrl + path, {
    headers: { accept, "content-type": "application/json" },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  return { type: response.headers.get("content-type"), text: await response.text() };
}

test.each([
  [{ stream: true }, "application/json"],
  [{ stream: true }, "*/*"],
  [{}, "text/event-stream"],
])("a body of %j that accepts %s gets events, and the mark at their end", async (body, accept) => {
  const { type, text } = await ask("/chat", accept, body);
  expect(type).toMatch(/^text\/event-stream/);
  expect(text).toMatch(/^id: 1\ndata: {"kind":"chunk"}\n\n[\s\S]*data: \[DONE\]\n\n$/);
});

test.each([
  [{ stream: false }, "text/event-stream"],
  [{}, "*/*"],
  [{}, "application/json"],
])("a body of %j that accepts %s gets JSON", async (body, accept) => {
  expect(await ask("/chat", accept, body)).toEqual({ type: "application/json", text: '{"kind":"whole"}' });
});

test("a query asks for a stream as a body does", async () => {
  expect((await ask("/search?stream=true", "application/json")).type).toMatch(/^text\/event-stream/);
  expect((await ask("/search", "application/json")).type).toBe("application/json");
});

test.each([
  ["text/plain;q=0.5, application/vnd.example.v2+json;q=0.9", "application/vnd.example.v2+json"],
  ["text/plain, application/json", "text/plain; charset=utf-8"],
  ["text/*", "text/plain"],
  ["application/json;q=0, text/plain;q=0.1", "text/plain"],
  ["*/*", "application/json"],
  ["image/png", "application/json"],
])("Accept: %s gets %s", async (accept, type) => {
  expect((await ask("/page", accept)).type).toContain(type.split(";")[0]);
});

test.each(["application/vnd.example.raw", "application/vnd.example.v3.raw+json"])(
  "%s gets the text of a file",
  async (accept) => {
    expect(await ask("/file", accept)).toEqual({ type: `${accept}; charset=utf-8`, text: "hi" });
  },
);

test("JSON gets the object of a file", async () => {
  expect((await ask("/file", "application/json")).text).toBe('{"content":"aGk=","encoding":"base64"}');
});
