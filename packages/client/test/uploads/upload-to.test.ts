import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { uploadTo } from "../../src/uploads.ts";
import { rejection } from "../support/client.ts";
import { manualClock } from "../support/manual-clock.ts";
import { uploadClient } from "./support.ts";

interface Host {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Requests in the order in which they came, as `METHOD path: body`. */
  readonly seen: string[];
  readonly requests: Request[];
}

/** A host that keeps what it gets; `answer` may break the transfer or answer otherwise. */
function host(answer: (request: Request, text: string) => Response | undefined): Host {
  const seen: string[] = [];
  const requests: Request[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const text = await request.text();
    const { pathname } = new URL(request.url);
    requests.push(request);
    seen.push(`${request.method} ${pathname}: ${text}`);
    return answer(request, text) ?? new Response("", { headers: { etag: `"${text}"` } });
  };
  return { fetch, seen, requests };
}

const at = (path: string) => ({ url: `https://files.example/${path}?signature=s` });
const svc = (fetch: Host["fetch"]) =>
  uploadClient({
    fetch,
    clock: { ...manualClock(), setTimeout: (callback) => queueMicrotask(callback) },
    random: () => 0,
  });

test("a file is sent to its address with the signed headers, and without the credential", async () => {
  const { fetch, requests } = host(() => undefined);
  const headers = { "x-signed": "1", "content-type": "video/mp4" };
  const sent: unknown[] = [];
  const parts = await uploadTo(svc(fetch), { ...at("a"), headers }, new Blob(["abc"]), {
    stallMs: false,
    onProgress: (progress) => sent.push(progress),
  });
  expect(parts).toEqual([{ number: 1, etag: '"abc"', size: 3 }]);
  const [request] = requests;
  expect(request?.headers.get("authorization")).toBeNull();
  expect([request?.headers.get("x-signed"), request?.headers.get("content-type")]).toEqual(["1", "video/mp4"]);
  expect(request?.credentials).toBe("omit");
  expect(sent.at(-1)).toEqual({ sent: 3, total: 3 });
});

test("parts go to their addresses, each with its checksum", async () => {
  const { fetch, seen, requests } = host(() => undefined);
  const options = { partBytes: 2, stallMs: false, checksumHeader: "x-sum", concurrency: 2 } as const;
  const parts = await uploadTo(svc(fetch), [at("1"), at("2"), at("3")], new Blob(["abcde"]), options);
  expect(parts.map(({ number, size }) => [number, size])).toEqual([1, 2, 3].map((one) => [one, one === 3 ? 1 : 2]));
  expect(seen.sort()).toEqual(["PUT /1: ab", "PUT /2: cd", "PUT /3: e"]);
  const sums = requests.map((request) => request.headers.get("x-sum")).sort();
  const digests = ["ab", "cd", "e"].map((text) => createHash("sha256").update(text).digest("base64"));
  expect(sums).toEqual(digests.sort());
});

test("a broken transfer goes on after what a status request says", async () => {
  let count = 0;
  const { fetch, seen, requests } = host((request) => {
    if (request.headers.get("content-range") === "bytes */6")
      return new Response("", { status: 308, headers: { range: "bytes=0-3" } });
    if (++count === 1) throw new TypeError("reset");
    return undefined;
  });
  await uploadTo(svc(fetch), at("a"), new Blob(["abcdef"]), { resume: "range", stallMs: false });
  expect(seen).toEqual(["PUT /a: abcdef", "PUT /a: ", "PUT /a: ef"]);
  expect(requests[2]?.headers.get("content-range")).toBe("bytes 4-5/6");
});

test("a broken transfer goes on after the offset of a HEAD", async () => {
  let count = 0;
  const { fetch, seen, requests } = host((request) => {
    if (request.method === "HEAD") return new Response(null, { headers: { "upload-offset": "2" } });
    if (++count === 1) return new Response("", { status: 503 });
    return undefined;
  });
  await uploadTo(svc(fetch), at("a"), new Blob(["abcdef"]), { resume: "offset", stallMs: false });
  expect(seen).toEqual(["PUT /a: abcdef", "HEAD /a: ", "PATCH /a: cdef"]);
  expect(requests[2]?.headers.get("upload-offset")).toBe("2");
});

