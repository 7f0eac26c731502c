import {
  AuthenticationError,
  ConnectionError,
  createSvcClient,
  ServerError,
  TimeoutError,
  ValidationError,
} from "@svc/client";
import nock from "nock";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cookieHeader, findCode, findCodes, listSenders, logBytes, replayLength } from "./robot.js";

const BASE = "https://svc.test";
const RECENT = { only_unread: "true", timedelta: "PT5M" };
let svc;

beforeEach(() => {
  nock.disableNetConnect();
  svc = createSvcClient({ baseUrl: BASE, auth: "test-token" });
});

afterEach(async () => {
  await svc.close();
  nock.abortPendingRequests();
  nock.cleanAll();
  nock.enableNetConnect();
});

test("the newest unread code is found", async () => {
  nock(BASE)
    .get("/personas/p1/emails")
    .query(RECENT)
    .reply(200, [email({ subject: "Code 2222" }), email({ subject: "Code 1111" })]);
  expect(await findCode(svc, "p1")).toBe("2222");
});

// By hand there is no mailbox: that the service leaves out what was read can only be played by an empty answer.
test("a code that was read is not found", async () => {
  nock(BASE).get("/personas/p1/emails").query(RECENT).reply(200, []);
  expect(await findCode(svc, "p1")).toBeUndefined();
});

test("a code of an hour ago is not found", async () => {
  nock(BASE).get("/personas/p1/emails").query(RECENT).reply(200, []);
  expect(await findCode(svc, "p1")).toBeUndefined();
});

test("a subject without a code is passed over", async () => {
  nock(BASE)
    .get("/personas/p1/emails")
    .query(RECENT)
    .reply(200, [email({ subject: "Welcome" }), email({ subject: "Code 1111" })]);
  expect(await findCode(svc, "p1")).toBe("1111");
});

test("only unread mail of five minutes is asked for", async () => {
  const scope = nock(BASE).get("/personas/p1/emails").query(RECENT).reply(200, []);
  await findCode(svc, "p1");
  expect(scope.isDone()).toBe(true);
});

test("a name comes before an address, and an address before nothing", async () => {
  const nameless = email({ sender_name: null, sender_email: "bob@example.com" });
  const unknown = email({ sender_name: null, sender_email: null });
  nock(BASE)
    .get("/personas/p1/emails")
    .query({ limit: "10" })
    .reply(200, [email({ sender_name: "Ada" }), nameless, unknown]);
  expect(await listSenders(svc, "p1", 10)).toEqual(["Ada", "bob@example.com", "unknown"]);
});

test("no more senders are listed than asked for", async () => {
  nock(BASE).get("/personas/p1/emails").query({ limit: "2" }).reply(200, [email(), email()]);
  expect(await listSenders(svc, "p1", 2)).toHaveLength(2);
});

test("a limit out of bounds is refused with its place", async () => {
  const detail = [
    {
      type: "less_than_equal",
      loc: ["query", "limit"],
      msg: "Input should be less than or equal to 100",
      input: "101",
      ctx: { le: 100 },
    },
  ];
  nock(BASE).get("/personas/p1/emails").query(true).reply(422, { detail });
  const error = await listSenders(svc, "p1", 101).catch((reason) => reason);
  expect(error).toBeInstanceOf(ValidationError);
  expect(error.issues[0].loc).toEqual(["query", "limit"]);
});

test("a wrong credential is refused", async () => {
  nock(BASE).get("/personas/p1/emails").query(true).reply(401, { detail: "Unauthorized" });
  await expect(listSenders(svc, "p1", 10)).rejects.toBeInstanceOf(AuthenticationError);
});

test("a credential is sent with each call", async () => {
  const authorized = { reqheaders: { authorization: "Bearer test-token" } };
  const scope = nock(BASE, authorized).get("/personas/p1/emails").query(true).reply(200, []);
  await listSenders(svc, "p1", 10);
  expect(scope.isDone()).toBe(true);
});

test("cookies become a header", async () => {
  nock(BASE)
    .get("/sessions/s1/cookies")
    .query(true)
    .reply(200, { cookies: [cookie({ name: "a", value: "1" }), cookie({ name: "b", value: "2" })] });
  expect(await cookieHeader(svc, "s1")).toBe("a=1; b=2");
});

test("a session without cookies gives an empty header", async () => {
  nock(BASE).get("/sessions/s1/cookies").query(true).reply(200, { cookies: [] });
  expect(await cookieHeader(svc, "s1")).toBe("");
});

test("a session that does not exist has no header", async () => {
  nock(BASE).get("/sessions/s1/cookies").query(true).reply(404, { detail: "Not Found" });
  expect(await cookieHeader(svc, "s1")).toBeUndefined();
});

