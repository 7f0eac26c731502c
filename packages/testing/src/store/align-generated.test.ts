import { type HttpResponse, jsonResponse, type ValidRequest } from "@svc/fastapi-validation";
import { expect, test } from "vitest";
import { alignGenerated } from "./align-generated.ts";
import { createFileStore } from "./files.ts";

const NOW = Date.parse("2025-06-01T12:00:00Z");

interface Asked {
  readonly path?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly withUrls?: boolean;
}

function alignment(
  route: string,
  value: unknown,
  { path = { session_id: "s" }, query = {}, withUrls = true }: Asked = {},
) {
  const files = createFileStore();
  const call = { operation: { method: "get", path: route }, path, query } as unknown as ValidRequest;
  const place = { baseUrl: "http://fake.test", now: NOW };
  const response = alignGenerated(jsonResponse(200, value), call, {
    place,
    files,
    emailOrder: "newest-first",
    withUrls,
  });
  const serve = (url: string, now = NOW) =>
    files.serve({ method: "GET", target: url.replace(place.baseUrl, ""), headers: [], origin: "" }, now);
  return { value: JSON.parse(String(response.body)), serve };
}

const LOGS = "/sessions/{session_id}/network/logs";
const REPLAY = "/sessions/{session_id}/replay";
const batch = { key: "k", size: 30, download_url: "https://elsewhere.test/", download_url_expires_in_seconds: 60 };

/** An answer as a request without parameters asks for it. */
function alignPlain(route: string, response: HttpResponse): HttpResponse {
  const call = { operation: { method: "get", path: route }, path: {}, query: {} } as unknown as ValidRequest;
  const place = { baseUrl: "", now: NOW };
  return alignGenerated(response, call, { place, files: createFileStore(), emailOrder: "as-added", withUrls: true });
}

test("answers of other operations, and of another shape, stay as they are", () => {
  expect(alignment("/health", { session_id: "x" }).value).toEqual({ session_id: "x" });
  expect(alignment("/personas/{persona_id}/emails", { a: 1 }).value).toEqual({ a: 1 });
  expect(alignment(LOGS, { session_id: null, batches: null, total_batch_count: null }).value).toEqual({
    session_id: null,
    batches: null,
    total_batch_count: null,
  });
  expect(alignment(REPLAY, { mp4_url: null }).value).toEqual({ mp4_url: null });
  expect(alignment(LOGS, null).value).toBeNull();
});

test("batches are cut to the limit, counted before, and of the session", () => {
  const { value } = alignment(
    LOGS,
    { session_id: "x", batches: [batch, batch, batch], total_batch_count: 99 },
    { query: { limit: 2 } },
  );
  expect([value.session_id, value.batches.length, value.total_batch_count]).toEqual(["s", 2, 3]);
});

test("a batch's file has its size, and expires after its time", () => {
  const { value, serve } = alignment(LOGS, { batches: [batch] });
  const { download_url, ...rest } = value.batches[0];
  expect(rest).toEqual({ key: "k", size: 30, download_url_expires_in_seconds: 60 });
  expect(serve(download_url)?.body).toHaveLength(30);
  expect([serve(download_url, NOW + 59_999)?.status, serve(download_url, NOW + 60_000)?.status]).toEqual([200, 403]);
});

test.each([
  [30, 30],
  [0, 0],
  [10_000_000, 10_000_000],
  [10_000_001, 0],
  [-1, 0],
  ["30", 0],
  [null, 0],
])("a batch that says size %j has a file of %i bytes", (size, length) => {
  const { value, serve } = alignment(LOGS, { batches: [{ ...batch, size }] });
  const { body, headers = [] } = serve(value.batches[0].download_url) ?? {};
  expect(body).toHaveLength(length);
  expect(Object.fromEntries(headers)["content-type"]).toBe("application/x-ndjson");
});

test("a file's content is lines of JSON", () => {
  const { value, serve } = alignment(LOGS, { batches: [batch] });
  const body = serve(value.batches[0].download_url)?.body as Uint8Array;
  expect(new TextDecoder().decode(body)).toBe('{"fake":true}\n{"fake":true}\n{"');
});

