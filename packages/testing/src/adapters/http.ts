import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Outcome } from "../fake/core.ts";
import type { FrontRequest, PlainResponse } from "../front/types.ts";

export interface ListenOptions {
  /** @default 0: any free port */
  readonly port?: number;
  /** @default "127.0.0.1" */
  readonly host?: string;
}

/** The fake as an HTTP server. */
export interface FakeServer {
  /** Address without a trailing slash: `http://127.0.0.1:41234`. */
  readonly url: string;
  readonly port: number;
  /** Stops listening and ends every connection. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Answers what is no operation (control endpoints, pages) before the fake gets to see it. */
export type Intercept = (request: FrontRequest) => Promise<PlainResponse | undefined>;

export interface HttpParts {
  readonly handler: (request: FrontRequest) => Promise<Outcome>;
  readonly intercept?: Intercept;
}

/** Starts the fake as an HTTP server, on loopback by default. */
export async function listen(
  parts: HttpParts,
  { port = 0, host = "127.0.0.1" }: ListenOptions = {},
): Promise<FakeServer> {
  const server = createServer((request, response) => {
    serve(parts, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const close = (): Promise<void> => stop(server);
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function serve(parts: HttpParts, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = await toFrontRequest(message);
  const cors = corsHeaders(message);
  if (isPreflight(message)) return send({ status: 204, headers: cors, body: undefined }, undefined, response);
  const intercepted = await parts.intercept?.(request);
  const { response: answer, damage } =
    intercepted === undefined ? await parts.handler(request) : { response: intercepted, damage: undefined };
  send({ ...answer, headers: [...answer.headers, ...cors] }, damage, response);
}

async function toFrontRequest(message: IncomingMessage): Promise<FrontRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const { method = "GET", url = "/", rawHeaders } = message;
  const headers: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.push([rawHeaders[index] ?? "", rawHeaders[index + 1] ?? ""]);
  }
  const host = message.headers.host ?? "127.0.0.1";
  return {
    method,
    target: url,
    headers,
    origin: `http://${host}`,
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  };
}

function send({ status, headers, body }: PlainResponse, damage: Outcome["damage"], response: ServerResponse): void {
  const { socket } = response;
  if (damage === "timeout") return;
  if (damage === "reset-before") {
    socket?.resetAndDestroy();
    return;
  }
  response.sendDate = false;
  for (const [name, value] of headers) response.appendHeader(name, value);
  response.writeHead(status);
  if (damage === undefined) {
    response.end(body);
    return;
  }
  const bytes = typeof body === "string" ? Buffer.from(body) : (body ?? new Uint8Array());
  const sent = damage === "reset-headers" ? new Uint8Array() : bytes.subarray(0, Math.floor(bytes.length / 2));
  response.flushHeaders();
  response.write(sent.length > 0 ? sent : "", () => {
    if (damage === "truncate") socket?.destroy();
    else socket?.resetAndDestroy();
  });
}

/** A real preflight (Fetch, section 3.3.2); any other OPTIONS is the service's to answer. */
function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}

/** Browsers may read everything: the fake has no secrets. */
function corsHeaders({ headers }: IncomingMessage): [string, string][] {
  if (headers.origin === undefined) return [];
  return [
    ["access-control-allow-origin", headers.origin],
    ["access-control-allow-methods", headers["access-control-request-method"] ?? "*"],
    ["access-control-allow-headers", headers["access-control-request-headers"] ?? "*"],
    [
      "access-control-expose-headers",
      "*, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, date, retry-after",
    ],
    ["vary", "origin"],
  ];
}
