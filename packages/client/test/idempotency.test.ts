import { expect, test } from "vitest";
import { createClient, type SvcPromise, withIdempotency } from "../src/runtime.ts";
import type { ClientTable } from "../src/table.ts";
import { manualClock } from "./support/manual-clock.ts";

interface Methods {
  readonly orders: {
    create(body: object, params?: object, options?: object): SvcPromise<unknown>;
    pay(id: string, options?: object): SvcPromise<unknown>;
  };
}

const TABLE: ClientTable = {
  documentVersion: "1",
  schemes: {},
  security: [],
  operations: [
    {
      id: "order_create",
      method: "POST",
      path: "/orders",
      name: "orders.create",
      body: { type: "application/json", required: true },
      params: { "Idempotency-Key": { in: "header" }, dry: {} },
      idempotency: "Idempotency-Key",
    },
    { id: "order_pay", method: "POST", path: "/orders/{id}/pay", name: "orders.pay", idempotency: "X-Key" },
  ],
};

function setup(statuses: number[]) {
  const keys: (string | null)[] = [];
  const clock = manualClock();
  const fetch = async (request: Request): Promise<Response> => {
    keys.push(request.headers.get("idempotency-key") ?? request.headers.get("x-key"));
    return Response.json({ dry: new URL(request.url).search }, { status: statuses.shift() ?? 200 });
  };
  const options = { baseUrl: "https://api.example", fetch, clock, random: () => 0, rateLimit: false } as const;
  return { svc: createClient<Methods, object>(TABLE, options, { additions: [withIdempotency] }), keys, clock };
}

test("a key is made for each call, is the same for all of its attempts, and makes POST retriable", async () => {
  const { svc, keys, clock } = setup([503, 503]);
  const [first] = await Promise.all([svc.orders.create({ a: 1 }), clock.advance(10_000)]);
  expect(first).toEqual({ dry: "" });
  await svc.orders.pay("o1");
  expect(keys).toHaveLength(4);
  expect(keys[0]).toMatch(/^[0-9a-f]{8}-/);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
});

test("the caller's key is sent, by parameter or by header", async () => {
  const { svc, keys } = setup([]);
  await svc.orders.create({}, { "Idempotency-Key": "k1", dry: true });
  await svc.orders.create({}, undefined, { headers: { "idempotency-key": "k2" } });
  await svc.orders.pay("o1", { headers: { "X-Key": "k3" } });
  expect(keys).toEqual(["k1", "k2", "k3"]);
});

test("a caller may refuse retries", async () => {
  const { svc, keys } = setup([503, 200]);
  await expect(svc.orders.pay("o1", { idempotent: false })).rejects.toMatchObject({ name: "ServerError" });
  expect(keys).toHaveLength(1);
});
