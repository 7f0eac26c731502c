import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { ConfigurationError } from "../../src/index.ts";
import { unwrapWebhook } from "../../src/webhooks/runtime.ts";
import { type UnwrapOptions, unwrap, type WebhookDelivery, WebhookVerificationError } from "../../src/webhooks.ts";

// The vector of the tests of Standard Webhooks' own library.
// https://github.com/standard-webhooks/standard-webhooks/tree/main/libraries/javascript
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const OTHER = `whsec_${Buffer.from("another key of 24 bytes.").toString("base64")}`;
const ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const SECONDS = 1_614_265_330;
const BODY = '{"test": 2432232314}';
const SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
const HEADERS = { "webhook-id": ID, "webhook-timestamp": String(SECONDS), "webhook-signature": SIGNATURE };

const at = (seconds: number): UnwrapOptions => ({ clock: { now: () => seconds * 1000 } });
const NOW = at(SECONDS + 10);

const verify = (delivery: Partial<WebhookDelivery>, options: UnwrapOptions = NOW, secret: string | string[] = SECRET) =>
  unwrap({ body: BODY, headers: HEADERS, ...delivery }, secret, options);

/** The error with which a delivery is refused. */
async function refusal(...args: Parameters<typeof verify>): Promise<WebhookVerificationError> {
  const error = await verify(...args).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!WebhookVerificationError.is(error)) throw new Error(`not refused: ${String(error)}`);
  return error;
}

test("the vector of Standard Webhooks is verified, as text, bytes and stream", async () => {
  const bytes = new TextEncoder().encode(BODY);
  const request = new Request("https://a.test/", { method: "POST", body: BODY, headers: HEADERS });
  for (const body of [BODY, bytes, bytes.buffer, Buffer.from(BODY), new Blob([BODY]).stream()])
    expect(await verify({ body })).toEqual({ test: 2_432_232_314 });
  expect(await unwrap(request, SECRET, NOW)).toEqual({ test: 2_432_232_314 });
  expect(await verify({ body: new DataView(bytes.buffer) as never })).toEqual({ test: 2_432_232_314 });
  // Its bytes are others.
  await expect(verify({ body: Uint16Array.from(bytes) as never })).rejects.toThrow("signature");
  expect(await verify({}, NOW, SECRET.slice("whsec_".length))).toEqual({ test: 2_432_232_314 });
});

test("headers are those of fetch and of Node.js, in any case", async () => {
  const listed = Object.fromEntries(Object.entries(HEADERS).map(([name, value]) => [name.toUpperCase(), [value]]));
  for (const headers of [HEADERS, new Headers(HEADERS), listed]) expect(await verify({ headers })).toBeDefined();
});

test("one of several signatures and one of several secrets suffice", async () => {
  const several = `v1a,AAAA v1,${Buffer.alloc(32).toString("base64")} ${SIGNATURE}`;
  expect(await verify({ headers: { ...HEADERS, "webhook-signature": several } }, NOW, [OTHER, SECRET])).toBeDefined();
});

test.each<[reason: string, delivery: Partial<WebhookDelivery>, message: string]>([
  ["header", { headers: {} }, "the header webhook-id is missing"],
  ["header", { headers: { ...HEADERS, "webhook-signature": "" } }, "the header webhook-signature is missing"],
  ["header", { headers: { ...HEADERS, "webhook-signature": "v2,AAAA" } }, "has no signature of version v1"],
  ["header", { headers: { ...HEADERS, "webhook-timestamp": "1e9" } }, "webhook-timestamp is not a number of seconds"],
  ["signature", { body: `${BODY} ` }, "does not match the secret"],
  ["signature", { body: "" }, "does not match the secret"],
  ["signature", { headers: { ...HEADERS, "webhook-id": "msg_other" } }, "does not match the secret"],
  ["signature", { headers: { ...HEADERS, "webhook-timestamp": `${SECONDS + 1}` } }, "does not match the secret"],
  [
    "signature",
    { headers: { ...HEADERS, "webhook-signature": `v1,${SIGNATURE.slice(3, 19)}` } },
    "does not match the secret",
  ],
])("a delivery is refused for its %s: %o", async (reason, delivery, message) => {
  const error = await refusal(delivery);
  expect(error).toMatchObject({ name: "WebhookVerificationError", reason });
  expect(error.message).toContain(message);
  const shown = JSON.stringify(error) + String(error.stack);
  for (const secret of [SECRET, SECRET.slice(6), SIGNATURE.slice(3), "2432232314"]) expect(shown).not.toContain(secret);
});

