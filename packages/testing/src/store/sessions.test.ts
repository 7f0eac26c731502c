import { expect, test } from "vitest";
import { createFileStore } from "./files.ts";
import { createSessionBox, type SessionBox } from "./sessions.ts";

const NOW = Date.parse("2025-06-01T12:00:00Z");
const PLACE = { baseUrl: "http://fake.test", now: NOW };

function setUp() {
  const files = createFileStore();
  const box = createSessionBox(files);
  const serve = (url: string, now = NOW) => {
    const target = url.slice(PLACE.baseUrl.length);
    const answer = files.serve({ method: "GET", target, headers: [], origin: "" }, now);
    const type = answer?.headers.find(([name]) => name === "content-type")?.[1];
    const body = answer?.body instanceof Uint8Array ? new TextDecoder().decode(answer.body) : answer?.body;
    return { status: answer?.status, type, body };
  };
  return { box, serve };
}

interface Logs {
  readonly batches: readonly { readonly download_url: string }[];
}

function logsOf(box: SessionBox, { limit, withUrls = true }: { limit?: number; withUrls?: boolean } = {}): Logs {
  return box.getLogs({ sessionId: "s", limit, withUrls }, PLACE) as Logs;
}

test("what nobody has put in is not there", () => {
  const { box } = setUp();
  expect([box.getCookies(), logsOf(box), box.getReplay(PLACE)]).toEqual([undefined, undefined, undefined]);
  expect(box.peek()).toEqual({ cookies: undefined, network: undefined, replay: undefined });
});

test("batches and replays are copied in", () => {
  const { box, serve } = setUp();
  const batch = { key: "k", size: 1, body: new TextEncoder().encode("before") };
  box.network.logs.add(batch);
  const listed = [{ key: "l" }];
  box.network.logs.add(listed);
  const replay = { mp4_url: "https://x.test/a" };
  box.replay.set(replay);
  batch.key = "changed";
  batch.body.fill(0);
  for (const one of listed) one.key = "changed";
  replay.mp4_url = "changed";
  const logs = logsOf(box);
  expect(logs.batches).toMatchObject([{ key: "k" }, { key: "l" }]);
  expect(serve(logs.batches[0]?.download_url ?? "").body).toBe("before");
  expect(box.getReplay(PLACE)).toEqual({ mp4_url: "https://x.test/a" });
});

test("cookies are copied in and out", () => {
  const { box } = setUp();
  const cookie = { name: "a", value: "b" };
  box.cookies.set([cookie] as never);
  cookie.value = "changed";
  const [first] = (box.getCookies() as { cookies: [{ value: string }] }).cookies;
  first.value = "changed";
  expect(box.getCookies()).toEqual({ cookies: [{ name: "a", value: "b" }] });
  box.cookies.set([]);
  expect(box.getCookies()).toEqual({ cookies: [] });
});

test("a listing has the session's batches up to the limit, and counts all", () => {
  const { box } = setUp();
  box.network.logs.add();
  box.network.logs.add([{ key: "k", size: 7 }, {}]);
  expect(logsOf(box, { limit: 2, withUrls: false })).toEqual({
    session_id: "s",
    batches: [
      { key: "batch-0000.jsonl", size: 12 },
      { key: "k", size: 7 },
    ],
    total_batch_count: 3,
    format: "batched_v1",
  });
  expect(logsOf(box).batches).toHaveLength(3);
});

test("no batches are an empty listing", () => {
  const { box } = setUp();
  box.network.logs.add([]);
  expect(logsOf(box)).toMatchObject({ batches: [], total_batch_count: 0 });
});

test.each([
  ["text", "é\n", 3],
  ["bytes", new TextEncoder().encode("é\n"), 3],
])("a batch serves its body given as %s, and has its size in bytes", (_, body, size) => {
  const { box, serve } = setUp();
  box.network.logs.add({ body });
  const [batch] = logsOf(box).batches;
  expect(batch).toMatchObject({ key: "batch-0000.jsonl", size, download_url_expires_in_seconds: 3600 });
  expect(serve(batch?.download_url ?? "")).toEqual({ status: 200, type: "application/x-ndjson", body: "é\n" });
});

test("a body is made up where none is given, another one for each batch", () => {
  const { box, serve } = setUp();
  box.network.logs.add([{}, {}]);
  expect(logsOf(box).batches.map(({ download_url }) => serve(download_url).body)).toEqual([
    '{"batch":0}\n',
    '{"batch":1}\n',
  ]);
});

test("an address expires when the batch says, and is new with every listing", () => {
  const { box, serve } = setUp();
  box.network.logs.add({ download_url_expires_in_seconds: 60 });
  const [url, other] = [logsOf(box), logsOf(box)].map(({ batches }) => batches[0]?.download_url ?? "");
  expect([serve(url ?? "", NOW + 59_999).status, serve(url ?? "", NOW + 60_000).status]).toEqual([200, 403]);
  expect(other).not.toBe(url);
});

test("an address that a test gives stays as it is", () => {
  const { box } = setUp();
  box.network.logs.add([{ download_url: "https://elsewhere.test/" }, { download_url: null }]);
  expect(logsOf(box).batches).toEqual([
    { key: "batch-0000.jsonl", size: 12, download_url: "https://elsewhere.test/" },
    { key: "batch-0001.jsonl", size: 12, download_url: null },
  ]);
});

test("a replay without a video is answered as given", () => {
  const { box } = setUp();
  box.replay.set({ mp4_url: "https://elsewhere.test/v.mp4" } as never);
  expect(box.getReplay(PLACE)).toEqual({ mp4_url: "https://elsewhere.test/v.mp4" });
});

test.each([
  [undefined, "2025-06-01T13:00:00.000Z", 3600],
  [null, "2025-06-01T13:00:00.000Z", 3600],
  ["soon", "soon", 3600],
  ["2025-06-01T12:00:10Z", "2025-06-01T12:00:10Z", 10],
])("a video that expires at %s is there until %s", (given, expires_at, seconds) => {
  const { box, serve } = setUp();
  box.replay.set({ video: new TextEncoder().encode("film"), expires_at: given, page: 1 } as never);
  const { mp4_url, ...rest } = box.getReplay(PLACE) as { mp4_url: string };
  expect(rest).toEqual({ expires_at, page: 1 });
  expect(mp4_url).toContain("/replay.mp4?");
  expect(serve(mp4_url, NOW + seconds * 1000 - 1)).toEqual({ status: 200, type: "video/mp4", body: "film" });
  expect(serve(mp4_url, NOW + seconds * 1000).status).toBe(403);
});

test("a video may be text", () => {
  const { box, serve } = setUp();
  box.replay.set({ video: "film" } as never);
  expect(serve((box.getReplay(PLACE) as { mp4_url: string }).mp4_url).body).toBe("film");
});

test("a look shows what was put in, files by their descriptions", () => {
  const { box } = setUp();
  box.cookies.set([{ name: "a" }] as never);
  box.network.logs.add({ key: "k", body: "secret" });
  box.replay.set({ video: "secret", page: 1 } as never);
  const seen = box.peek();
  expect(seen).toEqual({ cookies: [{ name: "a" }], network: [{ key: "k" }], replay: { page: 1 } });
  expect(JSON.stringify(seen)).not.toContain("secret");
});