test.each([
  ["offset", 404, { "upload-offset": "6" }],
  ["offset", 302, { "upload-offset": "6" }],
  ["offset", 200, { "upload-offset": "0x6" }],
  ["offset", 200, { "upload-offset": "2.5" }],
  ["range", 404, { range: "bytes=0-5" }],
] as const)(
  "what a question of %s is told by %i and %j is nothing that was received",
  async (resume, status, headers) => {
    const { fetch, seen } = host(({ method }, text) => {
      if (method === "HEAD" || (text === "" && seen.length === 2)) return new Response(null, { status, headers });
      if (seen.length === 1) throw new TypeError("cut");
      return undefined;
    });
    await uploadTo(svc(fetch), at("a"), new Blob(["abcdef"]), { resume, stallMs: false });
    expect(seen.map((one) => one.split(": ")[1])).toEqual(["abcdef", "", "abcdef"]);
  },
);

test.each([
  ["offset", 200, { "upload-offset": "7" }],
  ["offset", 200, { "upload-offset": "9".repeat(400) }],
  ["range", 308, { range: "bytes=0-6" }],
] as const)("an address that has more than the part, by %s, has another file", async (resume, status, headers) => {
  const { fetch } = host((_, text) => {
    if (text !== "") throw new TypeError("cut");
    return new Response(null, { status, headers });
  });
  const sending = uploadTo(svc(fetch), at("a"), new Blob(["abcdef"]), { resume, stallMs: false });
  expect(await rejection(sending)).toMatchObject({
    name: "SvcApiError",
    message: expect.stringContaining("at most 6"),
  });
});

test("a question that is refused for now is asked again", async () => {
  const { fetch, seen } = host(({ method }) => {
    if (seen.length === 1) throw new TypeError("cut");
    if (method === "HEAD") return new Response(null, { status: seen.length === 2 ? 503 : 200 });
    return undefined;
  });
  await uploadTo(svc(fetch), at("a"), new Blob(["abc"]), { resume: "offset", stallMs: false });
  expect(seen).toEqual(["PUT /a: abc", "HEAD /a: ", "HEAD /a: ", "PUT /a: abc"]);
});

test.each(["range", "offset"] as const)("the question of %s has the time limit of the upload", async (resume) => {
  const clock = manualClock();
  let questions = 0;
  const fetch = async (request: Request): Promise<Response> => {
    if (request.method === "PUT" && !request.headers.has("content-range")) return new Response("", { status: 503 });
    questions++;
    return new Promise((_, reject) => request.signal.addEventListener("abort", () => reject(request.signal.reason)));
  };
  const client = uploadClient({ fetch, clock, random: () => 0 });
  const error = rejection(uploadTo(client, at("a"), new Blob(["ab"]), { resume, stallMs: 5000 }));
  await clock.advance(4999);
  expect([questions, clock.pending]).toEqual([1, 1]);
  await clock.advance(10);
  expect([(await error).name, questions, clock.pending]).toEqual(["TimeoutError", 1, 0]);
});

test("without resume a part is sent again; what is refused is not", async () => {
  let count = 0;
  const flaky = host(() => (++count < 3 ? new Response("", { status: 500 }) : undefined));
  await uploadTo(svc(flaky.fetch), at("a"), new Blob(["ab"]), { stallMs: false });
  expect(flaky.seen).toEqual(["PUT /a: ab", "PUT /a: ab", "PUT /a: ab"]);
  const refusing = host(() => new Response("", { status: 403 }));
  const error = await rejection(uploadTo(svc(refusing.fetch), at("a"), new Blob(["ab"]), { stallMs: false }));
  expect([error.name, error["status"], refusing.seen.length]).toEqual(["SvcApiError", 403, 1]);
  const broken = host(() => {
    throw new TypeError("reset https://files.example/a?signature=s");
  });
  const failed = await rejection(
    uploadTo(svc(broken.fetch), at("a"), new Blob(["ab"]), { stallMs: false, maxFailures: 2 }),
  );
  expect([failed.name, broken.seen.length]).toEqual(["ConnectionError", 2]);
  expect(failed.message).not.toContain("signature=s");
});

test("an unsafe address, a wrong number of addresses and an aborted signal send nothing", async () => {
  const { fetch, seen } = host(() => undefined);
  const send = (targets: { url: string }[], options = {}) =>
    rejection(uploadTo(svc(fetch), targets, new Blob(["ab"]), { stallMs: false, ...options }));
  expect((await send([{ url: "http://files.example/a" }])).message).toMatch(/https/);
  expect((await send([{ url: "https://user:pass@files.example/a" }])).message).toMatch(/credentials/);
  expect((await send([at("a"), at("b")], { partBytes: 2 })).message).toMatch(/1 addresses/);
  expect((await send([at("a")], { signal: AbortSignal.abort() })).name).toBe("AbortedError");
  expect(seen).toEqual([]);
});