test("the tolerance is five minutes to both sides, and can be another one", async () => {
  for (const seconds of [-300, 300]) expect(await verify({}, at(SECONDS + seconds))).toBeDefined();
  expect(await refusal({}, at(SECONDS + 301))).toMatchObject({
    reason: "too-old",
    id: ID,
    message: "webhook: its time is 301 s in the past",
  });
  expect(await refusal({}, at(SECONDS - 301))).toMatchObject({ reason: "too-new" });
  expect(await refusal({}, { ...NOW, toleranceMs: 9_999 })).toMatchObject({ reason: "too-old" });
  expect(await verify({}, { ...at(0), toleranceMs: false })).toBeDefined();
});

test("a repeated delivery is refused, and only a signed one is remembered", async () => {
  const seen = new Map<string, Date | undefined>();
  const options: UnwrapOptions = {
    ...NOW,
    isNew: async (id, expiresAt) => !seen.has(id) && seen.set(id, expiresAt) !== undefined,
  };
  await refusal({ body: "{}" }, options);
  expect(seen.size).toBe(0);
  await verify({}, options);
  expect(seen.get(ID)).toEqual(new Date((SECONDS + 300) * 1000));
  expect(await refusal({}, options)).toMatchObject({ reason: "repeated", id: ID });
});

test("a long body is refused before it is read to its end", async () => {
  let chunks = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(++chunks && 1000)),
  });
  expect(await refusal({ body }, { ...NOW, maxBytes: 5000 })).toMatchObject({ reason: "too-large" });
  expect(chunks).toBeLessThan(10);
  expect(await refusal({ body: new Uint8Array(5001) }, { ...NOW, maxBytes: 5000 })).toMatchObject({
    reason: "too-large",
  });
});

test("a signed body that is no JSON is told", async () => {
  const key = Buffer.from(SECRET.slice(6), "base64");
  const sign = (body: string) => `v1,${createHmac("sha256", key).update(`${ID}.${SECONDS}.${body}`).digest("base64")}`;
  const headers = { ...HEADERS, "webhook-signature": sign("<a/>") };
  expect(await refusal({ body: "<a/>", headers })).toMatchObject({ reason: "body" });
  expect(await verify({ body: null, headers: { ...HEADERS, "webhook-signature": sign("") } })).toBeUndefined();
});

test("a declared scheme is an HMAC of the body in its header", async () => {
  // https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
  const given = "It's a Secret to Everybody";
  const signature = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
  const scheme = { header: "X-Hub-Signature-256", prefix: "sha256=", id: "X-Delivery" };
  const unwrapDeclared = (body: string, headers: Record<string, string>) =>
    unwrapWebhook({ delivery: { body, headers }, secret: given, options: {}, scheme });
  const headers = { "x-hub-signature-256": signature, "x-delivery": "d1" };
  // Signed, and no JSON: the body of the example is a text.
  await expect(unwrapDeclared("Hello, World!", headers)).rejects.toMatchObject({ reason: "body", id: "d1" });
  await expect(unwrapDeclared("Hello, World", headers)).rejects.toMatchObject({ reason: "signature" });
  for (const wrong of [signature.slice(7), "sha256=xyz", "sha256="])
    await expect(unwrapDeclared("", { ...headers, "x-hub-signature-256": wrong })).rejects.toMatchObject({
      reason: "header",
    });
});

test("what the receiver does wrong is told as such", async () => {
  const used = new Request("https://a.test/", { method: "POST", body: BODY, headers: HEADERS });
  const reader = used.body?.getReader();
  const cases: [Promise<unknown>, string][] = [
    [unwrap(used, SECRET, NOW), "body: already read"],
    [verify({ body: { test: 1 } as never }), "body: expected the body as it was sent"],
    [verify({ headers: undefined as never }), "headers: expected"],
    [verify({}, NOW, "whsec_!"), "secret: expected whsec_ followed by base64"],
    [verify({}, NOW, []), "secret: expected at least one"],
    [verify({}, { tolerance: 5 } as never), "tolerance: unknown option"],
    [verify({}, { toleranceMs: 0 }), "toleranceMs: expected"],
  ];
  for (const [promise, message] of cases) {
    const error = await promise.catch((thrown: unknown) => thrown);
    expect(ConfigurationError.is(error)).toBe(true);
    expect((error as Error).message).toContain(message);
  }
  reader?.releaseLock();
});
