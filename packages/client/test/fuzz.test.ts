import { expect, test } from "vitest";
import { SvcError } from "../src/errors/index.ts";
import { json, setup } from "./support/client.ts";
import { settled } from "./support/manual-clock.ts";

const CASES = 2000;

/** Mulberry32: the same cases every time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const STATUSES = [
  200, 201, 204, 205, 206, 299, 300, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 408, 418, 422, 429, 500, 501,
  503, 599,
];
const VALUES = [
  "",
  "0",
  "-1",
  "1e309",
  "NaN",
  "99999999999999999999",
  "3000000",
  "Fri, 31 Dec 9999 23:59:59 GMT",
  "\u00ff",
  ",",
  "x".repeat(5000),
  "../..",
  "//evil",
  "http://[",
  "data:,x",
];
const NAMES = [
  "content-type",
  "content-length",
  "retry-after",
  "date",
  "location",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "transfer-encoding",
  "content-encoding",
];
const TYPES = [
  "application/json",
  "text/plain",
  "application/problem+json",
  "text/event-stream",
  "application/x-ndjson",
  "video/mp4",
  ";;;",
  "json",
];
const BODIES = [
  "",
  "null",
  "[]",
  "{}",
  '{"detail":[{"loc":[],"msg":1}]}',
  '{"detail":[{"loc":[1,"a"],"msg":"m","type":"t"}]}',
  '{"__proto__":{"x":1}}',
  "[[[[",
  "\ud800",
  "<html>",
  "0",
  '"x"',
  "x".repeat(3000),
];

function anyAnswer(random: () => number): Response | Error | object | undefined {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  if (random() < 0.05)
    return pick<Error | object | undefined>([
      new TypeError("fetch failed"),
      Object.create(null),
      undefined,
      { status: 200 },
      Response.error(),
    ]);
  const headers = new Headers();
  for (let count = random() * 4; count > 0; count--)
    headers.set(pick(NAMES), random() < 0.5 ? pick(VALUES) : String(Math.floor(random() * 2e9)));
  if (random() < 0.7) headers.set("content-type", pick(TYPES));
  const status = pick(STATUSES);
  const failing = new ReadableStream({
    pull(stream) {
      stream.enqueue(new TextEncoder().encode(pick(BODIES)));
      const next = random();
      if (next < 0.5) stream.error(new TypeError("terminated"));
      else if (next < 0.75) stream.close();
    },
  });
  const body = [204, 205, 304].includes(status) ? null : random() < 0.2 ? failing : pick(BODIES);
  return new Response(body, { status, headers });
}

test(`whatever the service answers, a call settles with data or an error of the family (${CASES} cases)`, async () => {
  const random = randomFrom(7);
  for (let index = 0; index < CASES; index++) {
    const answers = () => anyAnswer(random) as Response;
    const { svc, clock } = setup([answers], {
      random,
      timeoutMs: 5000,
      totalTimeoutMs: 400_000,
      maxResponseBytes: 2500,
    });
    const call = random() < 0.7 ? svc.health.get() : svc.items.create({ a: 1 });
    let outcome: unknown = "nothing";
    call.then(
      () => (outcome = "data"),
      (error) => (outcome = error),
    );
    for (let round = 0; round < 40 && outcome === "nothing"; round++) {
      await settled();
      if (outcome === "nothing") await clock.advance(15_000);
    }
    if (outcome !== "data") expect(SvcError.is(outcome), `case ${index}: ${String(outcome)}`).toBe(true);
    await svc.close();
    expect([clock.pending, svc.rateLimit.inFlight], `case ${index}`).toEqual([0, 0]);
  }
}, 60_000);

test("a client that met anything still works", async () => {
  const random = randomFrom(11);
  const { svc, clock } = setup(
    [...Array.from({ length: 50 }, () => () => anyAnswer(random) as Response), json("well")],
    { retry: false, rateLimit: false },
  );
  for (let index = 0; index < 50; index++) {
    const call = svc.health.get().catch(() => {});
    await clock.advance(100_000);
    await call;
  }
  const last = svc.health.get();
  await clock.advance(400_000);
  expect(await last).toBe("well");
});
