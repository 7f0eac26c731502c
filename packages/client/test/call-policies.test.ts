import { expect, test } from "vitest";
import { json, rejection, setup } from "./support/client.ts";

const broken = (): Response => json({}, { status: 503 });

test.each([
  [{ idempotent: true }, 2],
  [{ idempotent: false }, 1],
  [{}, 1],
])("a POST with %j after a 503 is sent %i times", async (options, times) => {
  const { svc, requests, clock } = setup([broken(), json({})]);
  const result = svc.items.create({}, options).then(
    () => 2,
    () => 1,
  );
  await clock.advance(1000);
  expect([await result, requests.length]).toEqual([times, times]);
});

test.each<[object, number]>([
  [{ retry: false }, 1],
  [{ retry: { limit: 1 } }, 2],
  [{ retry: { limit: 5 } }, 6],
  [{ retry: undefined }, 3],
  [{}, 3],
])("a call with %j under a client with two retries is sent %i times", async (options, times) => {
  const { svc, requests, clock } = setup([broken()], { retry: { limit: 2 } });
  const failed = rejection(svc.health.get(options));
  await clock.advance(60_000);
  await failed;
  expect(requests).toHaveLength(times);
});

test("what a call leaves out of its retry is the client's", async () => {
  const { svc, requests, clock } = setup([broken()], { retry: { limit: 9, baseMs: 1000 } });
  const failed = rejection(svc.health.get({ retry: { limit: 1 } }));
  await clock.advance(400);
  expect(requests).toHaveLength(1);
  await clock.advance(600);
  await failed;
  expect(requests).toHaveLength(2);
});

test("raw takes both", async () => {
  const { svc, requests, clock } = setup([broken()], { retry: { limit: 2 } });
  const done = svc.raw.POST("/items" as never, { idempotent: true, retry: { limit: 1 } } as never);
  await clock.advance(60_000);
  await done;
  expect(requests).toHaveLength(2);
});
