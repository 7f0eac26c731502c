import type { ValidRequest } from "@svc/fastapi-validation";
import { expect, test } from "vitest";
import { createStores, type StoreOptions, snapshotOf } from "./stores.ts";

const NOW = Date.parse("2025-06-01T12:00:00Z");
const PLACE = { baseUrl: "http://fake.test", now: NOW };
const LOGS = "/sessions/{session_id}/network/logs";
const flag = { name: "download", in: "query", schema: { type: "boolean" } };

function setUp(options: Partial<StoreOptions> = {}) {
  return createStores({ onUnseeded: "generate", emailOrder: "newest-first", ...options });
}

interface Asked {
  readonly query?: Record<string, unknown>;
  readonly parameters?: readonly object[];
  readonly method?: string;
}

function call(path: string, { query = {}, parameters = [], method = "get" }: Asked = {}): ValidRequest {
  const values = { persona_id: "p", session_id: "s" };
  return { operation: { method, path, parameters }, path: values, query } as unknown as ValidRequest;
}

type Stores = ReturnType<typeof setUp>;

function ask(stores: Stores, path: string, asked?: Asked) {
  const answer = stores.answer(call(path, asked), PLACE) ?? stores.unseeded(call(path, asked));
  return answer && { status: answer.status, body: JSON.parse(String(answer.body)) };
}

const ROUTES = [
  "/personas/{persona_id}/emails",
  "/sessions/{session_id}/cookies",
  LOGS,
  "/sessions/{session_id}/replay",
];

test.each(ROUTES)("%s: nothing put in is left to the fake, or not found", (route) => {
  expect(ask(setUp(), route)).toBeUndefined();
  expect(ask(setUp({ onUnseeded: "not-found" }), route)).toEqual({ status: 404, body: { detail: "Not Found" } });
});

test("operations without a store are left to the fake, whatever their name", () => {
  const stores = setUp({ onUnseeded: "not-found" });
  expect(ask(stores, "/health")).toBeUndefined();
  expect(ask(stores, ROUTES[0] ?? "", { method: "post" })).toBeUndefined();
});

test("each route answers from its own store", () => {
  const stores = setUp();
  stores.api.personas("p").emails.add({ subject: "a", created_at: "2025-06-01T11:59:00Z" } as never);
  stores.api.sessions("s").cookies.set([{ name: "c" }] as never);
  stores.api.sessions("s").network.logs.add({ key: "k", size: 1 });
  stores.api.sessions("s").replay.set({ page: 1 } as never);
  expect(ROUTES.map((route) => ask(stores, route, { query: { download: false }, parameters: [flag] })?.body)).toEqual([
    [{ subject: "a", created_at: "2025-06-01T11:59:00Z" }],
    { cookies: [{ name: "c" }] },
    { session_id: "s", batches: [{ key: "k", size: 1 }], total_batch_count: 1, format: "batched_v1" },
    { page: 1 },
  ]);
});

test("limit, timedelta and only_unread choose emails; the order is the option's", () => {
  const stores = setUp({ emailOrder: "oldest-first" });
  const email = (subject: string, secondsAgo: number) =>
    ({ subject, created_at: new Date(NOW - secondsAgo * 1000).toISOString() }) as never;
  stores.api.personas("p").emails.add([email("now", 0), email("old", 90_061.001)]);
  stores.api.personas("p").emails.add(email("read", 60), { unread: false });
  const subjects = (query: Record<string, unknown>) =>
    ask(stores, ROUTES[0] ?? "", { query })?.body.map(({ subject }: { subject: string }) => subject);
  expect(subjects({})).toEqual(["old", "read", "now"]);
  expect(subjects({ limit: 1 })).toEqual(["old"]);
  expect(subjects({ only_unread: true })).toEqual(["old", "now"]);
  // The email is 1 day, 1 h, 1 min and 1.001 s old: dates have milliseconds.
  expect(subjects({ timedelta: { days: 1, seconds: 3661, microseconds: 1000 } })).toEqual(["old", "read", "now"]);
  expect(subjects({ timedelta: { days: 1, seconds: 3661, microseconds: 999 } })).toEqual(["read", "now"]);
  expect(subjects({ timedelta: null })).toHaveLength(3);
});

test("a limit of batches counts where it is a number", () => {
  const stores = setUp();
  stores.api.sessions("s").network.logs.add([{}, {}, {}]);
  const count = (limit: unknown) => ask(stores, LOGS, { query: { limit } })?.body.batches.length;
  expect([count(2), count(undefined), count("2")]).toEqual([2, 3, 3]);
});

