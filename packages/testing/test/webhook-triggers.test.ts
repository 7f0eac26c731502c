import { createModel } from "@svc/model";
import { expect, test } from "vitest";
import { createFake, type Fake, type FakeOptions, type OperationShape } from "../src/runtime.ts";

const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const order = {
  type: "object",
  required: ["id", "status"],
  properties: { id: { type: "string" }, status: { enum: ["open", "paid", "sent"] }, note: { type: "string" } },
};
const event = {
  type: "object",
  required: ["type", "data"],
  properties: { type: { type: "string" }, data: { $ref: "#/components/schemas/Order" } },
};
const one = { name: "id", in: "path", required: true, schema: { type: "string" } };
const hook = (schema: object): object => ({ post: { requestBody: json(schema), responses: {} } });
const ref = { $ref: "#/components/schemas/Order" };

const document = {
  openapi: "3.1.0",
  info: { title: "Orders", version: "1" },
  paths: {
    "/orders": {
      post: {
        operationId: "create",
        requestBody: { ...json({ type: "object", properties: { note: { type: "string" } } }), required: true },
        responses: { 201: { description: "", ...json(ref) } },
      },
      "x-svc-resource": {
        state: "status",
        transitions: [
          { from: "open", to: "paid", afterSeconds: 20 },
          { from: "paid", to: "sent", afterSeconds: 3600 },
        ],
        webhooks: [
          { event: "order.created", on: "created", item: "/data" },
          { event: "order.paid", state: "paid", item: "/data" },
          { event: "order.sent", state: "sent", item: "/data" },
          { event: "order.gone", on: "removed" },
        ],
      },
    },
    "/orders/{id}": {
      parameters: [one],
      get: { operationId: "read", responses: { 200: { description: "", ...json(ref) } } },
      delete: { operationId: "remove", responses: { 204: { description: "" } } },
    },
  },
  webhooks: {
    "order.created": hook(event),
    "order.paid": hook(event),
    "order.sent": hook(event),
    "order.gone": hook(ref),
  },
  components: { schemas: { Order: order } },
};

interface World {
  readonly fake: Fake<Record<string, OperationShape>>;
  readonly received: { readonly type?: string; readonly data?: { readonly id: string; readonly status: string } }[];
  request(method: string, path: string, body?: object): Promise<{ readonly id: string }>;
}

function world(options: Partial<FakeOptions> = {}, overlay: object = {}): World {
  const received: World["received"] = [];
  const to = async (request: Request): Promise<Response> => {
    received.push((await request.json()) as never);
    return new Response(null, { status: 204 });
  };
  const baseUrl = "https://orders.example.test";
  const fake = createFake(createModel({ ...document, ...overlay } as never), {
    baseUrl,
    webhooks: { to },
    ...options,
  } as never);
  const request: World["request"] = async (method, path, body) => {
    const init = {
      method,
      ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    };
    const response = await fake.fetch(baseUrl + path, init);
    return response.status === 204 ? {} : await response.json();
  };
  return { fake, received, request };
}

test("what happens to an item sends the webhooks that the document declares for it, by the clock as well", async () => {
  const { fake, received, request } = world();
  const { id } = await request("POST", "/orders", { note: "mine" });
  await fake.webhooks.idle();
  expect(received).toEqual([{ type: "order.created", data: { id, status: "open", note: "mine" } }]);
  await fake.clock.advance({ hours: 2 });
  await fake.webhooks.idle();
  expect(received.slice(1).map(({ type, data }) => [type, data?.status])).toEqual([
    ["order.paid", "paid"],
    ["order.sent", "sent"],
  ]);
  const at = fake.webhooks.deliveries.map(({ attempts }) => Number(attempts[0]?.at));
  expect(at.map((time) => time - (at[0] ?? 0))).toEqual([0, 20_000, 3_620_000]);
  await request("DELETE", `/orders/${id}`);
  await fake.webhooks.idle();
  expect(received.at(-1)).toMatchObject({ id, status: "sent" });
  await fake.close();
});

test("what a test puts in was there before; what it changes happens", async () => {
  const { fake, received } = world();
  const { orders } = fake as never as {
    orders: { add(item: object): { id: string } } & ((id: string) => { becomes(state: string): void });
  };
  const { id } = orders.add({ status: "open" });
  await fake.webhooks.idle();
  expect(received).toEqual([]);
  orders(id).becomes("paid");
  await fake.webhooks.idle();
  expect(received.map(({ type }) => type)).toEqual(["order.paid"]);
  fake.reset();
  await fake.webhooks.idle();
  expect(received).toHaveLength(1);
  await fake.close();
});

test("without a place to send to nothing is sent", async () => {
  const { fake, request } = world({ webhooks: {} });
  await request("POST", "/orders", {});
  await fake.clock.advance({ hours: 2 });
  expect([fake.webhooks.deliveries, fake.clock.pending]).toEqual([[], 0]);
  await fake.close();
});

test("a declared event that the document does not have fails when the fake is closed", async () => {
  const { fake, request } = world({}, { webhooks: {} });
  await request("POST", "/orders", {});
  await fake.webhooks.idle();
  await expect(fake.close()).rejects.toThrow('unknown webhook "order.created"');
});

test.each([
  [{ event: "x" }, "needs either on or state"],
  [{ event: "x", on: "made" }, "created"],
  [{ event: "x", on: "created", item: "data" }, "JSON pointer"],
])("the declaration %j is refused", (trigger, message) => {
  const paths = { "/orders": { ...document.paths["/orders"], "x-svc-resource": { webhooks: [trigger] } } };
  expect(() => createModel({ ...document, paths } as never)).toThrow(message);
});
