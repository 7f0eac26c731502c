import { expect, test } from "vitest";
import { ConfigurationError } from "../src/index.ts";
import {
  type Download,
  type DownloadProgress,
  downloadNetworkLogs,
  downloadReplay,
  type ListDownloadOptions,
} from "./generated/client/downloads.ts";
import { json, rejection } from "./support/client.ts";
import { type ManualClock, manualClock, settled } from "./support/manual-clock.ts";
import { createFakeSvc, createSvcClient, type SvcClient } from "./support/service.ts";

const FILE = "0123456789abcdefghij";
const text = async ({ stream }: Download): Promise<string> => new Response(stream).text();

async function all(downloads: AsyncIterable<Download>): Promise<Download[]> {
  const list: Download[] = [];
  for await (const download of downloads) list.push(download);
  return list;
}

/** The first file of a session's logs. */
async function first(svc: SvcClient, options: ListDownloadOptions = {}): Promise<Download> {
  const [download] = await all(downloadNetworkLogs(svc, "s1", options));
  if (!download) throw new Error("nothing is listed");
  return download;
}

type Host = (request: Request, count: number) => Response | Error | Promise<Response>;

interface Scene {
  readonly svc: SvcClient;
  readonly clock: ManualClock;
  /** Requests to the download host. */
  readonly requests: Request[];
  /** Number of listings. */
  readonly listed: () => number;
}

/** A service that lists one batch, at a new address each time, and a download host. */
function scene(host: Host, batch: object = {}): Scene {
  const clock = manualClock();
  const requests: Request[] = [];
  let listings = 0;
  const fetch = async (request: Request): Promise<Response> => {
    if (request.url.startsWith("https://api.example/")) {
      listings++;
      const download_url = `https://files.example/k1?signature=s-${listings}`;
      const replay = { mp4_url: download_url, expires_at: new Date(clock.now() + 60_000).toISOString() };
      const listing = { key: "k1", size: FILE.length, download_url, download_url_expires_in_seconds: 60, ...batch };
      return json(request.url.includes("/replay") ? replay : { batches: [listing] });
    }
    requests.push(request);
    const answer = await host(request, requests.length);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const svc = createSvcClient({ baseUrl: "https://api.example", auth: "secret", clock, fetch, random: () => 0.5 });
  return { svc, clock, requests, listed: () => listings };
}

/** Serves the file with ranges, breaking off after some bytes. */
function serve(request: Request, breakAfter = Number.POSITIVE_INFINITY, headers: object = {}): Response {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.get("range") ?? "")?.[1] ?? 0);
  const rest = new TextEncoder().encode(FILE.slice(from));
  const parts = [rest.slice(0, breakAfter)];
  const body = new ReadableStream<Uint8Array>({
    pull(stream) {
      const part = parts.shift();
      if (part) stream.enqueue(part);
      else if (breakAfter < rest.length) stream.error(new TypeError("terminated"));
      else stream.close();
    },
  });
  const range = from > 0 ? { "content-range": `bytes ${from}-${FILE.length - 1}/${FILE.length}` } : {};
  const length = { "content-length": String(rest.length), etag: '"v1"' };
  return new Response(body, { status: from > 0 ? 206 : 200, headers: { ...length, ...range, ...headers } });
}

test("every batch is downloaded from the fake, with progress and without a credential", async () => {
  await using fake = createFakeSvc();
  fake.sessions("s1").network.logs.add([
    { key: "a", body: "first\n" },
    { key: "b", body: "second\n" },
  ]);
  const svc = createSvcClient({ baseUrl: fake.baseUrl, auth: "secret", fetch: fake.fetch, clock: fake.clock });
  const progress: DownloadProgress[] = [];
  const found: unknown[] = [];
  for await (const download of downloadNetworkLogs(svc, "s1", { onProgress: (event) => progress.push(event) }))
    found.push([download.key, download.size, await text(download)]);
  expect(found).toEqual([
    ["a", 6, "first\n"],
    ["b", 7, "second\n"],
  ]);
  expect(progress.at(-1)).toEqual({ key: "b", received: 7, size: 7 });
  for (const { path, headers } of fake.calls as Iterable<{ path: object; headers: { [name: string]: string } }>)
    if (JSON.stringify(path).includes("__files")) expect(headers).not.toHaveProperty("authorization");
});

