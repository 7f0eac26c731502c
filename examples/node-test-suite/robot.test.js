import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import {
  AuthenticationError,
  ConnectionError,
  createSvcClient,
  ServerError,
  TimeoutError,
  ValidationError,
} from "@svc/client";
import { createFakeSvc } from "@svc/testing";
import { assertNotReceived, assertReceived } from "@svc/testing/assert";
import { build } from "@svc/testing/build";
import { cookieHeader, findCode, findCodes, listSenders, logBytes, replayLength } from "./robot.js";

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
const read = { unread: false };

test("the newest unread code is found", async () => {
  fake.personas("p1").emails.add(build.email({ subject: "Code 1111", created_at: minutesAgo(3) }), unread);
  fake.personas("p1").emails.add(build.email({ subject: "Code 2222", created_at: minutesAgo(1) }), unread);
  assert.equal(await findCode(svc, "p1"), "2222");
});

test("a code that was read is not found", async () => {
  fake.personas("p1").emails.add(build.email({ subject: "Code 1111", created_at: minutesAgo(1) }), read);
  assert.equal(await findCode(svc, "p1"), undefined);
});

test("a code of an hour ago is not found", async () => {
  fake.personas("p1").emails.add(build.email({ subject: "Code 1111", created_at: minutesAgo(60) }), unread);
  assert.equal(await findCode(svc, "p1"), undefined);
});

test("a subject without a code is passed over", async () => {
  fake.personas("p1").emails.add(build.email({ subject: "Code 1111", created_at: minutesAgo(2) }), unread);
  fake.personas("p1").emails.add(build.email({ subject: "Welcome", created_at: minutesAgo(1) }), unread);
  assert.equal(await findCode(svc, "p1"), "1111");
});

test("only unread mail of five minutes is asked for", async () => {
  await findCode(svc, "p1");
  assertReceived(fake, "personas.emails.list", { query: { only_unread: true, timedelta: "PT5M" }, times: 1 });
});

test("a name comes before an address, and an address before nothing", async () => {
  fake
    .personas("p1")
    .emails.add([
      build.email({ sender_name: "Ada", created_at: minutesAgo(1) }),
      build.email({ sender_name: null, sender_email: "bob@example.com", created_at: minutesAgo(2) }),
      build.email({ sender_name: null, sender_email: null, created_at: minutesAgo(3) }),
    ]);
  assert.deepEqual(await listSenders(svc, "p1", 10), ["Ada", "bob@example.com", "unknown"]);
});

test("no more senders are listed than asked for", async () => {
  fake.personas("p1").emails.add(build.emails(5));
  assert.equal((await listSenders(svc, "p1", 2)).length, 2);
});

test("a limit out of bounds is refused with its place", async () => {
  const error = await listSenders(svc, "p1", 101).catch((reason) => reason);
  assert.ok(error instanceof ValidationError);
  assert.deepEqual(error.issues[0]?.loc, ["query", "limit"]);
});

test("a wrong credential is refused", async () => {
  const stranger = fake.client(createSvcClient, { auth: "wrong" });
  await assert.rejects(listSenders(stranger, "p1", 10), AuthenticationError);
});

test("a credential is sent with each call", async () => {
  await listSenders(svc, "p1", 10);
  assertReceived(fake, "personas.emails.list", { headers: { authorization: "Bearer [redacted]" } });
});

test("cookies become a header", async () => {
  fake.sessions("s1").cookies.set([build.cookie({ name: "a", value: "1" }), build.cookie({ name: "b", value: "2" })]);
  assert.equal(await cookieHeader(svc, "s1"), "a=1; b=2");
});

test("a session without cookies gives an empty header", async () => {
  fake.sessions("s1").cookies.set([]);
  assert.equal(await cookieHeader(svc, "s1"), "");
});

test("a session that does not exist has no header", async () => {
  fake.fail({ operation: "sessions.cookies.get", status: 404 });
  assert.equal(await cookieHeader(svc, "gone"), undefined);
});

test("sizes of log batches are added", async () => {
  fake.sessions("s1").network.logs.add([{ size: 100 }, { size: 23 }]);
  assert.equal(await logBytes(svc, "s1"), 123);
});

test("a replay's length is in minutes and seconds", async () => {
  fake.sessions("s1").replay.set(build.replay({ video_duration_ms: 65_000 }));
  assert.equal(await replayLength(svc, "s1"), "1:05");
});

test("a replay that does not tell its length is of unknown length", async () => {
  fake.sessions("s1").replay.set(build.replay.minimal());
  assert.equal(await replayLength(svc, "s1"), "unknown");
});

test("an outage of two answers is got over", async () => {
  fake.sessions("s1").replay.set(build.replay({ video_duration_ms: 5000 }));
  fake.fail({ status: 503, times: 2 });
  assert.equal(await replayLength(svc, "s1"), "0:05");
  assertReceived(fake, "sessions.replay.get", { times: 3 });
});

test("a lasting outage is reported", async () => {
  fake.fail({ operation: "sessions.replay.get", status: 500, times: Number.POSITIVE_INFINITY });
  await assert.rejects(replayLength(svc, "s1"), ServerError);
  fake.fail({ operation: "sessions.network.logs.get", reset: true, times: Number.POSITIVE_INFINITY });
  await assert.rejects(logBytes(svc, "s1"), ConnectionError);
});

test("a service that does not answer is given up on after a minute", async () => {
  fake.fail({ timeout: true });
  await assert.rejects(cookieHeader(svc, "s1"), TimeoutError);
});

test("30 personas at 10 calls a minute take two resets and no refusal", async () => {
  const begin = fake.clock.now();
  await findCodes(
    svc,
    Array.from({ length: 30 }, (_, index) => `p${index}`),
  );
  assertReceived(fake, "personas.emails.list", { status: 200, times: 30 });
  assertNotReceived(fake, "personas.emails.list", { status: 429 });
  assert.equal(Math.round((fake.clock.now() - begin) / 60_000), 2);
});

/** @param {number} minutes */
function minutesAgo(minutes) {
  return new Date(fake.clock.now() - minutes * 60_000).toISOString();
}
