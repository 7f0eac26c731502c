import type { HttpRequest } from "@svc/fastapi-validation";
import type { Clock } from "../clock/clock.ts";
import { workTrackerOf } from "../clock/pending-work.ts";
import type { Outcome } from "../fake/outcome.ts";
import { explainOutside, type FakeBackend, placeBelow, placeOf } from "./backend.ts";
import { bytesOf, hasLength, openStream, planBody, pulledStream, sendPieces, withLength } from "./body-stream.ts";
import {
  asFetched,
  asSent,
  connectionReset,
  decoded,
  otherSideClosed,
  reasonPhrase,
  resetBefore,
  signalOf,
  terminated,
  unlessAborted,
} from "./fetched-response.ts";
import { type Arriving, arrivingAt, receive } from "./receive.ts";

/** The signature of `fetch`. */
export type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

/** Options of the client's fetch: with the id of the operation that is called, which is none of `fetch`. */
type SvcInit = RequestInit & { readonly operation?: string };

/** Redirects after which the Fetch standard gives up. */
const REDIRECT_LIMIT = 20;

/**
 * Creates a `fetch` that a fake answers, without network, in every runtime. It fails with the errors of the fetch of
 * Node.js. Requests to addresses that are neither below the base address nor at a server of the document are rejected.
 */
export function createFetch(backend: FakeBackend): Fetch {
  return async (input, init: SvcInit | undefined) => {
    let request = new Request(input, init);
    // Every Request has a signal. Only a given one can be aborted, and listening to it takes time.
    const signal = init?.signal ?? (input instanceof Request ? signalOf(input) : undefined);
    for (let count = 0; count <= REDIRECT_LIMIT; count++) {
      const mode = request.redirect;
      const again = mode === "follow" && request.body !== null ? request.clone() : request;
      const response = await send(backend, request, { signal, operation: init?.operation });
      if (!isRedirect(response) || mode === "manual") return asFetched(response, request.url, count > 0);
      if (mode === "error") throw failed("unexpected redirect");
      // A stream was read already (Fetch standard, HTTP-redirect fetch, step 11).
      if (response.status !== 303 && init?.body instanceof ReadableStream)
        throw failed("a stream cannot be sent twice");
      request = await followRedirect(again, response);
    }
    throw failed("redirect count exceeded");
  };
}

function failed(reason: string): TypeError {
  return new TypeError("fetch failed", { cause: new Error(reason) });
}

interface Sending {
  readonly signal: AbortSignal | undefined;
  readonly operation: string | undefined;
}

async function send(backend: FakeBackend, request: Request, { signal, operation }: Sending): Promise<Response> {
  const { baseUrl, handleRequest, clock, recordUnmatched } = backend;
  const place = placeBelow(baseUrl, request.url) ?? placeOf(backend, new URL(request.url));
  if (place === undefined) {
    const url = new URL(request.url);
    const given = await receive(arrivingAt(request, { target: url.pathname + url.search, origin: url.origin }));
    throw failed(recordUnmatched(given as HttpRequest, explainOutside(baseUrl, request.method, url)));
  }
  signal?.throwIfAborted();
  const arriving = arrivingAt(request, place, operation);
  const answered =
    arriving.body === undefined
      ? handleRequest(asSent(arriving.head, place.host))
      : readFirst(arriving, backend).then((given) =>
          "response" in given ? given : handleRequest(asSent(given, place.host)),
        );
  const outcome = signal === undefined ? await answered : await unlessAborted(Promise.resolve(answered), signal, endOf);
  return toResponse(outcome, request, { signal, clock, untilClosed: backend.untilClosed });
}

/** The body may have to be read from somewhere before. */
async function readFirst(arriving: Arriving, backend: FakeBackend): Promise<HttpRequest | Outcome> {
  try {
    return await workTrackerOf(backend.clock)(() => receive(arriving, backend));
  } catch (cause) {
    throw new TypeError("fetch failed", { cause });
  }
}

function endOf({ end, response }: Outcome): void {
  end?.();
  response.rest?.stream.cancel().catch(() => {});
}

/** Statuses for which the Fetch standard allows no body. */
const NULL_BODY: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

interface DeliveryContext {
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
  readonly untilClosed: FakeBackend["untilClosed"];
}

