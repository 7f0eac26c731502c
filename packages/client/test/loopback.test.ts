import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient, type SvcClient, type SvcClientOptions } from "../src/runtime.ts";
import { type Methods, rejection } from "./support/client.ts";
import { table } from "./support/table.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let handle: Handler;
const servers: Server[] = [];
let baseUrl: string;
let otherUrl: string;
const seen: IncomingMessage[] = [];

const listen = async (): Promise<string> => {
  const server = createServer((request, response) => {
    seen.push(request);
    handle(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

beforeAll(async () => {
  baseUrl = await listen();
  otherUrl = await listen();
});

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

function client(
  answer: Handler,
  options: SvcClientOptions = {},
): SvcClient<Methods, Record<string, Record<string, never>>> {
  handle = answer;
  seen.length = 0;
  return createClient(table, { baseUrl, auth: "secret-token", rateLimit: {}, random: () => 0, ...options });
}

test("the machine's fetch sends and reads JSON, compressed or not", async () => {
  const svc = client((request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.url === "/health") response.setHeader("content-encoding", "gzip").end(gzipSync('{"a":"ü"}'));
    else response.end('{"b":1}');
  });
  expect(await svc.health.get()).toEqual({ a: "ü" });
  expect(await svc.open.get()).toEqual({ b: 1 });
});

test("a compressed body counts as what it becomes", async () => {
  const svc = client(
    (_, response) => response.setHeader("content-encoding", "gzip").end(gzipSync("x".repeat(1_000_000))),
    { maxResponseBytes: 10_000 },
  );
  expect(await rejection(svc.health.get())).toMatchObject({
    name: "SvcApiError",
    message: expect.stringContaining("maxResponseBytes"),
  });
});

test("a redirect to another origin is followed without credential", async () => {
  const svc = client((request, response) => {
    if (request.url === "/health") response.writeHead(302, { location: `${otherUrl}/there` }).end();
    else response.setHeader("content-type", "application/json").end("true");
  });
  expect(await svc.health.get({ headers: { "x-api-key": "mine" } })).toBe(true);
  expect(
    seen.map(({ url, headers }) => [
      url,
      headers.authorization,
      headers["x-api-key"],
      headers["x-svc-sdk-version"] !== undefined,
    ]),
  ).toEqual([
    ["/health", "Bearer secret-token", "mine", true],
    ["/there", undefined, undefined, false],
  ]);
});

test("a connection that is cut in the middle of a body is tried again, then a ConnectionError", async () => {
  const svc = client(
    (_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      response.write('{"a":');
      setImmediate(() => response.destroy());
    },
    { retry: { baseMs: 1 } },
  );
  expect((await rejection(svc.health.get())).name).toBe("ConnectionError");
  expect(seen).toHaveLength(4);
});

test("a refused connection is tried again, then a ConnectionError with its cause and code", async () => {
  const gone = await listen();
  await new Promise((resolve) => servers.pop()?.close(resolve));
  let retries = 0;
  const hooks = { onRetry: () => void retries++ };
  const svc = client(() => {}, { baseUrl: gone, retry: { limit: 2 }, hooks });
  const error = await rejection(svc.items.create({ a: 1 }));
  expect([error.name, retries]).toEqual(["ConnectionError", 2]);
  expect(error.message).toContain("ECONNREFUSED");
  expect(error.cause).toBeInstanceOf(TypeError);
});

test("HEAD, 204 and 304 have no data", async () => {
  const svc = client((request, response) =>
    response.writeHead(request.method === "HEAD" ? 200 : 204, { "content-type": "application/json" }).end(),
  );
  expect([await svc.items.head("1"), await svc.items.delete("1")]).toEqual([undefined, undefined]);
});

test("an abort and a time limit end a body that never ends, and the connection with it", async () => {
  let closed = 0;
  const svc = client((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write("[");
    response.on("close", () => closed++);
  });
  const controller = new AbortController();
  const call = rejection(svc.health.get({ signal: controller.signal }));
  await expect.poll(() => seen.length).toBe(1);
  controller.abort();
  expect((await call).name).toBe("AbortedError");
  expect((await rejection(svc.health.get({ timeoutMs: 20 }))).name).toBe("TimeoutError");
  await expect.poll(() => closed).toBe(2);
});

test("bodies arrive as they were sent, also when they are sent again", async () => {
  const bodies: string[] = [];
  const svc = client((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      bodies.push(`${request.headers["content-type"]} ${request.headers["content-length"]} ${body}`);
      response.writeHead(bodies.length < 2 ? 503 : 200, { "content-type": "application/json" }).end("1");
    });
  });
  await svc.items.text("hällo");
  expect(bodies).toEqual(Array(2).fill("text/plain 6 hällo"));
});

const CODINGS = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync } as const;

test.each(Object.entries(CODINGS))(
  "a body that is cut within %s is an error, also if nothing of it is left",
  async (coding, encode) => {
    const whole = encode('{"status":"ok","items":[1,2,3]}');
    for (const cut of [whole.subarray(0, 3), whole.subarray(0, whole.length >> 1), Buffer.alloc(0)]) {
      const svc = client(
        (_, response) => {
          response.writeHead(200, { "content-type": "application/json", "content-encoding": coding });
          response.write(cut);
          response.end();
        },
        { retry: false },
      );
      expect((await rejection(svc.health.get())).name).toMatch(/^(ConnectionError|SvcApiError)$/);
      expect((await rejection(svc.open.get())).name).toMatch(/^(ConnectionError|SvcApiError)$/);
    }
  },
);

test.each(Object.entries(CODINGS))(
  "what is no JSON is asked for without %s, and refused with it",
  async (coding, encode) => {
    const text = "a,b\n".repeat(10_000);
    const whole = encode(text);
    let isHeeded = true;
    let sent: Buffer = whole;
    const svc = client((request, response) => {
      response.setHeader("content-type", "text/csv");
      const isPlain = isHeeded && request.headers["accept-encoding"] === "identity";
      if (isPlain) response.end(text);
      else response.setHeader("content-encoding", coding).end(sent);
    });
    expect(await svc.stop()).toBe(text);
    isHeeded = false;
    expect(await rejection(svc.stop())).toMatchObject({
      name: "SvcApiError",
      status: 200,
      message: expect.stringContaining(`stop: 200 compressed (${coding}), though identity was asked for`),
    });
    expect(await svc.stop({ headers: { "accept-encoding": coding } })).toBe(text);
    sent = whole.subarray(0, whole.length >> 1);
    expect((await rejection(svc.stop())).name).toMatch(/^(ConnectionError|SvcApiError)$/);
  },
);

test("an empty body that calls itself compressed is one, where its length says so", async () => {
  const svc = client((request, response) => {
    response.writeHead(request.method === "DELETE" ? 204 : 200, { "content-encoding": "gzip", "content-length": "0" });
    response.end();
  });
  expect([await svc.health.get(), await svc.items.head("1")]).toEqual([undefined, undefined]);
  const none = client((_, response) => response.writeHead(204, { "content-encoding": "gzip" }).end());
  expect(await none.items.delete("1")).toBeUndefined();
});
