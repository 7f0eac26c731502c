import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createModel } from "@svc/model";
import { documentOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createFake, type FakeOptions } from "../src/runtime.ts";

const json = (schema: object): object => ({ required: true, content: { "application/json": { schema } } });
const responses = { 204: { description: "Taken" } };
const pet = {
  type: "object",
  required: ["id", "type"],
  properties: { id: { type: "integer", minimum: 1, maximum: 9 }, type: { type: "string" } },
};
const document = documentOf({
  paths: {
    "/watch": {
      post: {
        operationId: "watch",
        responses,
        callbacks: { seen: { "{$request.query.to}": { put: { requestBody: json({ type: "array" }), responses } } } },
      },
    },
  },
  webhooks: {
    "pet.new": { post: { requestBody: json(pet), responses } },
    ping: { post: { responses } },
    upload: { post: { requestBody: { content: { "text/csv": {} } }, responses } },
  },
});

const fakeOf = (more: object = {}, options: FakeOptions = {}) =>
  createFake(createModel({ ...document, ...more }), options);

/** An endpoint that answers by the given statuses, the last one from then on. */
function endpoint(...statuses: number[]) {
  const requests: Request[] = [];
  const to = (request: Request): Response => {
    requests.push(request);
    return new Response(null, { status: statuses[Math.min(requests.length, statuses.length) - 1] ?? 204 });
  };
  return { requests, to };
}

