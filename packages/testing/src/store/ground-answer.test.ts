import { expect, test } from "vitest";
import { jsonResponse } from "../front/index.ts";
import type { Call } from "../front/types.ts";
import { createFileStore } from "./files.ts";
import { groundAnswer } from "./ground-answer.ts";

const NOW = Date.parse("2025-06-01T12:00:00Z");

interface Asked {
  readonly path?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly withUrls?: boolean;
}

function ground(
  route: string,
  value: unknown,
  { path = { session_id: "s" }, query = {}, withUrls = true }: Asked = {},
) {
  const files = createFileStore();
  const call = { operation: { method: "get", path: route }, path, query } as unknown as Call;
  const place = { baseUrl: "http://fake.test", now: NOW };
  const response = groundAnswer(jsonResponse(200, value), call, { place, files, emailOrder: "newest-first", withUrls });
  const serve = (url: string, now = NOW) =>
    files.serve({ method: "GET", target: url.replace(place.baseUrl, ""), headers: [], origin: "" }, now);
  return { value: JSON.parse(String(response.body)), serve };
}

const LOGS = "/sessions/{session_id}/network/logs";
const REPLAY = "/sessions/{session_id}/replay";
const batch = { key: "k", size: 30, download_url: "https://elsewhere.test/", download_url_expires_in_seconds: 60 };

test("answers of other operations, and of another shape, stay as they are", () => {
  expect(ground("/health", { session_id: "x" }).value).toEqual({ session_id: "x" });
  expect(ground("/personas/{persona_id}/emails", { a: 1 }).value).toEqual({ a: 1 });
  expect(ground(LOGS, { session_id: null, batches: null, total_batch_count: null }).value).toEqual({
    session_id: null,
    batches: null,
    total_batch_count: null,
  });
  expect(ground(REPLAY, { mp4_url: null }).value).toEqual({ mp4_url: null });
  expect(ground(LOGS, null).value).toBeNull();
});

test("batches are cut to the limit, counted before, and of the session", () => {
  const { value } = ground(
    LOGS,
    { session_id: "x", batches: [batch, batch, batch], total_batch_count: 99 },
    { query: { limit: 2 } },
  );
  expect([value.session_id, value.batches.length, value.total_batch_count]).toEqual(["s", 2, 3]);
});

test("a batch's file has its size, and expires after its time", () => {
  const { value, serve } = ground(LOGS, { batches: [batch] });
  const { download_url, ...rest } = value.batches[0];
  expect(rest).toEqual({ key: "k", size: 30, download_url_expires_in_seconds: 60 });
  expect(serve(download_url)?.body).toHaveLength(30);
  expect([serve(download_url, NOW + 59_999)?.status, serve(download_url, NOW + 60_000)?.status]).toEqual([200, 403]);
});

test("a batch without an address gets none, and loses it where none is asked for", () => {
  expect(ground(LOGS, { batches: [{ key: "k" }] }).value.batches).toEqual([{ key: "k" }]);
  expect(ground(LOGS, { batches: [batch] }, { withUrls: false }).value.batches).toEqual([{ key: "k", size: 30 }]);
});

test.each([
  ["2025-06-01T12:00:10Z", 10],
  ["2025-06-01T11:00:00Z", 3600],
  ["tomorrow", 3600],
])("a video that expires at %s is there for %i s", (expires_at, seconds) => {
  const { value, serve } = ground(REPLAY, { expires_at, mp4_url: "https://elsewhere.test/v.mp4" });
  expect(value.expires_at).toBe(expires_at);
  const at = (ms: number) => serve(value.mp4_url, NOW + ms)?.status;
  expect([at(seconds * 1000 - 1), at(seconds * 1000)]).toEqual([200, 403]);
});
