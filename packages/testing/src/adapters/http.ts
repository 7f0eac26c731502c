import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { HttpRequest } from "@svc/fastapi-validation";
import { unknownName } from "@svc/model/data";
import { builtin } from "../builtin.ts";
import type { Controlled } from "../console/endpoints.ts";
import type { Outcome } from "../fake/outcome.ts";
import type { FakeBackend } from "./backend.ts";
import { corsHeaders, inertHeaders, isPreflight, preflightHeaders } from "./backend.ts";
import { answerControl, isControl } from "./http/control.ts";
import { arrivingBy, headOf, sendOutcome, sendPlain } from "./http/node-messages.ts";
import { BodyTooLarge, receive } from "./receive.ts";

/** Options of `fake.listen()`. */
export interface ListenOptions {
  /** Port, 0 to 65,535; 0: any free port. @default 0 */
  readonly port?: number;
  /** Address of the network interface. @default "127.0.0.1" */
  readonly host?: string;
  /**
   * Names by which other machines may reach `/__fake/`, without a port, such as that of a container. The name in `host`
   * is always allowed. @default none: loopback addresses only
   */
  readonly allowHosts?: readonly string[];
  /** Longest time for a request to arrive, in milliseconds, from 1; slower connections are dropped. @default 300_000 */
  readonly requestTimeoutMs?: number;
}

