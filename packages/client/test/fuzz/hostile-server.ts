import { type AddressInfo, createServer, type Socket } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { anyBody, anyHeaders, anyStatus } from "./any-answer.ts";
import { createRandom, type Random } from "./random.ts";

export interface HostileServer {
  readonly url: string;
  close(): Promise<void>;
}

const STATUS_LINES = [
  "HTTP/1.1 200",
  "HTTP/1.1 20",
  "HTTP/1.1 000 Zero",
  "HTTP/1.1 999 Most",
  "HTTP/1.1 1000 More",
  "HTTP/1.1 101 Switching Protocols",
  "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK",
  "HTTP/1.0 200 OK",
  "HTTP/2 200 OK",
  "ICY 200 OK",
  "",
];

const HEADER_LINES = [
  "no colon",
  ": no name",
  "a\u0000b: c",
  "x-long: ".padEnd(100_000, "x"),
  "x-control: a\u0001b",
  "x-folded: a\r\n b",
  "content-length: 5",
  "content-length: 5\r\ncontent-length: 6",
  "content-length: -1",
  "content-length: 18446744073709551616",
  "transfer-encoding: chunked",
  "transfer-encoding: chunked\r\ncontent-length: 5",
  "content-encoding: gzip",
  "content-encoding: br, gzip, deflate",
  "connection: close",
  "upgrade: websocket\r\nconnection: upgrade",
];

const CHUNKS = [
  "5\r\nhello\r\n0\r\n\r\n",
  "zz\r\nhello",
  "ffffffffffffffff\r\n",
  "-5\r\nhello\r\n",
  "5;a=b\r\nhel",
  "5\r\nhelloXX\r\n0\r\n\r\n",
  "0x5\r\nhello\r\n0\r\n\r\n",
  "2\r\n{}\r\n0\r\nx-trailer: \u0001\r\n\r\n",
];

/** Compressed bodies: far larger than they look, cut off, and none. */
const COMPRESSED = [
  gzipSync("data\n".repeat(500_000)),
  gzipSync("[".repeat(1_000_000)),
  gzipSync(`data: ${"x".repeat(3_000_000)}\n\n`),
  gzipSync("{}"),
  gzipSync("{}").subarray(0, -4),
  Buffer.concat([gzipSync("{}"), gzipSync("{}")]),
  brotliCompressSync("x".repeat(2_000_000)),
];

/**
 * Listens on loopback and answers each request with bytes of its own choice: the request's path is its seed. Where `hangs`
 * is false, every answer ends.
 */
export async function startHostileServer({ hangs }: { readonly hangs: boolean }): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    socket.on("data", (request) => {
      const seed = /^[A-Z]+ \/(\d+)/.exec(request.toString("latin1"))?.[1];
      if (seed !== undefined && !socket.destroyed) answer(socket, createRandom(Number(seed)), hangs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}

function answer(socket: Socket, random: Random, hangs: boolean): void {
  if (random.chance(0.1)) {
    const encoding = random.pick(["gzip", "gzip", "br", "deflate"]);
    const type = random.pick(["application/json", "text/event-stream"]);
    const status = random.pick(["200 OK", "422 No", "500 No"]);
    socket.write(`HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-encoding: ${encoding}\r\n\r\n`);
    socket.end(random.pick(COMPRESSED));
    return;
  }
  if (random.chance(0.9)) socket.write(Buffer.from(head(random), "latin1"));
  const body = Buffer.from(random.chance(0.2) ? random.pick(CHUNKS) : anyBody(random));
  if (random.chance(0.9)) socket.write(random.chance(0.1) ? body.subarray(0, random.below(body.length + 1)) : body);
  const end = random.next();
  if (end < 0.6) socket.end();
  else if (end < 0.8 || !hangs) socket.resetAndDestroy();
  else if (end < 0.9) socket.write(Buffer.from(head(random), "latin1"));
}

function head(random: Random): string {
  const status = random.chance(0.8) ? `HTTP/1.1 ${anyStatus(random)} Said` : random.pick(STATUS_LINES);
  const lines = anyHeaders(random).map(([name, value]) => `${name}: ${value}`);
  while (random.chance(0.3)) lines.push(random.pick(HEADER_LINES));
  // Of more than five codings Node.js' fetch rejects, and then ends the process as the connection closes: no caller can prevent it.
  if (codingsOf(lines) > 5) return head(random);
  return [status, ...lines, "", ""].join(random.chance(0.95) ? "\r\n" : "\n");
}

function codingsOf(lines: readonly string[]): number {
  return lines
    .filter((line) => line.startsWith("content-encoding"))
    .join()
    .split(",").length;
}