test("addresses are the same each time, each batch has its own, with its key in it", () => {
  const nameless = { download_url: "https://elsewhere.test/" };
  const addresses = () =>
    alignment(LOGS, { batches: [batch, batch, nameless] }).value.batches.map(
      ({ download_url }: { download_url: string }) => new URL(download_url).pathname,
    );
  expect(addresses()).toEqual(["/__files/s-0/k", "/__files/s-1/k", "/__files/s-2/s-2"]);
});

test("what a listing does not say is not added, and a limit that is none cuts nothing", () => {
  expect(alignment(LOGS, { batches: [batch, batch] }).value).not.toHaveProperty("total_batch_count");
  expect(alignment(LOGS, { batches: [batch, batch], total_batch_count: null }).value.total_batch_count).toBeNull();
  expect(alignment(LOGS, { batches: [batch, batch] }, { query: { limit: "1" } }).value.batches).toHaveLength(2);
});

test("answers that are bytes, or JSON of one value, stay as they are", () => {
  for (const body of [new TextEncoder().encode('{"session_id":"x"}'), '"text"', "null", undefined]) {
    const response = { status: 200, headers: [], body };
    expect(alignPlain(LOGS, response)).toBe(response);
  }
});

test("headers stay, but for those of the body, which are its own again", () => {
  const given = jsonResponse(200, { mp4_url: "https://elsewhere.test/v.mp4", page: 1 }, [["x-total", "7"]]);
  const { headers, body } = alignPlain(REPLAY, given);
  expect(headers).toEqual([
    ["content-length", String(String(body).length)],
    ["content-type", "application/json"],
    ["x-total", "7"],
  ]);
});

test("emails are unread, in order, recent enough and no more than asked for", () => {
  const emails = [60, 7200, 0].map((ago) => ({ ago, created_at: new Date(NOW - ago * 1000).toISOString() }));
  const route = "/personas/{persona_id}/emails";
  const timedelta = { days: 0, seconds: 3600, microseconds: 0 };
  const ages = (query: Record<string, unknown>) =>
    alignment(route, emails, { query }).value.map(({ ago }: { ago: number }) => ago);
  expect([ages({}), ages({ timedelta }), ages({ limit: 1 }), ages({ only_unread: true })]).toEqual([
    [0, 60, 7200],
    [0, 60],
    [0],
    [0, 60, 7200],
  ]);
});

test("a video is bytes of its type, at an address of its session", () => {
  const { value, serve } = alignment(REPLAY, { mp4_url: "https://elsewhere.test/v.mp4" });
  expect(new URL(value.mp4_url).pathname).toBe("/__files/s/replay.mp4");
  const { body, headers = [] } = serve(value.mp4_url) ?? {};
  expect(new TextDecoder().decode(body as Uint8Array)).toBe("A video of the fake.");
  expect(Object.fromEntries(headers)["content-type"]).toBe("video/mp4");
});

test("a batch without an address gets none, and loses it where none is asked for", () => {
  expect(alignment(LOGS, { batches: [{ key: "k" }] }).value.batches).toEqual([{ key: "k" }]);
  expect(alignment(LOGS, { batches: [batch] }, { withUrls: false }).value.batches).toEqual([{ key: "k", size: 30 }]);
});

test.each([
  ["2025-06-01T12:00:10Z", 10],
  ["2025-06-01T11:00:00Z", 3600],
  ["2025-06-01T12:00:00Z", 3600],
  ["tomorrow", 3600],
])("a video that expires at %s is there for %i s", (expires_at, seconds) => {
  const { value, serve } = alignment(REPLAY, { expires_at, mp4_url: "https://elsewhere.test/v.mp4" });
  expect(value.expires_at).toBe(expires_at);
  const at = (ms: number) => serve(value.mp4_url, NOW + ms)?.status;
  expect([at(seconds * 1000 - 1), at(seconds * 1000)]).toEqual([200, 403]);
});