test("sizes of log batches are added", async () => {
  const batches = [batch({ size: 100 }), batch({ size: 23 })];
  nock(BASE)
    .get("/sessions/s1/network/logs")
    .query(true)
    .reply(200, { session_id: "s1", batches, total_batch_count: 2, format: "batched_v1" });
  expect(await logBytes(svc, "s1")).toBe(123);
});

test("a replay's length is in minutes and seconds", async () => {
  nock(BASE)
    .get("/sessions/s1/replay")
    .query(true)
    .reply(200, replay({ video_duration_ms: 65_000 }));
  expect(await replayLength(svc, "s1")).toBe("1:05");
});

test("a replay that does not tell its length is of unknown length", async () => {
  nock(BASE).get("/sessions/s1/replay").query(true).reply(200, {});
  expect(await replayLength(svc, "s1")).toBe("unknown");
});

test("an outage of two answers is got over", async () => {
  nock(BASE).get("/sessions/s1/replay").times(2).reply(503, { detail: "Service Unavailable" });
  const scope = nock(BASE)
    .get("/sessions/s1/replay")
    .reply(200, replay({ video_duration_ms: 5000 }));
  expect(await replayLength(svc, "s1")).toBe("0:05");
  expect(scope.isDone()).toBe(true);
});

test("a lasting outage is reported", async () => {
  nock(BASE).persist().get("/sessions/s1/replay").reply(500, { detail: "Internal Server Error" });
  await expect(replayLength(svc, "s1")).rejects.toBeInstanceOf(ServerError);
  const reset = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  nock(BASE).persist().get("/sessions/s1/network/logs").query(true).replyWithError(reset);
  await expect(logBytes(svc, "s1")).rejects.toBeInstanceOf(ConnectionError);
});

test("a service that does not answer is given up on", async () => {
  // nock 15: without a length, fetch trips over its own assertion when the call is given up.
  const LENGTH = { "content-length": "14" };
  const impatient = createSvcClient({ baseUrl: BASE, auth: "test-token", timeoutMs: 50 });
  nock(BASE).get("/sessions/s1/cookies").delay(60_000).reply(200, { cookies: [] }, LENGTH);
  await expect(cookieHeader(impatient, "s1")).rejects.toBeInstanceOf(TimeoutError);
  await impatient.close();
});

// Without a clock to give to both, a minute would take a minute: a window is a second here.
test("30 personas at 10 calls a window take two resets and no refusal", async () => {
  const counter = { used: 0, resetAt: 0, statuses: [] };
  nock(BASE)
    .persist()
    .get(/^\/personas\/p\d+\/emails/)
    .reply(() => {
      const { status, headers, body } = countWindow(counter);
      return [status, body, headers];
    });
  const begin = Date.now();
  const paced = createSvcClient({ baseUrl: BASE, auth: "another-token" });
  await findCodes(
    paced,
    Array.from({ length: 30 }, (_, index) => `p${index}`),
  );
  await paced.close();
  expect(counter.statuses).toEqual(Array.from({ length: 30 }, () => 200));
  expect(Math.floor((Date.now() - begin) / 1000)).toBeLessThanOrEqual(3);
});

function email(overrides = {}) {
  return {
    email_id: "0b0e7e4e-7a52-4a43-9d57-0d8f6f8b7c11",
    subject: "Hello",
    created_at: "2025-06-01T11:59:00Z",
    sender_email: "ada@example.com",
    sender_name: "Ada",
    text_content: "Hello",
    html_content: "<p>Hello</p>",
    ...overrides,
  };
}

function cookie(overrides = {}) {
  return { name: "sid", value: "1", domain: "example.com", path: "/", httpOnly: true, secure: true, ...overrides };
}

function batch(overrides = {}) {
  return { key: "batch-1", size: 1, ...overrides };
}

function replay(overrides = {}) {
  return {
    expires_at: "2025-06-01T13:00:00Z",
    playlist_content: "#EXTM3U",
    mp4_url: "https://example.com/replay.mp4",
    video_start_ms: 0,
    video_duration_ms: 1000,
    ...overrides,
  };
}

/** Counts windows of a second as the service does. */
function countWindow(counter) {
  const now = Date.now();
  if (now >= counter.resetAt) Object.assign(counter, { used: 0, resetAt: (Math.floor(now / 1000) + 1) * 1000 });
  counter.used++;
  const headers = {
    date: new Date(now).toUTCString(),
    "x-ratelimit-limit": "10",
    "x-ratelimit-remaining": String(Math.max(0, 10 - counter.used)),
    "x-ratelimit-reset": String(counter.resetAt / 1000),
  };
  const status = counter.used > 10 ? 429 : 200;
  counter.statuses.push(status);
  return { status, headers, body: status === 200 ? [] : { message: "Rate limit exceeded", detail: "" } };
}