/** An HTTP server that serves a fake. */
export interface FakeServer {
  /** Base address without a trailing slash: `http://127.0.0.1:41234`, with the path of the fake's base address. */
  readonly url: string;
  /** Port of the server. */
  readonly port: number;
  /** Closes the server and all its connections. */
  close(): Promise<void>;
  /** The same as {@link close}, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** A fake that is served over HTTP. */
export interface HttpBackend extends FakeBackend {
  /** The fake that `/__fake/` controls. */
  readonly control: () => Controlled;
}

/**
 * Starts an HTTP server that a fake answers.
 *
 * @throws TypeError for an option that does not exist, and Error with a `code` (`EADDRINUSE`) if it cannot listen
 */
export async function listen(target: HttpBackend, options: ListenOptions = {}): Promise<FakeServer> {
  const unknown = unknownName(options, ["port", "host", "allowHosts", "requestTimeoutMs"]);
  if (unknown !== undefined) throw new TypeError(`fake.listen: ${unknown}`);
  const { port = 0, host = "127.0.0.1", allowHosts = [], requestTimeoutMs = 300_000 } = options;
  const served: Served = {
    ...target,
    allowHosts: [...allowHosts, host],
    path: new URL(target.baseUrl).pathname.replace(/\/$/, ""),
  };
  // A test may pause for long in the middle of a request.
  const timeouts = {
    requestTimeout: requestTimeoutMs,
    headersTimeout: Math.min(60_000, requestTimeoutMs),
    connectionsCheckingInterval: Math.min(10_000, requestTimeoutMs),
  };
  /** The last request of each connection, with its response: those before it are sent earlier. */
  const last = new WeakMap<object, { readonly message: IncomingMessage; readonly response: ServerResponse }>();
  const server = builtin("node:http").createServer({ ...timeouts, keepAliveTimeout: 60_000 }, (message, response) => {
    last.set(message.socket, { message, response });
    serve(served, message, response).catch((error: unknown) => fail(error, response));
  });
  server.on("clientError", async (error: NodeJS.ErrnoException, socket) => {
    const isSlow = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
    const { message, response } = last.get(socket) ?? {};
    // Answers to the requests before it go first. One whose body is malformed is never answered otherwise.
    if (message?.complete) await closed(response);
    const hasBegun = message?.complete === false && response?.headersSent;
    if (!socket.writable || hasBegun) socket.destroy();
    else socket.end(isSlow ? TOO_SLOW : BAD_REQUEST, () => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  const shown = host.includes(":") ? `[${host}]` : host;
  const url = `http://${shown}:${bound}${served.path}`;
  const close = (): Promise<void> => stop(server);
  return { url, port: bound, close, [Symbol.asyncDispose]: close };
}

/** The response of uvicorn to a request that it cannot parse. */
const BAD_REQUEST =
  "HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\ncontent-length: 30\r\n\r\nInvalid HTTP request received.";

const TOO_SLOW = "HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

async function closed(response: ServerResponse | undefined): Promise<void> {
  if (response === undefined || response.closed) return;
  await new Promise<void>((resolve) => void response.once("close", () => resolve()));
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** A fake with the path of its base address, without a trailing slash. */
interface Served extends HttpBackend {
  readonly path: string;
  readonly allowHosts: readonly string[];
}

async function serve(target: Served, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const header = (name: string): string | undefined => oneHeader(message.headers[name]);
  if (isPreflight(message.method, header))
    return sendPlain({ status: 204, headers: preflightHeaders(header), body: undefined }, response);
  const head = headOf(message);
  if (isControl(head)) {
    const request = await receive(arrivingBy(message, head), { limit: BODY_LIMIT });
    const controlled = await answerControl(target.control, request as HttpRequest, target.allowHosts);
    const cors = corsHeaders(header, controlled.headers);
    const answer = { ...controlled, headers: [...controlled.headers, ...cors] };
    return sendOutcome({ response: answer, connectionFault: undefined }, response, target.clock);
  }
  const { path } = target;
  if (leadsToConsole(target, head, header("accept"))) return sendPlain(CONSOLE, response);
  const outcome = await answer(target, message, path === "" ? head : below(target, head));
  const added = [...corsHeaders(header, outcome.response.headers), ...inertHeaders(header, outcome.response.headers)];
  // The rest of a body that is not wanted is thrown away; the connection is of no use any more.
  if (!message.complete) message.resume();
  if (!message.complete) added.push(["connection", "close"]);
  if (added.length === 0) return sendOutcome(outcome, response, target.clock);
  const headers = [...outcome.response.headers, ...added];
  await sendOutcome({ ...outcome, response: { ...outcome.response, headers } }, response, target.clock);
}

/** Largest request body, in bytes. */
const BODY_LIMIT = 64 * 1024 * 1024;

async function answer(target: Served, message: IncomingMessage, head: HttpRequest): Promise<Outcome> {
  const arriving = arrivingBy(message, head);
  if (arriving.body === undefined) return target.handleRequest(head);
  const received = await receive(arriving, { arriving: target.arriving, limit: BODY_LIMIT });
  return "response" in received ? received : target.handleRequest(received);
}

function oneHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(", ") : value;
}

const CONSOLE = { status: 302, headers: [["location", "/__fake/"]] as [string, string][], body: undefined };

/** Whether a browser asks for the root, and the document has none. */
function leadsToConsole({ path, control }: Served, { method, target }: HttpRequest, accept = ""): boolean {
  if (method !== "GET" || target !== "/" || path !== "" || !/\btext\/html\b/i.test(accept)) return false;
  return !control().model.operations.some((operation) => operation.path === "/");
}

/**
 * The request with its target below the path of the base address, or below that of a server. A target outside of them begins
 * with `//`, which no operation matches.
 */
function below({ path, servers }: Served, request: HttpRequest): HttpRequest {
  const { target } = request;
  const origin = request.origin + path;
  const rest = target.slice(path.length);
  const isBelow = target.startsWith(path) && (rest === "" || rest.startsWith("/") || rest.startsWith("?"));
  if (isBelow) return { ...request, target: rest.startsWith("/") ? rest : `/${rest}`, origin };
  return servers.some((server) => server.path?.test(target))
    ? { ...request, origin }
    : { ...request, target: `/${target}`, origin };
}

function fail(error: unknown, response: ServerResponse): void {
  if (!(error instanceof BodyTooLarge) || response.headersSent) {
    response.destroy();
    return;
  }
  sendPlain({ status: 413, headers: [["connection", "close"]], body: error.message }, response);
}
