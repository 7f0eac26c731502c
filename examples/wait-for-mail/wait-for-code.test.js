import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { AbortedError, createSvcClient, TimeoutError } from "@svc/client";
import { createFakeSvc } from "@svc/testing";
import { build } from "@svc/testing/build";
import { waitForCode } from "./wait-for-code.js";

/** @type {ReturnType<typeof createFakeSvc>} */
let fake;
/** @type {ReturnType<typeof createSvcClient>} */
let svc;

beforeEach(() => {
  fake = createFakeSvc({ rateLimit: { limit: 10 } });
  svc = fake.client(createSvcClient);
  fake.personas("p1").emails.add(build.email({ subject: "Welcome" }), { unread: true });
});

afterEach(async () => {
  await svc.close();
  await fake.close();
});

const sendCode = () => fake.personas("p1").emails.add(build.email({ subject: "Code 1234" }), { unread: true });

test("a code that comes after a while is found, within the rate limit", async () => {
  fake.clock.setTimeout(sendCode, 300_000);
  assert.equal(await waitForCode(svc, "p1"), "1234");
  assert.ok(fake.calls.length < 40);
  assert.ok(fake.calls.every(({ status }) => status === 200));
});

test("a code that never comes is a TimeoutError after the time that was given", async () => {
  const began = fake.clock.now();
  await assert.rejects(waitForCode(svc, "p1", { timeoutMs: 60_000 }), (error) => TimeoutError.is(error));
  assert.equal(fake.clock.now() - began, 60_000);
});

test("whoever gives up is not kept waiting", async () => {
  const controller = new AbortController();
  fake.clock.setTimeout(() => controller.abort(), 5000);
  await assert.rejects(waitForCode(svc, "p1", { signal: controller.signal }), (error) => AbortedError.is(error));
});