test.each([{ reset: "body" }, { truncate: true }, { status: 503 }, { reset: true }] as const)(
  "a fault %j of a download meets the transfer of its file, which goes on, and not the listing",
  async (fault) => {
    await using fake = createFakeSvc();
    fake.sessions("s1").network.logs.add([{ body: FILE }]);
    fake.fail({ operation: "downloadNetworkLogs", ...fault });
    const svc = createSvcClient({ baseUrl: fake.baseUrl, auth: "secret", fetch: fake.fetch, clock: fake.clock });
    const [download] = await all(downloadNetworkLogs(svc, "s1"));
    const received = text(download as Download);
    await fake.clock.advance({ minutes: 1 });
    expect(await received).toBe(FILE);
    expect(fake.calls.map(({ name, fault: met }) => [name, met !== undefined])).toEqual([
      ["sessions.network.logs.get", false],
      [undefined, true],
      [undefined, false],
    ]);
    fake.assertFaultsUsed();
    fake.fail({ operation: "downloadNetworkLogs", status: 503 });
    expect(() => fake.assertFaultsUsed()).toThrow("status 503 of downloadNetworkLogs");
  },
);

test("the video of a replay is downloaded from the fake", async () => {
  await using fake = createFakeSvc();
  fake.sessions("s1").replay.set({ video: "moving pictures" });
  const svc = createSvcClient({ baseUrl: fake.baseUrl, auth: "secret", fetch: fake.fetch, clock: fake.clock });
  const download = await downloadReplay(svc, "s1");
  expect([download.key, await text(download)]).toEqual(["replay.mp4", "moving pictures"]);
});

test("addresses of the fake that have expired are renewed by one listing for all", async () => {
  await using fake = createFakeSvc();
  fake.sessions("s1").network.logs.add([{ body: "first\n" }, { body: "second\n" }, { body: "third\n" }]);
  let listings = 0;
  const svc = createSvcClient({
    baseUrl: fake.baseUrl,
    auth: "secret",
    clock: fake.clock,
    fetch: (request) => {
      if (request.url.includes("/network/logs")) listings++;
      return fake.fetch(request);
    },
  });
  const downloads = await all(downloadNetworkLogs(svc, "s1"));
  expect(await Promise.all(downloads.slice(0, 1).map(text))).toEqual(["first\n"]);
  await fake.clock.advance({ hours: 2 });
  expect(await Promise.all(downloads.slice(1).map(text))).toEqual(["second\n", "third\n"]);
  expect(listings).toBe(2);
});

test("a request to the download host carries nothing of the client", async () => {
  const { svc, requests } = scene((request) => serve(request));
  expect(await text(await first(svc))).toBe(FILE);
  expect(Object.keys(Object.fromEntries(requests[0]?.headers ?? []))).toEqual(["accept-encoding"]);
  expect(requests[0]?.credentials).toBe("omit");
});

test("nothing is transferred before a stream is read", async () => {
  const { svc, requests } = scene((request) => serve(request));
  const download = await first(svc);
  await settled();
  expect(requests).toHaveLength(0);
  await download.stream.cancel();
  expect(requests).toHaveLength(0);
});

test("a transfer that breaks goes on where it was", async () => {
  const { svc, clock, requests } = scene((request, count) => serve(request, count < 4 ? 6 : undefined));
  const read = text(await first(svc));
  await clock.advance(60_000);
  expect(await read).toBe(FILE);
  expect(requests.map(({ headers }) => [headers.get("range"), headers.get("if-range")])).toEqual([
    [null, null],
    ["bytes=6-", '"v1"'],
    ["bytes=12-", '"v1"'],
    ["bytes=18-", '"v1"'],
  ]);
});

