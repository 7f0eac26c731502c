import { once } from "node:events";
import { request } from "node:http";
import { expect, test } from "vitest";
import { createFakeSvc } from "../src/index.ts";
import { document } from "./support/file-service.ts";

// Without nock, which takes all that is written to a request.

const MB = 1024 * 1024;

/** Bytes of a body of 1 MB pieces that are sent until the other side has had enough. */
async function sentTo(url: string, headers: Record<string, string>, pieces: readonly Uint8Array[]): Promise<number> {
  const sending = request(url, { method: headers["content-type"] === "image/png" ? "PUT" : "POST", headers });
  let isOver = false;
  const ended = new Promise<void>((resolve) => {
    for (const event of ["error", "response", "close"]) {
      sending.once(event, () => {
        isOver = true;
        resolve();
      });
    }
  });
  let sent = 0;
  for (const piece of pieces) {
    if (isOver) break;
    sent += piece.length;
    if (!sending.write(piece)) await Promise.race([ended, once(sending, "drain").catch(() => {})]);
  }
  sending.destroy();
  return sent;
}

const pieces = Array.from({ length: 100 }, () => new Uint8Array(MB));

test("the rest of a broken upload is not read by an injected fetch", async () => {
  const fake = createFakeSvc({ document });
  fake.fail({ resetUploadAfterBytes: MB });
  let read = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        read += MB;
        if (read > 64 * MB) controller.close();
        else controller.enqueue(new Uint8Array(MB));
      },
    },
    { highWaterMark: 0 },
  );
  await fake
    .fetch(`${fake.baseUrl}/raw`, {
      method: "PUT",
      body,
      headers: { "content-type": "image/png" },
      duplex: "half",
    } as RequestInit)
    .catch(() => {});
  expect(read).toBeLessThan(8 * MB);
});

test("nor over HTTP", async () => {
  const fake = createFakeSvc({ document });
  await using _ = fake;
  const { url } = await fake.listen();
  fake.fail({ resetUploadAfterBytes: MB });
  expect(await sentTo(`${url}/raw`, { "content-type": "image/png" }, pieces)).toBeLessThan(32 * MB);
});

test("a hostile form is refused before its end", async () => {
  const fake = createFakeSvc({ document });
  await using _ = fake;
  const { url } = await fake.listen();
  const endless = new TextEncoder().encode(`--B\r\n${"x-h: ".padEnd(MB, "a")}`);
  const headers = { "content-type": "multipart/form-data; boundary=B" };
  expect(await sentTo(`${url}/files`, headers, [endless, ...pieces])).toBeLessThan(32 * MB);
  expect(fake.calls.map(({ status, responseBody }) => [status, responseBody])).toEqual([
    [400, '{"detail":"Invalid multipart data."}'],
  ]);
});

const part = (name: string, more = "") => `--B\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\nx\r\n`;
const INVALID = "Invalid multipart data.";

test.each<[string, string, string, string]>([
  ["a boundary of 300 characters", "B".repeat(300), part("a"), INVALID],
  ["no boundary", "", part("a"), "Missing boundary in multipart."],
  ["10,000 parts", "B", part("a").repeat(10_000), "Too many fields. Maximum number of fields is 1000."],
  ["10,000 files", "B", part("a", '; filename="f"').repeat(10_000), "Too many files. Maximum number of files is 1000."],
  ["10,000 headers of a part", "B", `--B\r\n${"x: y\r\n".repeat(10_000)}\r\n`, INVALID],
  ["a header without an end", "B", `--B\r\nx: ${"y".repeat(MB)}`, INVALID],
  ["a field of 2 MB", "B", part("a").replace("x", "x".repeat(2 * MB)), "Part exceeded maximum size of 1024KB."],
  ["a part without a name", "B", "--B\r\n\r\n", 'The Content-Disposition header field "name" must be provided.'],
])("%s is refused before the rest is read", async (_, boundary, beginning, detail) => {
  const fake = createFakeSvc({ document });
  await using _fake = fake;
  const { url } = await fake.listen();
  const rest = Array.from({ length: 100 }, () => new Uint8Array(MB));
  const headers = { "content-type": `multipart/form-data${boundary && `; boundary=${boundary}`}` };
  const sent = await sentTo(`${url}/files`, headers, [new TextEncoder().encode(beginning), ...rest]);
  expect(sent).toBeLessThan(40 * MB);
  expect(fake.calls.map(({ status, responseBody }) => [status, responseBody])).toEqual([
    [400, JSON.stringify({ detail })],
  ]);
});

test("names that lead elsewhere are data, in the journal and for handlers", async () => {
  const fake = createFakeSvc({ document });
  await using _fake = fake;
  const { url } = await fake.listen();
  const names = ["../../etc/passwd", "C:\\\\x\\\\y.txt", "a\u0000b", "%2e%2e%2f"];
  for (const name of names) {
    const body = `${part("file", `; filename="${name}"`)}${part("__proto__")}${part("constructor")}--B--\r\n`;
    const headers = { "content-type": "multipart/form-data; boundary=B" };
    expect((await fetch(`${url}/files`, { method: "POST", body, headers })).status).toBe(204);
  }
  expect(fake.calls.map(({ body }) => (body as { file: { name: string } }).file.name)).toEqual([
    "../../etc/passwd",
    "y.txt",
    "a\u0000b",
    "%2e%2e%2f",
  ]);
  expect(({} as { x?: unknown }).x).toBeUndefined();
});
