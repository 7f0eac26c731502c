import { expect, expectTypeOf, test } from "vitest";
import type { Email } from "./generated/types/index.ts";
import { json, rejection, setup } from "./support/client.ts";

const last = { "x-ratelimit-limit": "9", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1800000060" };

test("another fetch and other options: the same limiter", async () => {
  const { svc, clock } = setup([json(null, { headers: last })]);
  await svc.health.get();
  const other = svc.withOptions({ retry: false, fetch: async () => json({ by: "other" }) });
  expect(other.rateLimit).toMatchObject({ limit: 9, remaining: 0 });
  const call = other.health.get();
  await clock.advance(1000);
  expect(svc.rateLimit.queued).toBe(1);
  await clock.advance(61_000);
  expect(await call).toEqual({ by: "other" });
});

test.each([{ auth: "another" }, { baseUrl: "https://another.example" }, { rateLimit: {} }])(
  "%j: a limiter of its own",
  async (options) => {
    const { svc } = setup([json(null, { headers: last })]);
    await svc.health.get();
    expect(svc.withOptions(options).rateLimit.limit).toBeUndefined();
  },
);

test("each is closed by itself, and derived ones derive again", async () => {
  const { svc } = setup([json(1)]);
  const other = svc.withOptions({ timeoutMs: 5 }).withOptions({ requestOrigin: "ci" });
  await svc.close();
  expect(await other.health.get()).toBe(1);
  await other.close();
  expect((await rejection(other.health.get())).name).toBe("AbortedError");
});

test("options are checked", () => {
  const { svc } = setup([]);
  expect(() => svc.withOptions({ timeout: 5 } as object)).toThrow("timeout: unknown option");
});

test("the types of schemas come with the client", () => {
  expectTypeOf<Email>().toHaveProperty("subject");
});