test("where the host knows no ranges, what was received before is passed over", async () => {
  const { svc, clock } = scene((request, count) =>
    serve(new Request(request, { headers: {} }), count === 1 ? 6 : undefined),
  );
  const read = text(await first(svc));
  await clock.advance(60_000);
  expect(await read).toBe(FILE);
});

test.each([
  ["its tag", { etag: '"v2"' }],
  ["its weak tag", { etag: 'W/"v2"' }],
  ["its length", { "content-range": "bytes 6-19/21" }],
  ["the part", { "content-range": "bytes 7-19/20" }],
  ["the part, which is not told", { "content-range": "" }],
])("a file that is another one when it goes on (%s) is refused", async (_, headers) => {
  const { svc, clock } = scene((request, count) => (count === 1 ? serve(request, 6) : serve(request, 99, headers)));
  const read = rejection(text(await first(svc)));
  await clock.advance(60_000);
  expect((await read).message).toContain("k1: the file changed");
});

test.each([
  ["another time", { etag: "", "last-modified": "Mon, 01 Jan 2024 00:00:00 GMT" }, false],
  ["the same time", { etag: "", "last-modified": "Tue, 02 Jan 2024 00:00:00 GMT" }, true],
  ["no time", { etag: "" }, true],
  ["another time and the same tag", { etag: 'W/"v1"', "last-modified": "Mon, 01 Jan 2024 00:00:00 GMT" }, true],
])("a file that goes on with %s of its last change goes on where it can be the same", async (_, headers, goesOn) => {
  const before = { "last-modified": "Tue, 02 Jan 2024 00:00:00 GMT" };
  const { svc, clock } = scene((request, count) => {
    const answer = serve(request, count === 1 ? 6 : 99, count === 1 ? { ...headers, ...before } : headers);
    if (!headers.etag) answer.headers.delete("etag");
    return answer;
  });
  const read = text(await first(svc)).catch((error) => error.message);
  await clock.advance(60_000);
  expect(await read).toBe(goesOn ? FILE : "k1: the file changed while it was downloaded");
});

test("a weak tag tells of another file, but is no condition of a part", async () => {
  const { svc, clock, requests } = scene((request, count) =>
    serve(request, count === 1 ? 6 : 99, { etag: `W/"v${count}"` }),
  );
  const read = rejection(text(await first(svc)));
  await clock.advance(60_000);
  expect((await read).message).toContain("k1: the file changed");
  expect(requests[1]?.headers.get("if-range")).toBeNull();
});

/** Sends all of the file, breaks off, and then has nothing left. */
const breaksAfterItsEnd =
  (range: object, length?: object): Host =>
  (_, count) => {
    if (count > 1) return new Response("none", { status: 416, headers: { ...range } });
    const parts = [FILE.slice(0, 9), FILE.slice(9)].map((part) => new TextEncoder().encode(part));
    const pull = (stream: ReadableStreamDefaultController): void => {
      const part = parts.shift();
      if (part) stream.enqueue(part);
      else stream.error(new TypeError("terminated"));
    };
    return new Response(new ReadableStream({ pull }), { headers: { ...length } });
  };

test.each([
  ["the host says its length then", null, { "content-range": "bytes */20" }, {}],
  ["the host said its length before", null, {}, { "content-length": "20" }],
  ["its length is listed", 20, {}, {}],
])("a transfer that breaks after the last byte is complete where %s", async (_, size, range, length) => {
  const { svc, clock, requests } = scene(breaksAfterItsEnd(range, length), { size });
  const read = text(await first(svc));
  await clock.advance(60_000);
  expect([await read, requests.length]).toEqual([FILE, 2]);
});

