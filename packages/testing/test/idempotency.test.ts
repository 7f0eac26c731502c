import { modelOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createFake } from "../src/fake/create-fake.ts";

const content = {
  "application/json": {
    schema: {
      type: "object",
      required: ["id"],
      properties: { id: { type: "string", readOnly: true }, name: { type: "string" } },
    },
  },
};
const problem = {
  description: "refused",
  content: { "application/json": { schema: { type: "object", required: ["detail"] } } },
};

function open(responses: object = { 409: problem, 422: problem }) {
  const model = modelOf({
    paths: {
      "/orders": {
        post: {
          operationId: "order_create",
          parameters: [{ name: "Idempotency-Key", in: "header", schema: { type: "string" } }],
          requestBody: { required: true, content },
          responses: { 201: { description: "made", content }, ...responses },
        },
      },
      "/orders/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        get: { operationId: "order_get", responses: { 200: { description: "", content }, 404: problem } },
      },
    },
  });
  const fake = createFake(model, { rateLimit: false });
  const create = async (name: string, key?: string) => {
    const headers = { "content-type": "application/json", ...(key !== undefined && { "idempotency-key": key }) };
    const init = { method: "POST", headers, body: JSON.stringify({ name }) };
    const response = await fake.fetch(`${fake.baseUrl}/orders`, init);
    return { status: response.status, body: await response.json() };
  };
  return { fake, create };
}

test("the same key with the same request gives the same response, and makes nothing more", async () => {
  const { create } = open();
  const first = await create("a", "k1");
  expect(first.status).toBe(201);
  expect(await create("a", "k1")).toEqual(first);
  expect((await create("a", "k2")).body.id).not.toBe(first.body.id);
  expect((await create("a")).body.id).not.toBe(first.body.id);
});

test("the same key with another request is refused as the document says", async () => {
  const { create } = open();
  await create("a", "k1");
  expect(await create("b", "k1")).toMatchObject({ status: 422, body: { detail: expect.stringContaining("another") } });
  const conflict = open({ 409: problem });
  await conflict.create("a", "k1");
  expect((await conflict.create("b", "k1")).status).toBe(409);
});

test("a request under way is refused with 409; a failure can be tried again", async () => {
  const { fake, create } = open();
  let finish = (): void => {};
  const wait = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const remove = fake.on(
    "order_create" as never,
    (async () => {
      await wait;
      return new Response(null, { status: 503 });
    }) as never,
  );
  const first = create("a", "k1").catch(() => ({ status: 503 }));
  await new Promise((resolve) => setImmediate(resolve));
  expect((await create("a", "k1")).status).toBe(409);
  finish();
  await first;
  remove();
  expect((await create("a", "k1")).status).toBe(201);
  fake.reset();
  expect((await create("b", "k1")).status).toBe(201);
});

test("of keys without end the oldest are forgotten", async () => {
  const { create } = open();
  for (let index = 0; index <= 10_000; index++) await create("a", `k${index}`);
  expect([(await create("b", "k0")).status, (await create("b", "k10000")).status]).toEqual([201, 422]);
});