test("payloads are built by the document, named by their type, and signed", async () => {
  const fake = fakeOf();
  const { requests, to } = endpoint();
  const { id, payload } = await fake.webhooks.send("pet.new", undefined, { to });
  expect(payload).toMatchObject({ type: "pet.new", id: expect.any(Number) });
  const [request] = requests;
  const body = (await request?.text()) ?? "";
  expect(JSON.parse(body)).toEqual(payload);
  const time = Math.floor(fake.clock.now() / 1000);
  const key = Buffer.from(fake.webhooks.secret.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${time}.${body}`).digest("base64");
  expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(time),
    "webhook-signature": `v1,${signature}`,
  });
});

test("callbacks are sent by operation and name, and webhooks without a body", async () => {
  const fake = fakeOf({}, { webhooks: endpoint() });
  expect(await fake.webhooks.send("watch.seen", [1])).toMatchObject({ isDelivered: true, payload: [1] });
  expect(await fake.webhooks.send("ping")).toMatchObject({ isDelivered: true, payload: undefined });
});

test.each<[name: string, payload: unknown, options: object, message: string]>([
  ["pet.old", undefined, {}, 'unknown webhook "pet.old"; there are pet.new, ping, upload, watch.seen.'],
  ["pet.new", { id: 10, type: "a" }, {}, "pet.new: /id: "],
  ["upload", undefined, {}, "upload: is text/csv; only JSON can be sent."],
  ["ping", undefined, { to: "file:///a" }, "to: expected an http or https address"],
  ["ping", undefined, { to: undefined }, "to: expected an http or https address"],
  ["ping", undefined, { secret: "whsec_?" }, "secret: expected whsec_ followed by base64"],
])("%s with %j and %j cannot be sent", async (name, payload, options, message) => {
  const fake = fakeOf();
  const error = await fake.webhooks
    .send(name, payload, { ...endpoint(), ...options })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TypeError);
  expect((error as Error).message).toContain(message);
  expect(fake.webhooks.deliveries).toEqual([]);
});

test("a payload that the document does not allow can be sent where the fake is not strict", async () => {
  const fake = fakeOf({}, { strict: false });
  expect(await fake.webhooks.send("pet.new", { id: 10 }, endpoint())).toMatchObject({ payload: { id: 10 } });
});

test("an attempt that is not taken is repeated after the delays, with the same id and a new time", async () => {
  const fake = fakeOf();
  fake.clock.auto();
  const { requests, to } = endpoint(500, 503, 200);
  const start = fake.clock.now();
  const { attempts, isDelivered } = await fake.webhooks.send("ping", undefined, { to, retry: true });
  expect(isDelivered).toBe(true);
  expect(attempts.map(({ at, status }) => [at.getTime() - start, status])).toEqual([
    [0, 500],
    [5000, 503],
    [305_000, 200],
  ]);
  expect(new Set(requests.map(({ headers }) => headers.get("webhook-id"))).size).toBe(1);
  expect(new Set(requests.map(({ headers }) => headers.get("webhook-signature"))).size).toBe(3);
});

test.each([
  { repeat: 1001 },
  { retry: Array<number>(1001).fill(0) },
  { repeat: 501, retry: Array<number>(500).fill(0) },
])("a delivery is not sent more than a thousand times again: %#", async (options) => {
  const fake = fakeOf();
  const { requests, to } = endpoint(204);
  await expect(fake.webhooks.send("ping", undefined, { to, ...options })).rejects.toThrow("expected at most 1000");
  expect([requests, fake.webhooks.deliveries]).toEqual([[], []]);
});

test("the sender gives up after its delays, and at once where the endpoint is gone", async () => {
  const fake = fakeOf();
  fake.clock.auto();
  const failing = await fake.webhooks.send("ping", undefined, { ...endpoint(500), retry: [10, 20] });
  expect(failing).toMatchObject({ isDelivered: false });
  expect(failing.attempts).toHaveLength(3);
  expect((await fake.webhooks.send("ping", undefined, { ...endpoint(410), retry: true })).attempts).toHaveLength(1);
  const broken = await fake.webhooks.send("ping", undefined, {
    to: () => {
      throw new Error("the endpoint is broken");
    },
  });
  expect(broken.attempts).toMatchObject([{ status: undefined, error: "the endpoint is broken" }]);
});

test("a declared scheme signs in its header", async () => {
  const fake = fakeOf({ "x-svc-webhook-signature": { header: "X-Sig", hash: "sha512", prefix: "v0=", id: "X-Id" } });
  const { requests, to } = endpoint();
  await fake.webhooks.send("pet.new", undefined, { to, secret: "plain", id: "d1" });
  const body = (await requests[0]?.text()) ?? "";
  expect(requests[0]?.headers.get("x-sig")).toBe(`v0=${createHmac("sha512", "plain").update(body).digest("hex")}`);
  expect(requests[0]?.headers.get("x-id")).toBe("d1");
});

test("webhooks go over HTTP, and redirects are not followed", async () => {
  const got: string[] = [];
  await using server = createServer((request, response) => {
    got.push(`${request.method} ${request.url}`);
    response.writeHead(got.length === 1 ? 204 : 302, { location: "/elsewhere" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  const fake = fakeOf({}, { webhooks: { to: `${to}?token=abc` } });
  expect(await fake.webhooks.send("ping")).toMatchObject({ isDelivered: true, to });
  expect(await fake.webhooks.send("ping")).toMatchObject({ isDelivered: false, attempts: [{ status: 302 }] });
  expect(got).toEqual(["POST /hooks?token=abc", "POST /hooks?token=abc"]);
  server.closeAllConnections();
});

test("the same seed gives the same secret and payloads, and a reset forgets what was sent", async () => {
  const send = async (seed: number): Promise<unknown[]> => {
    const fake = fakeOf({}, { seed });
    await fake.webhooks.send("pet.new", undefined, endpoint());
    const { payload } = await fake.webhooks.send("pet.new", undefined, endpoint());
    const sent = [fake.webhooks.secret, payload, fake.webhooks.deliveries.length];
    fake.reset(["stores"]);
    const kept = fake.webhooks.deliveries.length;
    fake.reset();
    return [...sent, kept, fake.webhooks.deliveries.length];
  };
  const first = await send(1);
  expect(await send(1)).toEqual(first);
  expect((await send(2))[0]).not.toBe(first[0]);
  expect(first.slice(2)).toEqual([2, 2, 0]);
});

test("a receiver that does not answer is given up after a time of the fake's clock, and one over HTTP after real time", async () => {
  const fake = fakeOf();
  fake.clock.auto();
  const never = (): Promise<Response> => new Promise(() => {});
  const begun = fake.clock.now();
  const { attempts } = await fake.webhooks.send("ping", undefined, { to: never, retry: [1000] });
  expect(attempts.map(({ error }) => error)).toEqual(["no response within 30000 ms", "no response within 30000 ms"]);
  expect(fake.clock.now() - begun).toBe(61_000);
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const silent = await fake.webhooks.send("ping", undefined, { to, timeoutMs: 50 });
  expect(silent.attempts).toMatchObject([{ status: undefined, error: "no response within 50 ms" }]);
  server.closeAllConnections();
  server.close();
  await fake.close();
});

test("a delivery is sent once more with its id and payload, signed anew", async () => {
  const fake = fakeOf();
  const { requests, to } = endpoint(500, 204);
  const { id, payload, attempts } = await fake.webhooks.send("pet.new", undefined, { to });
  await fake.clock.advance({ minutes: 10 });
  const again = await fake.webhooks.resend(id);
  expect(again).toMatchObject({ id, payload, isDelivered: true });
  expect(attempts.map(({ status }) => status)).toEqual([500, 204]);
  const sent = await Promise.all(
    requests.map(async (one) => [
      one.headers.get("webhook-id"),
      one.headers.get("webhook-timestamp"),
      await one.text(),
    ]),
  );
  expect(sent[0]?.[0]).toBe(sent[1]?.[0]);
  expect(Number(sent[1]?.[1]) - Number(sent[0]?.[1])).toBe(600);
  expect(sent[0]?.[2]).toBe(sent[1]?.[2]);
  await expect(fake.webhooks.resend("msg_none")).rejects.toThrow('no delivery "msg_none"');
  await fake.close();
});

test("deliveries beyond 64 MiB of payloads are forgotten, the oldest first", async () => {
  const fake = fakeOf();
  const { to } = endpoint(204);
  const payload = { id: 1, type: "x".repeat(8 * 2 ** 20) };
  for (let count = 0; count < 9; count++) await fake.webhooks.send("pet.new", payload, { to, id: `d${count}` });
  expect(fake.webhooks.deliveries.map(({ id }) => id)).toEqual(["d2", "d3", "d4", "d5", "d6", "d7", "d8"]);
  await fake.close();
});