test.each([
  ["nothing says its length", null, {}, "k1: the host does not resume after 20 bytes"],
  ["it has become shorter", null, { "content-range": "bytes */19" }, "k1: the host does not resume after 20 bytes"],
  [
    "another length is listed",
    21,
    { "content-range": "bytes */20" },
    "k1: the host has 20 bytes, expected 21 as listed",
  ],
])("a transfer that cannot go on is an error where %s", async (_, size, range, message) => {
  const { svc, clock } = scene(breaksAfterItsEnd(range), { size });
  const read = rejection(text(await first(svc)));
  await clock.advance(60_000);
  const error = await read;
  expect([error.name, error.message.startsWith(message)]).toEqual(["ConnectionError", true]);
});

const redirect = (location: string, status = 302): Response => new Response("", { status, headers: { location } });

test("a redirect is followed with the range and nothing else, from the beginning each time", async () => {
  const { svc, clock, requests } = scene((request, count) =>
    count % 2 ? redirect("https://mirror.example/k1", 307) : serve(request, count === 2 ? 6 : 99),
  );
  const read = text(await first(svc));
  await clock.advance(60_000);
  expect(await read).toBe(FILE);
  expect(requests.map(({ url }) => new URL(url).host)).toEqual([
    "files.example",
    "mirror.example",
    "files.example",
    "mirror.example",
  ]);
  expect(Object.fromEntries(requests[3]?.headers ?? [])).toEqual({
    "accept-encoding": "identity",
    "if-range": '"v1"',
    range: "bytes=6-",
  });
  expect(requests.map((request) => request.redirect)).toEqual(["manual", "manual", "manual", "manual"]);
});

test.each([
  "http://192.0.2.2/k1",
  "http://localhost:x@evil.example/k1",
  "https://ann:password@files.example/k1",
  "data:,x",
])("a redirect to %s is not followed", async (location) => {
  const { svc, requests } = scene(() => redirect(location));
  const error = await rejection(text(await first(svc)));
  expect([error.name, requests.length]).toEqual(["ConfigurationError", 1]);
  expect(error.message).toContain("expected an https address");
});

test.each([
  ["that leads nowhere", () => redirect("https://["), 1],
  ["that has no end", () => redirect("/k1"), 11],
])("a redirect %s is an error", async (_, host, count) => {
  const { svc, requests } = scene(host);
  const error = await rejection(text(await first(svc)));
  expect([error.message, requests.length]).toEqual(["k1: the download host returned 302", count]);
});

test("a redirect that a browser hides is followed by the browser", async () => {
  const { svc, requests } = scene((request) => {
    if (request.redirect === "follow") return serve(request);
    return Object.defineProperty(redirect("https://hidden.example"), "type", { value: "opaqueredirect" });
  });
  expect(await text(await first(svc))).toBe(FILE);
  expect(requests.map(({ url }) => new URL(url).host)).toEqual(["files.example", "files.example"]);
});

test.each([400, 401, 403, 404, 410])("an address that is answered %i is renewed by listing again", async (status) => {
  const { svc, requests, listed } = scene((request, count) =>
    count === 1 ? new Response("", { status }) : serve(request),
  );
  expect(await text(await first(svc))).toBe(FILE);
  expect([listed(), new URL(requests[1]?.url ?? "").search]).toEqual([2, "?signature=s-2"]);
});

test("an address that expires in the middle of a transfer is renewed, and the transfer goes on", async () => {
  const { svc, clock, requests } = scene((request, count) =>
    count === 1 ? serve(request, 6) : count === 2 ? new Response("", { status: 403 }) : serve(request),
  );
  const read = text(await first(svc));
  await clock.advance(59_000);
  expect(await read).toBe(FILE);
  expect(requests[2]?.headers.get("range")).toBe("bytes=6-");
});

test("addresses that are refused however often they are renewed are an error without their query", async () => {
  const { svc, clock, requests } = scene(() => new Response("signature s-1", { status: 403 }));
  const read = rejection(text(await first(svc)));
  await clock.advance(60_000);
  expect(await read).toMatchObject({ name: "SvcApiError", message: "k1: the download host returned 403" });
  expect(requests).toHaveLength(3);
});

