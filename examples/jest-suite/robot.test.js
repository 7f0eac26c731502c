import { afterEach, beforeEach, expect, test } from "@jest/globals";
import {
  AuthenticationError,
  ConnectionError,
  createSvcClient,
  ServerError,
  TimeoutError,
  ValidationError,
} from "@svc/client";
import { createFakeSvc } from "@svc/testing";
import { build } from "@svc/testing/build";
import "@svc/testing/jest";
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
  expect(await findCode(svc, "p1")).toBe("2222");
});

test("a code that was read is not found", async () => {
  fake.personas("p1").emails.add(build.email({ subject: "Code 1111", created_at: minutesAgo(1) }), read);
  expect(await findCode(svc, "p1")).toBeUndefined();
});

test("a code of an hour ago is not found", async () => {
  fake.personas("p1").emails.add(build.email({ subject: "Code 1111", created_at: minutesAgo(60) }), unread);
  expect(await findCode(svc, "p1")).toBeUndefined();
});

test("a subject without a code is passed over", async () => {
  fake.personas("p1").emails.add(build.email({ subject: "Code 1111", created_at: minutesAgo(2) }), unread);
  fake.personas("p1").emails.add(build.email({ subject: "Welcome", created_at: minutesAgo(1) }), unread);
  expect(await findCode(svc, "p1")).toBe("1111");
});

test("only unread mail of five minutes is asked for", async () => {
  await findCode(svc, "p1");
  expect(fake).toHaveReceived("personas.emails.list", { query: { only_unread: true, timedelta: "PT5M" }, times: 1 });
});

test("a name comes before an address, and an address before nothing", async () => {
  fake
    .personas("p1")
    .emails.add([
      build.email({ sender_name: "Ada", created_at: minutesAgo(1) }),
      build.email({ sender_name: null, sender_email: "bob@example.com", created_at: minutesAgo(2) }),
      build.email({ sender_name: null, sender_email: null, created_at: minutesAgo(3) }),
    ]);
  expect(await listSenders(svc, "p1", 10)).toEqual(["Ada", "bob@example.com", "unknown"]);
});

test("no more senders are listed than asked for", async () => {
  fake.personas("p1").emails.add(build.emails(5));
  expect(await listSenders(svc, "p1", 2)).toHaveLength(2);
});

test("a limit out of bounds is refused with its place", async () => {
  const error = await listSenders(svc, "p1", 101).catch((reason) => reason);
  expect(error).toBeInstanceOf(ValidationError);
  expect(error.issues[0].loc).toEqual(["query", "limit"]);
});

test("a wrong credential is refused", async () => {
  const stranger = fake.client(createSvcClient, { auth: "wrong" });
  await expect(listSenders(stranger, "p1", 10)).rejects.toBeInstanceOf(AuthenticationError);
});

test("a credential is sent with each call", async () => {
  await listSenders(svc, "p1", 10);
  expect(fake).toHaveReceived("personas.emails.list", { headers: { authorization: "Bearer [redacted]" } });
});

test("cookies become a header", async () => {
  fake.sessions("s1").cookies.set([build.cookie({ name: "a", value: "1" }), build.cookie({ name: "b", value: "2" })]);
  expect(await cookieHeader(svc, "s1")).toBe("a=1; b=2");
});

test("a session without cookies gives an empty header", async () => {
  fake.sessions("s1").cookies.set([]);
  expect(await cookieHeader(svc, "s1")).toBe("");
});

test("a session that does not exist has no header", async () => {
  fake.fail({ operation: "sessions.cookies.get", status: 404 });
  expect(await cookieHeader(svc, "gone")).toBeUndefined();
});

test("sizes of log batches are added", async () => {
  fake.sessions("s1").network.logs.add([{ size: 100 }, { size: 23 }]);
  expect(await logBytes(svc, "s1")).toBe(123);
});

test("a replay's length is in minutes and seconds", async () => {
  fake.sessions("s1").replay.set(build.replay({ video_duration_ms: 65_000 }));
  expect(await replayLength(svc, "s1")).toBe("1:05");
});

test("a replay that does not tell its length is of unknown length", async () => {
  fake.sessions("s1").replay.set(build.replay.minimal());
  expect(await replayLength(svc, "s1")).toBe("unknown");
});

test("an outage of two answers is got over", async () => {
  fake.sessions("s1").replay.set(build.replay({ video_duration_ms: 5000 }));
  fake.fail({ status: 503, times: 2 });
  expect(await replayLength(svc, "s1")).toBe("0:05");
  expect(fake).toHaveReceived("sessions.replay.get", { times: 3 });
});

test("a lasting outage is reported", async () => {
  fake.fail({ operation: "sessions.replay.get", status: 500, times: Number.POSITIVE_INFINITY });
  await expect(replayLength(svc, "s1")).rejects.toBeInstanceOf(ServerError);
  fake.fail({ operation: "sessions.network.logs.get", reset: true, times: Number.POSITIVE_INFINITY });
  await expect(logBytes(svc, "s1")).rejects.toBeInstanceOf(ConnectionError);
});

test("a service that does not answer is given up on after a minute", async () => {
  fake.fail({ timeout: true });
  await expect(cookieHeader(svc, "s1")).rejects.toBeInstanceOf(TimeoutError);
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
