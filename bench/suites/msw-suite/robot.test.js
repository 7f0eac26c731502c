import {
  AuthenticationError,
  ConnectionError,
  createSvcClient,
  ServerError,
  TimeoutError,
  ValidationError,
} from "@svc/client";
import { delay, HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { cookieHeader, findCode, findCodes, listSenders, logBytes, replayLength } from "./robot.js";

const BASE = "https://svc.test";
const RECENT = { only_unread: "true", timedelta: "PT5M" };
const server = setupServer();
let svc;
let requests;

beforeAll(() => {
  server.listen({ onUnhandledRequest: "error" });
  server.events.on("request:start", ({ request }) => requests.push(request));
});

beforeEach(() => {
  requests = [];
  svc = createSvcClient({ baseUrl: BASE, auth: "test-token" });
});

afterEach(async () => {
  await svc.close();
  server.resetHandlers();
});

afterAll(() => server.close());

test("the newest unread code is found", async () => {
  listEmails([email({ subject: "Code 2222" }), email({ subject: "Code 1111" })], RECENT);
  expect(await findCode(svc, "p1")).toBe("2222");
});

// By hand there is no mailbox: that the service leaves out what was read can only be played by an empty answer.
test("a code that was read is not found", async () => {
  listEmails([], RECENT);
  expect(await findCode(svc, "p1")).toBeUndefined();
});

test("a code of an hour ago is not found", async () => {
  listEmails([], RECENT);
  expect(await findCode(svc, "p1")).toBeUndefined();
});

test("a subject without a code is passed over", async () => {
  listEmails([email({ subject: "Welcome" }), email({ subject: "Code 1111" })], RECENT);
  expect(await findCode(svc, "p1")).toBe("1111");
});

test("only unread mail of five minutes is asked for", async () => {
  listEmails([], RECENT);
  await findCode(svc, "p1");
  expect(requests).toHaveLength(1);
  expect(Object.fromEntries(new URL(requests[0].url).searchParams)).toEqual(RECENT);
});

test("a name comes before an address, and an address before nothing", async () => {
  const nameless = email({ sender_name: null, sender_email: "bob@example.com" });
  const unknown = email({ sender_name: null, sender_email: null });
  listEmails([email({ sender_name: "Ada" }), nameless, unknown], { limit: "10" });
  expect(await listSenders(svc, "p1", 10)).toEqual(["Ada", "bob@example.com", "unknown"]);
});

test("no more senders are listed than asked for", async () => {
  listEmails([email(), email()], { limit: "2" });
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
  answer("/personas/p1/emails", 422, { detail });
  const error = await listSenders(svc, "p1", 101).catch((reason) => reason);
  expect(error).toBeInstanceOf(ValidationError);
  expect(error.issues[0].loc).toEqual(["query", "limit"]);
});

test("a wrong credential is refused", async () => {
  answer("/personas/p1/emails", 401, { detail: "Unauthorized" });
  await expect(listSenders(svc, "p1", 10)).rejects.toBeInstanceOf(AuthenticationError);
});

test("a credential is sent with each call", async () => {
  listEmails([], { limit: "10" });
  await listSenders(svc, "p1", 10);
  expect(requests[0].headers.get("authorization")).toBe("Bearer test-token");
});

test("cookies become a header", async () => {
  answer("/sessions/s1/cookies", 200, {
    cookies: [cookie({ name: "a", value: "1" }), cookie({ name: "b", value: "2" })],
  });
  expect(await cookieHeader(svc, "s1")).toBe("a=1; b=2");
});

test("a session without cookies gives an empty header", async () => {
  answer("/sessions/s1/cookies", 200, { cookies: [] });
  expect(await cookieHeader(svc, "s1")).toBe("");
});

test("a session that does not exist has no header", async () => {
  answer("/sessions/s1/cookies", 404, { detail: "Not Found" });
  expect(await cookieHeader(svc, "s1")).toBeUndefined();
});

test("sizes of log batches are added", async () => {
  const batches = [batch({ size: 100 }), batch({ size: 23 })];
  answer("/sessions/s1/network/logs", 200, { session_id: "s1", batches, total_batch_count: 2, format: "batched_v1" });
  expect(await logBytes(svc, "s1")).toBe(123);
});

test("a replay's length is in minutes and seconds", async () => {
  answer("/sessions/s1/replay", 200, replay({ video_duration_ms: 65_000 }));
  expect(await replayLength(svc, "s1")).toBe("1:05");
});

test("a replay that does not tell its length is of unknown length", async () => {
  answer("/sessions/s1/replay", 200, {});
  expect(await replayLength(svc, "s1")).toBe("unknown");
});

test("an outage of two answers is got over", async () => {
  answer("/sessions/s1/replay", 200, replay({ video_duration_ms: 5000 }));
  for (const _ of [1, 2]) {
    const unavailable = () => HttpResponse.json({ detail: "Service Unavailable" }, { status: 503 });
    server.use(http.get(`${BASE}/sessions/s1/replay`, unavailable, { once: true }));
  }
  expect(await replayLength(svc, "s1")).toBe("0:05");
  expect(requests).toHaveLength(3);
});

test("a lasting outage is reported", async () => {
  answer("/sessions/s1/replay", 500, { detail: "Internal Server Error" });
  await expect(replayLength(svc, "s1")).rejects.toBeInstanceOf(ServerError);
  server.use(http.get(`${BASE}/sessions/s1/network/logs`, () => HttpResponse.error()));
  await expect(logBytes(svc, "s1")).rejects.toBeInstanceOf(ConnectionError);
});

test("a service that does not answer is given up on", async () => {
  const impatient = createSvcClient({ baseUrl: BASE, auth: "test-token", timeoutMs: 50 });
  server.use(http.get(`${BASE}/sessions/s1/cookies`, () => delay("infinite")));
  await expect(cookieHeader(impatient, "s1")).rejects.toBeInstanceOf(TimeoutError);
  await impatient.close();
});

// Without a clock to give to both, a minute would take a minute: a window is a second here.
test("30 personas at 10 calls a window take two resets and no refusal", async () => {
  const counter = { used: 0, resetAt: 0, statuses: [] };
  server.use(
    http.get(`${BASE}/personas/:id/emails`, () => {
      const { status, headers, body } = countWindow(counter);
      return HttpResponse.json(body, { status, headers });
    }),
  );
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

/** Answers a listing with these emails, where it is asked for with this query. */
function listEmails(emails, query) {
  server.use(
    http.get(`${BASE}/personas/p1/emails`, ({ request }) => {
      expect(Object.fromEntries(new URL(request.url).searchParams)).toEqual(query);
      return HttpResponse.json(emails);
    }),
  );
}

function answer(path, status, body) {
  server.use(http.get(`${BASE}${path}`, () => HttpResponse.json(body, { status })));
}

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