test("an address that is refused is renewed once, however few failures are allowed", async () => {
  const once = scene((request, count) => (count === 1 ? new Response("", { status: 403 }) : serve(request)));
  expect(await text(await first(once.svc, { maxFailures: 1 }))).toBe(FILE);
  expect(once.listed()).toBe(2);
  const always = scene(() => new Response("", { status: 403 }));
  const error = await rejection(text(await first(always.svc, { maxFailures: 1 })));
  expect([error.name, always.requests.length, always.listed()]).toEqual(["SvcApiError", 2, 2]);
});

/** A service with these listings, one after the other, and a host that sends the last part of the path. */
function lists(...listings: unknown[]): SvcClient {
  const fetch = async ({ url }: Request): Promise<Response> => {
    if (!url.startsWith("https://api.example/")) return new Response(new URL(url).pathname.slice(1));
    return json(listings.length > 1 ? listings.shift() : listings[0]);
  };
  return createSvcClient({ baseUrl: "https://api.example", auth: "secret", fetch, rateLimit: {} });
}

const batch = (key: string | null, file: string, seconds = 60): object => ({
  key,
  download_url: `https://files.example/${file}`,
  download_url_expires_in_seconds: seconds,
});

test.each([["k"], [null]])(
  "batches of the same key (%s) are files of their own, also when they are listed again",
  async (key) => {
    const svc = lists(
      { batches: [batch(key, "one"), batch(key, "two")] },
      { batches: [batch("new", "zero"), batch(key, "one-again"), batch(key, "two-again")] },
    );
    expect(await Promise.all((await all(downloadNetworkLogs(svc, "s1"))).map(text))).toEqual(["one", "two"]);
    const expired = lists(
      { batches: [batch(key, "one", 0), batch(key, "two", 0)] },
      { batches: [batch("new", "zero"), batch(key, "one-again"), batch(key, "two-again")] },
    );
    expect(await Promise.all((await all(downloadNetworkLogs(expired, "s1"))).map(text))).toEqual([
      "one-again",
      "two-again",
    ]);
  },
);

test("a batch that is no longer listed is an error", async () => {
  const svc = lists({ batches: [batch("k", "one", 0), batch("k", "two", 0)] }, { batches: [batch("k", "one-again")] });
  const [, second] = await all(downloadNetworkLogs(svc, "s1"));
  expect((await rejection(text(second as Download))).message).toBe("k: no longer listed");
});

test.each([null, 5, "x", { batches: {} }, { batches: "ab" }, { batches: [null] }, { batches: [5] }])(
  "the listing %j is an error of the family",
  async (listing) => {
    const error = await rejection(all(downloadNetworkLogs(lists(listing), "s1")));
    expect([error.name, error.message]).toEqual([
      "SvcApiError",
      "network logs: expected a listing with a list of batches",
    ]);
  },
);

test.each([{}, { batches: null }, { batches: [] }])("the listing %j has no files", async (listing) => {
  expect(await all(downloadNetworkLogs(lists(listing), "s1"))).toEqual([]);
});

test("fields of a batch that are not of their type are as if they were not there", async () => {
  const odd = { key: 5, size: "3", download_url: "https://files.example/abcd", download_url_expires_in_seconds: "x" };
  const [download] = await all(downloadNetworkLogs(lists({ batches: [odd] }), "s1"));
  expect([download?.key, download?.size, await text(download as Download)]).toEqual(["batch 0", undefined, "abcd"]);
  const error = await rejection(all(downloadNetworkLogs(lists({ batches: [{ download_url: 5 }] }), "s1")));
  expect(error.message).toContain("batch 0: listed without download_url");
});

test.each([
  [null, "SvcApiError", "replay: expected an object with an mp4_url"],
  [5, "SvcApiError", "replay: expected an object with an mp4_url"],
  [{}, "ConfigurationError", "replay.mp4: the replay has no mp4_url"],
  [{ mp4_url: 5 }, "ConfigurationError", "replay.mp4: the replay has no mp4_url"],
])("the replay %j is an error of the family", async (replay, name, message) => {
  const error = await rejection(downloadReplay(lists(replay), "s1"));
  expect([error.name, error.message.startsWith(message)]).toEqual([name, true]);
});

