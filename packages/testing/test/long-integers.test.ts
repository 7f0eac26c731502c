import { json, modelOf } from "@svc/model/test-support/small-document";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createFake } from "../src/fake/create-fake.ts";
import type { CollectionHandle, OperationShape } from "../src/index.ts";

const BIG = "9007199254740993";
const BIGGEST = "9223372036854775807";

const long = { type: "integer", format: "int64" };
const ok = (schema: object, status = 200) => ({ [status]: json(schema) });
const entry = { $ref: "#/components/schemas/Entry" };
const key = { name: "Idempotency-Key", in: "header", schema: { type: "string" } };
const model = modelOf({
  schemas: {
    Entry: {
      type: "object",
      required: ["id"],
      properties: {
        id: { ...long, readOnly: true },
        owner: { ...long, minimum: 1 },
        serials: { type: "array", items: long },
        ratio: { type: "number" },
      },
    },
  },
  paths: {
    "/entries": {
      get: {
        operationId: "list",
        parameters: [{ name: "owner", in: "query", schema: long }],
        responses: ok({ type: "array", items: entry }),
      },
      post: {
        operationId: "create",
        parameters: [key],
        requestBody: { required: true, ...json(entry) },
        responses: ok(entry, 201),
      },
    },
    "/entries/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: long }],
      get: { operationId: "get", responses: ok(entry) },
      put: { operationId: "put", requestBody: { required: true, ...json(entry) }, responses: ok(entry) },
      patch: { operationId: "patch", requestBody: { required: true, ...json(entry) }, responses: ok(entry) },
    },
  },
});

interface Handles {
  readonly entries: CollectionHandle<{ id: number; owner?: number }>;
}
const fake = createFake<Record<string, OperationShape>, Handles>(model, { rateLimit: false });
const { url } = await fake.listen();
afterAll(() => fake.close());
beforeEach(() => fake.reset());

type Send = (path: string, init: RequestInit) => Promise<Response>;
const WAYS: readonly (readonly [name: string, send: Send])[] = [
  ["fetch", (path, init) => fake.fetch(fake.baseUrl + path, init)],
  [
    "interception",
    async (path, init) => {
      using _off = fake.intercept();
      return await fetch(fake.baseUrl + path, init);
    },
  ],
  ["HTTP", (path, init) => fetch(url + path, init)],
];

test.each(WAYS)("integers that a number cannot hold keep their digits: %s", async (_, send) => {
  const call = async (method: string, path: string, body?: string): Promise<string> => {
    const headers = { "content-type": "application/json", "idempotency-key": `${method} ${path}` };
    const response = await send(path, { method, headers, ...(body !== undefined && { body }) });
    return response.text();
  };
  const id = JSON.parse(await call("POST", "/entries", `{"owner":${BIG},"serials":[${BIGGEST},1],"ratio":0.1}`)).id;
  const made = `{"id":${id},"owner":${BIG},"serials":[${BIGGEST},1],"ratio":0.1}`;
  expect(await call("POST", "/entries", `{"owner":${BIG},"serials":[${BIGGEST},1],"ratio":0.1}`)).toBe(made);
  expect(await call("GET", `/entries/${id}`)).toBe(made);
  expect(await call("GET", `/entries?owner=${BIG}`)).toBe(`[${made}]`);
  expect(await call("GET", "/entries?owner=9007199254740992")).toBe("[]");
  expect(await call("PATCH", `/entries/${id}`, `{"owner":${BIGGEST}}`)).toContain(`"owner":${BIGGEST},`);
  expect(await call("PUT", `/entries/${id}`, `{"serials":[${BIG}]}`)).toBe(`{"id":${id},"serials":[${BIG}]}`);
});

test.each(WAYS)("a made-up item has the id that was asked for: %s", async (_, send) => {
  for (const id of ["5", BIG, BIGGEST, `-${BIGGEST}`]) {
    const text = await (await send(`/entries/${id}`, {})).text();
    expect(text).toMatch(new RegExp(`^{"id":${id}[,}]`));
    expect(await (await send(`/entries/${id}`, {})).text()).toBe(text);
  }
});

test("a store takes bigints, and shows them in what it is read, saved and inspected by", async () => {
  const item = { id: BigInt(BIG), owner: BigInt(BIGGEST) } as unknown as { id: number };
  fake.entries.add(item);
  expect(await (await fake.fetch(`${fake.baseUrl}/entries/${BIG}`)).text()).toBe(`{"id":${BIG},"owner":${BIGGEST}}`);
  expect(fake.entries.all()).toEqual([item]);
  expect(() => fake.entries.add({ ...item, owner: -1n as unknown as number })).toThrow("expected at least 1, got -1");
  expect(() => fake.entries.add({ ...item, owner: [1n] as unknown as number })).toThrow("expected integer, got array");
  for (const place of ["snapshot", "calls"]) {
    const response = await fetch(`${url}/__fake/${place}`);
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(BIG)]);
  }
});

test("a long integer in an item that is of no subtype is kept", async () => {
  const thing = { $ref: "#/components/schemas/Thing" };
  const properties = { kind: { type: "string" }, id: {} };
  const based = modelOf({
    schemas: {
      Thing: { type: "object", discriminator: { propertyName: "kind" }, properties },
      Sub: { allOf: [thing, { type: "object" }] },
    },
    paths: {
      "/things": {
        post: { operationId: "make", requestBody: { required: true, ...json(thing) }, responses: ok(thing, 201) },
      },
      "/things/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        get: { operationId: "read", responses: ok(thing) },
      },
    },
  });
  const other = createFake(based, { rateLimit: false });
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: `{"id":${BIGGEST}}` };
  const response = await other.fetch(`${other.baseUrl}/things`, init);
  expect([response.status, await response.text()]).toEqual([201, expect.stringContaining(`"id":${BIGGEST}`)]);
});