test.each<[string, readonly object[], Record<string, unknown>, boolean]>([
  ["no flag in the document", [], {}, true],
  ["a flag that is not sent", [flag], {}, true],
  ["a flag that is true", [flag], { download: true }, true],
  ["a flag that is false", [flag], { download: false }, false],
  ["a header of the same kind", [{ ...flag, in: "header" }], { download: false }, true],
  ["a parameter of another type", [{ ...flag, schema: { type: "string" } }], { download: false }, true],
])("batches have addresses: %s", (_, parameters, query, expected) => {
  const stores = setUp();
  stores.api.sessions("s").network.logs.add();
  const [batch] = ask(stores, LOGS, { parameters, query })?.body.batches ?? [];
  expect("download_url" in batch).toBe(expected);
});

test("the token endpoint is at POST /token only; its tokens are known by their form", () => {
  const stores = setUp();
  const request = (method: string, target: string) => {
    const headers: [string, string][] = [["content-type", "application/x-www-form-urlencoded"]];
    const body = new TextEncoder().encode("grant_type=password&username=u&password=p");
    return stores.serve({ method, target, headers, body, origin: "" }, NOW)?.status;
  };
  expect([request("POST", "/token"), request("POST", "/token?a=b")]).toEqual([200, 200]);
  expect([request("GET", "/token"), request("POST", "/tokens"), request("POST", "/")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([stores.isIssuedToken("fake-access-token-1"), stores.isIssuedToken("mine")]).toEqual([true, false]);
  expect([stores.acceptsToken("fake-access-token-2", NOW), stores.acceptsToken("fake-access-token-3", NOW)]).toEqual([
    true,
    false,
  ]);
  stores.clear();
  expect(stores.acceptsToken("fake-access-token-2", NOW)).toBe(false);
});

test("a clear forgets personas, sessions and files", () => {
  const stores = setUp();
  stores.api.personas("p").emails.add([]);
  stores.api.sessions("s").network.logs.add();
  const url: string = ask(stores, LOGS)?.body.batches[0].download_url;
  const serve = () =>
    stores.serve({ method: "GET", target: url.replace(PLACE.baseUrl, ""), headers: [], origin: "" }, NOW)?.status;
  expect(stores.snapshot()).toEqual({
    personas: { p: { emails: [] } },
    sessions: { s: { cookies: undefined, network: [{}], replay: undefined } },
    leftOut: 0,
  });
  expect(serve()).toBe(200);
  stores.clear();
  expect(serve()).toBe(404);
  expect(stores.snapshot()).toEqual({ personas: {}, sessions: {}, leftOut: 0 });
  expect(ROUTES.map((route) => ask(stores, route))).toEqual([undefined, undefined, undefined, undefined]);
});

test("a generated listing has addresses where the request asks for them", () => {
  const stores = setUp();
  const listing = { batches: [{ key: "k", size: 3, download_url: "https://elsewhere.test/" }] };
  const response = { status: 200, headers: [], body: JSON.stringify(listing) };
  const align = (download: boolean) =>
    JSON.parse(
      String(stores.alignGenerated(response, call(LOGS, { query: { download }, parameters: [flag] }), PLACE).body),
    );
  expect(align(false).batches).toEqual([{ key: "k", size: 3 }]);
  expect(align(true).batches[0].download_url).toMatch(/^http:\/\/fake\.test\/__files\/s-0\/k\?/);
});

const many = <Box>(count: number, box: Box) =>
  new Map(Array.from({ length: count }, (_, index) => [`id-${index}`, box] as const));

test("personas and sessions are shown by their ids", () => {
  const session = { cookies: [], network: undefined, replay: { page: 1 } };
  const personas = new Map([["p", { all: () => [{ subject: "a" }] }]]);
  const sessions = new Map([["s", { peek: () => session }]]);
  expect(snapshotOf({ personas, sessions })).toEqual({
    personas: { p: { emails: [{ subject: "a" }] } },
    sessions: { s: session },
    leftOut: 0,
  });
});

test.each([
  [49, 0],
  [50, 0],
  [53, 6],
])("of %i personas and as many sessions %i entries are left out", (count, leftOut) => {
  const personas = many(count, { all: () => Array.from({ length: 51 }, () => ({})) });
  const sessions = many(count, { peek: () => ({ cookies: 1, network: 2, replay: 3 }) });
  const snapshot = snapshotOf({ personas, sessions });
  expect(snapshot.leftOut).toBe(leftOut);
  const shown = Math.min(count, 50);
  expect([Object.keys(snapshot.personas).length, Object.keys(snapshot.sessions).length]).toEqual([shown, shown]);
  expect(snapshot.personas["id-0"]?.emails).toHaveLength(50);
});
