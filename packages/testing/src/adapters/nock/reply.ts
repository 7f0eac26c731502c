import type { AsyncLocalStorage } from "node:async_hooks";
import type { Readable } from "node:stream";
import type { HttpResponse } from "@svc/fastapi-validation";
import { builtin } from "../../builtin.ts";
import { clearRealTimeout, realTimeout } from "../../clock/fake-timers.ts";
import type { Outcome } from "../../fake/outcome.ts";
import type { FakeBackend } from "../backend.ts";
import { bytesOf, openStream, planBody, sendPieces, withLength } from "../body-stream.ts";
import { connectionReset } from "../fetched-response.ts";

/** A reply of nock: status, body, and headers as a flat list, which keeps repeated ones. */
export type Reply = [status: number, body: unknown, headers: string[]];

/**
 * Turns an outcome into a reply of nock. It always has a content length: without one, nock ends the response with the
 * connection, each keeps tens of kilobytes, and an abort in the middle of a body ends the process.
 *
 * @throws Error for a connection that fails before the response; native fetch reports it as the cause of `fetch failed`
 */
export async function toReply(
  outcome: Outcome,
  method: string,
  { clock, untilClosed }: Pick<FakeBackend, "clock" | "untilClosed">,
): Promise<Reply> {
  const { response, connectionFault, slowBodyMs } = outcome;
  const { status, headers } = response;
  if (connectionFault === "timeout") return untilClosed(new Promise<never>(() => {}));
  if (connectionFault === "reset-before") throw connectionReset();
  if (connectionFault === "reset-during")
    throw connectionReset(" (nock has no socket on which headers could break off)");
  // HEAD keeps the length of the body that is not sent, as the service does.
  if (status === 204 || status === 304 || method === "HEAD") return [status, "", headers.flat()];
  const { Readable } = builtin("node:stream");
  if (connectionFault === undefined && response.rest?.breaks) {
    const body = Readable.fromWeb(openStream(response, new AbortController().signal) as never);
    // As long as no client reads to its end: the body breaks off before.
    return [status, body, withLength(headers, Number.MAX_SAFE_INTEGER).flat()];
  }
  if (connectionFault === undefined && (slowBodyMs === undefined || response.rest !== undefined)) {
    const bytes = Buffer.from(response.rest === undefined ? bytesOf(response.body) : await wholeBody(response));
    return [status, bytes, withLength(headers, bytes.length).flat()];
  }
  const plan = planBody(outcome);
  /** Fails where the connection fails: because of the content length, fetch reports a body that is too short. */
  async function* pieces(): AsyncGenerator<Buffer> {
    // nock sends the headers with the first byte, so there must be one.
    if (plan.pieces.length === 0) yield Buffer.from(bytesOf(response.body).subarray(0, 1));
    for await (const piece of sendPieces(plan, clock)) yield Buffer.from(piece);
    if (plan.isBroken) throw connectionReset();
  }
  return [status, Readable.from(pieces()), withLength(headers, plan.length).flat()];
}

/** Calls `end`, once or more, when a reply was sent, has failed, or is aborted. */
export async function untilSent(
  replying: Promise<Reply>,
  end: (() => void) | undefined,
  signal: AbortSignal,
): Promise<Reply> {
  if (end === undefined) return replying;
  if (signal.aborted) end();
  signal.addEventListener("abort", end, { once: true });
  try {
    const reply = await replying;
    const body = reply[1] as Partial<Readable> | undefined;
    if (typeof body?.once === "function") body.once("close", end);
    else end();
    return reply;
  } catch (error) {
    end();
    throw error;
  }
}

/**
 * Reads a body to its end, because nock has to know its length.
 *
 * @param timeLimitMs real milliseconds in which it has to end
 * @throws Error that names the operation if it does not
 */
export async function wholeBody(response: HttpResponse, timeLimitMs = 2000): Promise<Uint8Array> {
  const tooLong = new AbortController();
  const reason = `The handler of ${response.rest?.operation} returns a stream that does not end`;
  const error = new Error(`${reason}, and nock sends whole bodies only; use fake.fetch or fake.listen().`);
  const timer = realTimeout?.(() => tooLong.abort(error), timeLimitMs);
  try {
    return new Uint8Array(await new Response(openStream(response, tooLong.signal)).arrayBuffer());
  } finally {
    clearRealTimeout?.(timer);
  }
}

/** A request that is about to be sent. */
export interface OutgoingRequest {
  /** `https://svc.example.com`, with the port if it is not the default one. */
  readonly origin: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
}

/**
 * Decides where a request is sent: to a fake (through nock), through nock only, or past nock.
 *
 * @throws Error for a request that nock would let through to the network, though it must not be sent
 */
export type RouteRequest = (request: OutgoingRequest) => "fake" | "nock" | "bypass";

/** The origin of an address; the address itself if it is not a URL. */
export function toOrigin(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}

/** A request of undici (native fetch) that is sent through nock. */
export interface Exchange {
  readonly origin: string;
  /** Whether a fake intercepted its origin when it was sent. */
  readonly isForFake: boolean;
  /** Set if the fake resets the connection in the middle of the response. */
  isReset: boolean;
  /** Called when the fake has received the whole request. */
  onReceived?: () => void;
}

let storage: AsyncLocalStorage<Exchange> | undefined;

/** The exchange in whose asynchronous context the caller runs. */
export function currentExchange(): Exchange | undefined {
  return storage?.getStore();
}

/** Sends a request in an asynchronous context of its own, so that the code which answers it finds the exchange. */
export function runExchange<Result>(exchange: Exchange, send: () => Result): Result {
  storage ??= new (builtin("node:async_hooks").AsyncLocalStorage)<Exchange>();
  return storage.run(exchange, send);
}

/**
 * undici's handler of a request, which gets an ECONNRESET where the fake resets the connection: nock can only end a
 * connection in order, which undici reports as a body that is too short.
 */
export function reportingResets<Handler extends object>(handler: Handler, exchange: Exchange): Handler {
  const toReported = (error: unknown): unknown =>
    exchange.isReset && (error as { readonly code?: unknown })?.code === "UND_ERR_SOCKET" ? connectionReset() : error;
  return new Proxy(handler, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      const callback = value.bind(target);
      // The last argument in the interfaces of undici 5 to 7 (`onError`), and of 8.
      if (key !== "onError" && key !== "onResponseError") return callback;
      return (...args: unknown[]) => callback(...args.slice(0, -1), toReported(args.at(-1)));
    },
  });
}