test("a replay whose expiry is no time is downloaded", async () => {
  const mp4_url = "https://files.example/video";
  for (const expires_at of [5, {}, "soon", null])
    expect(await text(await downloadReplay(lists({ mp4_url, expires_at }), "s1"))).toBe("video");
});

test("an address that is past its time is not asked", async () => {
  const { svc, clock, requests, listed } = scene((request) => serve(request));
  const download = await first(svc);
  await clock.advance(60_000);
  expect(await text(download)).toBe(FILE);
  expect([requests.length, listed()]).toEqual([1, 2]);
});

test("a transfer that keeps breaking is a ConnectionError with its cause, and no address in it", async () => {
  const failure = new TypeError("failed at https://files.example/k1?signature=s-1");
  const { svc, clock, requests } = scene(() => failure);
  const read = rejection(text(await first(svc, { maxFailures: 3 })));
  await clock.advance(60_000);
  const error = await read;
  expect(error).toMatchObject({
    name: "ConnectionError",
    message: expect.stringContaining("k1: the transfer broke off"),
  });
  expect(`${error.message} ${(error.cause as Error).message}`).not.toContain("s-1");
  expect([requests.length, clock.pending > 1]).toEqual([3, false]);
});

test("a transfer in which nothing arrives is broken off and resumed", async () => {
  const stalled: AbortSignal[] = [];
  const { svc, clock } = scene((request, count) => {
    if (count > 1) return serve(request);
    stalled.push(request.signal);
    return new Promise<Response>(() => {});
  });
  const read = text(await first(svc, { stallMs: 5000 }));
  await clock.advance(10_000);
  expect(await read).toBe(FILE);
  expect(stalled[0]?.aborted).toBe(true);
});

test.each([
  ["more than the host has", 21, 20],
  ["less than the host has", 19, 20],
])("a listed size that is %s is an error that says what to do", async (_, size) => {
  const { svc } = scene((request) => serve(request), { size });
  const error = await rejection(text(await first(svc)));
  expect(error.message).toBe(
    `k1: the host has 20 bytes, expected ${size} as listed; where that is no number of bytes, pass checkSize: false`,
  );
  const other = scene((request) => serve(request), { size });
  expect(await text(await first(other.svc, { checkSize: false }))).toBe(FILE);
});

test("a file without an announced length must be as long as listed", async () => {
  const bare =
    (body: string): Host =>
    () => {
      const start = (stream: ReadableStreamDefaultController): void => {
        stream.enqueue(new TextEncoder().encode(body));
        stream.close();
      };
      return new Response(new ReadableStream({ start }));
    };
  expect(await text(await first(scene(bare(FILE)).svc))).toBe(FILE);
  const long = scene(bare(`${FILE}!`));
  expect((await rejection(text(await first(long.svc)))).message).toContain("k1: more than 20 bytes");
  const short = scene(bare(FILE.slice(1)));
  const read = rejection(text(await first(short.svc, { maxFailures: 2 })));
  await short.clock.advance(60_000);
  expect((await read).message).toContain("ended early, at 19 of 20 bytes");
});

test("an abort ends transfers and waits at once and leaves nothing behind", async () => {
  for (const host of [
    () => new Promise<Response>(() => {}),
    () => new Response(new ReadableStream({})),
    () => new Response("", { status: 503 }),
  ] as Host[]) {
    const { svc, clock } = scene(host);
    const controller = new AbortController();
    const read = rejection(text(await first(svc, { signal: controller.signal })));
    await settled();
    controller.abort("enough");
    expect(await read).toMatchObject({ name: "AbortedError", cause: "enough" });
    await svc.close();
    expect(clock.pending).toBe(0);
  }
});

