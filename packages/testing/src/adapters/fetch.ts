import type { Clock } from "../clock/clock.ts";
import type { Outcome } from "../fake/core.ts";
import { planBody, sendPieces, withLength } from "./body-pieces.ts";
import { decoded } from "./decode.ts";
import { connectionReset, otherSideClosed, resetBefore, terminated } from "./network-error.ts";
import { openStream } from "./open-body.ts";
import { followRedirect, isRedirect } from "./redirect.ts";
import { explainOutside, type Target, targetBelow, toFrontRequest } from "./target.ts";

/** The signature of `fetch`. */
export type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

/** What the fetch adapter needs of a fake. */
export interface FetchTarget extends Omit<Target, "finish"> {
  readonly clock: Clock;
}

/** Redirects after which the Fetch standard gives up. */
const REDIRECT_LIMIT = 20;

/**
 * The fake as a `fetch`: no network, in every runtime. Failures look as those of Node.js' own fetch do. An address outside
 * of the fake's base address is rejected: there is nobody else to ask.
 */
export function createFetch(target: FetchTarget): Fetch {
  return async (input, init) => {
    let request = new Request(input, init);
    // Every Request has a signal; only one that somebody gave can be aborted, and listening to it has a price.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    for (let count = 0; count <= REDIRECT_LIMIT; count++) {
      const mode = request.redirect;
      const again = mode === "follow" && request.body !== null ? request.clone() : request;
      const response = await send(target, request, signal);
      if (!isRedirect(response) || mode === "manual") return marked(response, request.url, count > 0);
      if (mode === "error") throw failed("unexpected redirect");
      request = followRedirect(again, response);
    }
    throw failed("redirect count exceeded");
  };
}

function failed(reason: string): TypeError {
  return new TypeError("fetch failed", { cause: new Error(reason) });
}

async function send(
  { baseUrl, core, clock, stray }: FetchTarget,
  request: Request,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const url = new URL(request.url);
  const target = targetBelow(baseUrl, url);
  if (target === undefined) {
    const given = await toFrontRequest(request, url.pathname + url.search, url.origin);
    throw failed(stray(given, explainOutside(baseUrl, request.method, url)));
  }
  signal?.throwIfAborted();
  const answered = toFrontRequest(request, target, baseUrl).then(core);
  const outcome = signal === undefined ? await answered : await unlessAborted(answered, signal);
  return toResponse(outcome, request, clock);
}

/** Statuses for which the Fetch standard allows no body. */
const NULL_BODY: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

async function toResponse(outcome: Outcome, request: Request, clock: Clock): Promise<Response> {
  const { response, damage, slowBodyMs } = outcome;
  if (damage === "timeout") return unlessAborted(new Promise<never>(() => {}), request.signal);
  if (damage === "reset-before") throw resetBefore();
  if (damage === "reset-during") throw resetBefore(" (fetch has no wire on which headers could break off)");
  const { status, headers, body } = response;
  const isWhole = damage === undefined && slowBodyMs === undefined;
  if (NULL_BODY.has(status) || request.method === "HEAD" || (isWhole && body === undefined)) {
    return new Response(null, { status, headers });
  }
  if (response.rest !== undefined && damage === undefined) {
    return new Response(decoded(openStream(response, request.signal), headers), { status, headers });
  }
  if (isWhole) return new Response(decoded(body as BodyInit, headers), { status, headers });
  const plan = planBody(outcome);
  const stream = toStream(outcome, request.signal, clock);
  return new Response(stream, { status, headers: withLength(headers, plan.length) });
}

/** A body that comes in pieces, breaks off, or is aborted on the way. */
function toStream(outcome: Outcome, signal: AbortSignal, clock: Clock): ReadableStream<Uint8Array> {
  const plan = planBody(outcome);
  const pieces = sendPieces(plan, clock);
  const broken = outcome.damage === "truncate" ? otherSideClosed() : connectionReset();
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        signal.addEventListener("abort", () => controller.error(signal.reason), { once: true });
      },
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (signal.aborted) return;
        if (!done) controller.enqueue(value);
        else if (plan.isBroken) controller.error(terminated(broken));
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** What a `Response` that was made by hand does not say. */
function marked(response: Response, url: string, redirected: boolean): Response {
  Object.defineProperty(response, "url", { value: url });
  if (redirected) Object.defineProperty(response, "redirected", { value: true });
  return response;
}

/** The promise, or the signal's reason if that comes first. */
async function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (onAbort !== undefined) signal.removeEventListener("abort", onAbort);
  }
}