function toResponse(outcome: Outcome, { method }: Request, context: DeliveryContext): Response | Promise<Response> {
  const { response, connectionFault, slowBodyMs, end } = outcome;
  if (connectionFault === "timeout")
    return unlessAborted(context.untilClosed(new Promise<never>(() => {})), signalFor(context)).finally(end);
  const { status, headers, body } = response;
  const isWhole = connectionFault === undefined && slowBodyMs === undefined;
  const isEmpty = NULL_BODY.has(status) || method === "HEAD" || (isWhole && body === undefined);
  const isReset = connectionFault === "reset-before" || connectionFault === "reset-during";
  const isOpen = response.rest !== undefined && connectionFault === undefined && !isEmpty;
  if ((isWhole && !isOpen) || isEmpty || isReset) end?.();
  if (isReset) throw resetBefore(connectionFault === "reset-during" ? NO_SOCKET : "");
  const statusText = reasonPhrase(status);
  if (isOpen) {
    const open = openStream(response, signalFor(context), end);
    return new Response(decoded(open, headers), { status, statusText, headers });
  }
  if (isWhole || isEmpty) {
    const isMeasured = status === 204 || status === 304 || hasLength(headers);
    const full = isMeasured ? headers : withLength(headers, bytesOf(body).length);
    return withHeaders(new Response(isEmpty ? null : decoded(body as BodyInit, headers), { status, statusText }), full);
  }
  const plan = planBody(outcome);
  const stream = toStream(outcome, signalFor(context), context.clock);
  return new Response(stream, { status, statusText, headers: withLength(headers, plan.length) });
}

/** Adds headers one by one: `Response` takes a list of them at three times the cost. */
function withHeaders(response: Response, headers: readonly (readonly [string, string])[]): Response {
  const own = response.headers;
  // A body that is text has brought a type of its own.
  own.delete("content-type");
  for (const [name, value] of headers) own.append(name, value);
  return response;
}

/** The signal, or one that is never aborted. */
function signalFor({ signal }: DeliveryContext): AbortSignal {
  return signal ?? new AbortController().signal;
}

const NO_SOCKET = " (fetch has no socket on which headers could break off)";

/** A body that is sent in pieces, or is broken off. */
function toStream(outcome: Outcome, signal: AbortSignal, clock: Clock): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { end } = outcome;
  const plan = planBody(outcome);
  const pieces = sendPieces(plan, clock);
  const broken = outcome.connectionFault === "truncate" ? otherSideClosed() : connectionReset();
  const next = async (): Promise<Uint8Array | undefined> => {
    const { done, value } = await pieces.next();
    if (!done) return value;
    end?.();
    if (plan.isBroken && !signal.aborted) throw terminated(broken);
    return undefined;
  };
  // A complete body is sent whether it is read or not. An error would discard pieces that are not read yet.
  const highWaterMark = plan.isBroken ? 0 : plan.pieces.length + 1;
  return pulledStream(next, { signal, leave: () => end?.(), highWaterMark });
}

/** Redirect statuses of the Fetch standard. */
const STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export function isRedirect({ status, headers }: Response): boolean {
  return STATUSES.has(status) && headers.has("location");
}

/**
 * The request that follows a redirect (Fetch standard, HTTP-redirect fetch): 303 and a redirected POST become GET without
 * a body; another origin gets no credential. It is not made of the old `Request`: interceptors keep what a request was made
 * of, which would grow with each redirect.
 *
 * @param request a copy of the request that was redirected, its body unread
 */
export async function followRedirect(request: Request, { status, headers: answered }: Response): Promise<Request> {
  const url = new URL(answered.get("location") ?? "", request.url);
  const { method, signal } = request;
  const becomesGet = status === 303 ? method !== "HEAD" : status <= 302 && method === "POST";
  const left = [...(url.origin === new URL(request.url).origin ? [] : OF_ORIGIN), ...(becomesGet ? OF_BODY : [])];
  const headers = [...request.headers].filter(([name]) => !left.includes(name));
  if (becomesGet) return new Request(url, { method: "GET", headers, signal });
  const body = request.body === null ? {} : { body: await request.arrayBuffer() };
  return new Request(url, { method, headers, signal, ...body });
}

/** Headers that are not sent to another origin. */
const OF_ORIGIN = ["authorization"];
/** Headers that describe a body. */
const OF_BODY = ["content-type", "content-length", "content-encoding", "content-language"];