test("no more transfers than allowed are under way, and streams that are not read do not count", async () => {
  let underWay = 0;
  let most = 0;
  const fetch = async (request: Request): Promise<Response> => {
    if (request.url.startsWith("https://api.example/")) {
      const batch = (index: number): object => ({ key: `k${index}`, download_url: `https://files.example/${index}` });
      return json({ batches: Array.from({ length: 9 }, (_, index) => batch(index)) });
    }
    most = Math.max(most, ++underWay);
    await settled();
    const body = new ReadableStream<Uint8Array>(
      {
        pull(stream) {
          underWay--;
          stream.enqueue(new TextEncoder().encode("x"));
          stream.close();
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body);
  };
  const svc = createSvcClient({ baseUrl: "https://api.example", auth: "secret", fetch, rateLimit: {} });
  const [unread, ...others] = await all(downloadNetworkLogs(svc, "s1", { concurrency: 2 }));
  expect((await Promise.all(others.map(text))).join("")).toBe("xxxxxxxx");
  expect([most, unread?.key]).toEqual([2, "k0"]);
});

test("a cancelled stream makes room for the next", async () => {
  const { svc } = scene((request) => serve(request));
  const downloads = await all(downloadNetworkLogs(svc, "s1", { concurrency: 1 }));
  const [download] = downloads;
  const reader = download?.stream.getReader();
  await reader?.read();
  await reader?.cancel();
  expect(await text(await first(svc))).toBe(FILE);
});

test("missing addresses are an error that says how to ask for them, and query does", async () => {
  const { svc } = scene((request) => serve(request), { download_url: null });
  const error = await rejection(first(svc));
  expect(ConfigurationError.is(error)).toBe(true);
  expect(error.message).toContain("k1: listed without download_url");
  expect(error.message).toContain("query");
  const urls: string[] = [];
  const fetch = async ({ url }: Request): Promise<Response> => {
    urls.push(url);
    return json({ batches: [], mp4_url: null });
  };
  const other = createSvcClient({ baseUrl: "https://api.example", auth: "secret", fetch, rateLimit: {} });
  await all(downloadNetworkLogs(other, "s1", { query: { with_urls: true } }));
  expect(urls).toEqual(["https://api.example/sessions/s1/network/logs?limit=1000&with_urls=true"]);
  expect((await rejection(downloadReplay(other, "s1"))).message).toContain("mp4_url");
});

test.each([
  "http://files.example/x",
  "http://localhost:x@evil.example/x",
  "https://ann:password@files.example/x",
  "file:///etc/passwd",
  "data:text/plain,x",
  "nonsense",
])("the address %s is not downloaded from", async (download_url) => {
  const { svc, requests } = scene((request) => serve(request), { download_url });
  const error = await rejection(text(await first(svc)));
  expect([error.name, requests.length]).toEqual(["ConfigurationError", 0]);
});

test.each([
  [{ concurrency: 0 }, "concurrency"],
  [{ maxFailures: -1 }, "maxFailures"],
  [{ stallMs: Number.NaN }, "stallMs"],
  [{ onProgress: "x" as never }, "onProgress"],
])("the option %j is refused", async (options, name) => {
  const { svc } = scene((request) => serve(request));
  const error = await rejection(first(svc, options));
  expect([error.name, error.message.split(":")[0]]).toEqual(["ConfigurationError", name]);
});

test("what an observer throws is ignored", async () => {
  const { svc } = scene((request) => serve(request));
  const onProgress = (): void => {
    throw new Error("mine");
  };
  expect(await text(await first(svc, { onProgress }))).toBe(FILE);
});

test("what an asynchronous observer rejects with is ignored", async () => {
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown): number => unhandled.push(reason);
  process.on("unhandledRejection", onUnhandled);
  const { svc } = scene((request) => serve(request));
  const onProgress = async (): Promise<void> => {
    throw new Error("mine");
  };
  expect(await text(await first(svc, { onProgress }))).toBe(FILE);
  await settled();
  process.off("unhandledRejection", onUnhandled);
  expect(unhandled).toEqual([]);
});
