import { expect, test } from "vitest";
import { createFakeSvc } from "../src/index.ts";

const schema = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "string" }, name: { type: "string" } },
};
const TYPE = "application/vnd.things+json; version=2";

/** A service with media types of its own, whose bodies go under the media type of JSON Patch, as ASP.NET writes it. */
const document = {
  openapi: "3.0.3",
  info: { title: "Things", version: "1" },
  paths: {
    "/things": {
      post: {
        operationId: "create",
        requestBody: { content: { "application/json": { schema } } },
        responses: { 201: { description: "made", content: { [TYPE]: { schema } } } },
      },
    },
    "/things/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: {
        operationId: "read",
        responses: { 200: { description: "ok", content: { [TYPE]: { schema } } }, 404: { description: "none" } },
      },
      put: {
        operationId: "update",
        requestBody: { content: { "application/json-patch+json": { schema }, "application/json": { schema } } },
        responses: { 200: { description: "ok", content: { [TYPE]: { schema } } }, 400: { description: "bad" } },
      },
    },
  },
};

function send(method: string, type: string): RequestInit {
  return { method, body: JSON.stringify({ id: "t1", name: method }), headers: { "content-type": type } };
}

test("what is stored is answered with the media type that the document has for it", async () => {
  await using fake = createFakeSvc({ document, rateLimit: false });
  const made = await fake.fetch(`${fake.baseUrl}/things`, send("POST", "application/json"));
  const read = await fake.fetch(`${fake.baseUrl}/things/t1`);
  expect([made, read].map(({ headers }) => headers.get("content-type"))).toEqual([TYPE, TYPE]);
  expect(await read.json()).toEqual({ id: "t1", name: "POST" });
});

test("an object under the media type of JSON Patch replaces what is there", async () => {
  await using fake = createFakeSvc({ document, rateLimit: false });
  const answer = await fake.fetch(`${fake.baseUrl}/things/t1`, send("PUT", "application/json-patch+json"));
  expect([answer.status, await answer.json()]).toEqual([200, { id: "t1", name: "PUT" }]);
});

test("of several media types the one that is asked for is answered by its own schema, else JSON", async () => {
  const hal = { type: "object", required: ["_links"], properties: { _links: { const: "hal" } } };
  const content = { "application/hal+json": { schema: hal }, "application/json": { schema }, "text/csv": {} };
  const get = { operationId: "show", responses: { 200: { description: "ok", content } } };
  const fake = createFakeSvc({ document: { ...document, paths: { "/shown": { get } } }, rateLimit: false });
  const show = async (accept?: string) => {
    const response = await fake.fetch(`${fake.baseUrl}/shown`, { headers: accept === undefined ? {} : { accept } });
    return [response.headers.get("content-type"), await response.text()];
  };
  expect(await show()).toEqual(["application/json", expect.stringContaining('"name"')]);
  expect(await show("application/hal+json, */*;q=0.1")).toEqual(["application/hal+json", '{"_links":"hal"}']);
  expect((await show("text/csv"))[0]).toMatch(/^text\/csv/);
  expect(await show("image/png")).toEqual(["application/json", expect.stringContaining('"name"')]);
});
