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
