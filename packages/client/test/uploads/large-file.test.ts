import { execFile } from "node:child_process";
import { mkdtemp, open, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const MEBIBYTE = 2 ** 20;
/** A gigabyte in the whole, a sample else. */
const SIZE = (process.env["SVC_PROOFS"] === undefined ? 48 : 1024) * MEBIBYTE;

let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-upload-"));
  path = join(folder, "large.bin");
  // Without content: the disk holds none of it.
  const file = await open(path, "w");
  await file.truncate(SIZE);
  await file.close();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Sends the file to a server of this test; resolves to the peaks of the sending process. */
async function sendTo(handler: Handler, way: "call" | "signed") {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const script = join(import.meta.dirname, "send-large-file.ts");
    const args = ["--conditions=@svc/source", script, way, `http://127.0.0.1:${port}`, path];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    return JSON.parse(stdout) as { heap: number; arrayBuffers: number; calls: number; sent: number; total: number };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function answer(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end("{}");
}

test("a file of the disk is sent in a form with its progress, and none of it is kept", {
  timeout: 300_000,
}, async () => {
  let received = 0;
  const peak = await sendTo((request, response) => {
    request.on("data", (chunk: Buffer) => {
      received += chunk.length;
    });
    request.on("end", () => answer(response, 200));
  }, "call");
  expect(peak.sent).toBe(received);
  expect(peak.total).toBe(received);
  expect(received).toBeGreaterThan(SIZE);
  expect(peak.calls).toBeGreaterThan(SIZE / MEBIBYTE);
  expect(peak.heap / MEBIBYTE).toBeLessThan(60);
  expect(peak.arrayBuffers).toBeLessThan(Math.max(SIZE / 4, 100 * MEBIBYTE));
});

test("an upload that is reset in the middle is sent again, and none of it is kept", { timeout: 300_000 }, async () => {
  let resets = 0;
  const lengths: number[] = [];
  const peak = await sendTo((request, response) => {
    let received = 0;
    request.on("error", () => {});
    request.on("data", (chunk: Buffer) => {
      received += chunk.length;
      if (resets > 0 || received <= SIZE / 2) return;
      resets += 1;
      request.socket.resetAndDestroy();
    });
    request.on("end", () => {
      lengths.push(received);
      answer(response, 200);
    });
  }, "signed");
  expect(resets).toBe(1);
  expect(lengths).toEqual([SIZE]);
  expect(peak.sent).toBe(SIZE);
  expect(peak.heap / MEBIBYTE).toBeLessThan(60);
});
