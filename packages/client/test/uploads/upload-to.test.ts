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

test("a part that breaks is sent again; what is refused is not", async () => {
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
