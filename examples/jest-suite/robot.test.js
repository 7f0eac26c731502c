import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { AuthenticationError, createSvcClient, TimeoutError } from "@svc/client";
import { createFakeSvc } from "@svc/testing";
import { build } from "@svc/testing/build";
import "@svc/testing/jest";
import { findCode, findCodes } from "./robot.js";

/** @type {ReturnType<typeof createFakeSvc>} */
let fake;
/** @type {ReturnType<typeof createSvcClient>} */
let svc;

beforeEach(() => {
  fake = createFakeSvc({ rateLimit: { limit: 10 }, tokens: ["test-token"] });
  fake.clock.auto();
  svc = fake.client(createSvcClient);
});

afterEach(async () => {
  await svc.close();
  await fake.close();
});

const unread = { unread: true };

test("the newest unread code is found", async () => {
  fake.personas("p1").emails.add(build.email({ subject: "Code 1111", created_at: minutesAgo(3) }), unread);
  fake.personas("p1").emails.add(build.email({ subject: "Code 2222", created_at: minutesAgo(1) }), unread);
  expect(await findCode(svc, "p1")).toBe("2222");
});

test("only unread mail of five minutes is asked for", async () => {
  await findCode(svc, "p1");
  expect(fake).toHaveReceived("personas.emails.list", { query: { only_unread: true, timedelta: "PT5M" }, times: 1 });
});

test("a wrong credential is refused", async () => {
  const stranger = fake.client(createSvcClient, { auth: "wrong" });
  await expect(findCode(stranger, "p1")).rejects.toBeInstanceOf(AuthenticationError);
});

test("an outage of two answers is got over", async () => {
  fake.personas("p1").emails.add(build.email({ subject: "Code 1111", created_at: minutesAgo(1) }), unread);
  fake.fail({ status: 503, times: 2 });
  expect(await findCode(svc, "p1")).toBe("1111");
  expect(fake).toHaveReceived("personas.emails.list", { times: 3 });
});

test("a service that does not answer is given up on after a minute", async () => {
  fake.fail({ timeout: true });
  await expect(findCode(svc, "p1")).rejects.toBeInstanceOf(TimeoutError);
});

test("30 personas at 10 calls a minute take two resets and no refusal", async () => {
  const begin = fake.clock.now();
  await findCodes(
    svc,
    Array.from({ length: 30 }, (_, index) => `p${index}`),
  );
  expect(fake).toHaveReceived("personas.emails.list", { status: 200, times: 30 });
  expect(fake).not.toHaveReceived("personas.emails.list", { status: 429 });
  expect(Math.round((fake.clock.now() - begin) / 60_000)).toBe(2);
});

/** @param {number} minutes */
function minutesAgo(minutes) {
  return new Date(fake.clock.now() - minutes * 60_000).toISOString();
}
