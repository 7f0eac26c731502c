import { deflateSync, gzipSync } from "node:zlib";
import nock from "nock";
import { describe, expect, test } from "vitest";
import { createFakeSvc } from "../src/index.ts";

const item = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
const form = { type: "object", required: ["file"], properties: { file: { type: "string", format: "binary" } } };
const content = { "application/json": { schema: item }, "multipart/form-data": { schema: form } };
const post = { operationId: "items_create", requestBody: { content }, responses: { 204: { description: "Made" } } };
const document = { openapi: "3.1.0", info: { title: "Items", version: "1" }, paths: { "/items": { post } } };

// It is active from when it is loaded, and undoes codings of all requests.
nock.restore();

type Fake = ReturnType<typeof createFakeSvc>;
type Send = (init: RequestInit) => Promise<Response>;

const WAYS: { readonly [way: string]: (fake: Fake) => Promise<Send> } = {
  fetch: async (fake) => (init) => fake.fetch(`${fake.baseUrl}/items`, init),
  nock: async (fake) => {
    fake.intercept();
    return (init) => fetch(`${fake.baseUrl}/items`, init);
  },
  HTTP: async (fake) => {
    const { url } = await fake.listen();
    return (init) => fetch(`${url}/items`, init);
  },
};

const FORM = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nwords\r\n--b--\r\n';

describe.each(Object.keys(WAYS))("over %s", (way) => {
  test.each([
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["deflate", deflateSync],
    ["identity", (text: string) => Buffer.from(text)],
  ] as const)("a body in %s is read", async (coding, encode) => {
    const fake = createFakeSvc({ document });
    const send = await (WAYS[way] as (fake: Fake) => Promise<Send>)(fake);
    const sent = (type: string, body: string) =>
      send({ method: "POST", headers: { "content-type": type, "content-encoding": coding }, body: encode(body) });
    expect((await sent("application/json", '{"name":"ä"}')).status).toBe(204);
    expect((await sent("multipart/form-data; boundary=b", FORM)).status).toBe(204);
    expect(fake.calls.map(({ body }) => body)).toEqual([{ name: "ä" }, { file: expect.objectContaining({}) }]);
    await fake[Symbol.asyncDispose]();
  });
});

test.each(["fetch", "HTTP"])("a body that is not so coded is malformed, over %s", async (way) => {
  const fake = createFakeSvc({ document });
  const send = await (WAYS[way] as (fake: Fake) => Promise<Send>)(fake);
  const headers = { "content-type": "application/json", "content-encoding": "gzip" };
  const { status } = await send({ method: "POST", headers, body: gzipSync('{"name":"a"}').subarray(0, 20) });
  expect(status).toBe(400);
  await fake[Symbol.asyncDispose]();
});
