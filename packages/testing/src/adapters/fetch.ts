import type { FrontRequest } from "@svc/fastapi-validation";
import { attentionOf } from "../clock/attention.ts";
import type { Clock } from "../clock/clock.ts";
import type { Outcome } from "../fake/core.ts";
import { asFetched, asSent } from "./as-fetched.ts";
import { bytesOf, hasLength, planBody, sendPieces, withLength } from "./body-pieces.ts";
import { decoded } from "./decode.ts";
import { connectionReset, otherSideClosed, resetBefore, terminated } from "./network-error.ts";
import { openStream } from "./open-body.ts";
import { reasonPhrase } from "./reason-phrase.ts";
import { followRedirect, isRedirect } from "./redirect.ts";
import { explainOutside, type Target, targetBelow, toFrontRequest } from "./target.ts";
import { signalOf, unlessAborted } from "./unless-aborted.ts";

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
    const signal = init?.signal ?? (input instanceof Request ? signalOf(input) : undefined);
    for (let count = 0; count <= REDIRECT_LIMIT; count++) {
      const mode = request.redirect;
      const again = mode === "follow" && request.body !== null ? request.clone() : request;
      const response = await send(target, request, signal);
      if (!isRedirect(response) || mode === "manual") return asFetched(response, request.url, count > 0);
      if (mode === "error") throw failed("unexpected redirect");
      // What was a stream is gone (Fetch standard, HTTP-redirect fetch, step 11).
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

async function send(fake: FetchTarget, request: Request, signal: AbortSignal | undefined): Promise<Response> {
  const { baseUrl, core, clock, stray } = fake;
  const url = new URL(request.url);
  const target = targetBelow(baseUrl, url);
  if (target === undefined) {
    const given = await toFrontRequest(request, url.pathname + url.search, url.origin);
    throw failed(stray(given, explainOutside(baseUrl, request.method, url)));
  }
  signal?.throwIfAborted();
  const front = (): Promise<FrontRequest> => toFrontRequest(request, target, baseUrl);
  // A body may have to be read from somewhere first.
  const read = request.body === null ? front() : Promise.resolve(attentionOf(clock)(front)).catch(unreadable);
  const answered = read.then((given) => core(asSent(given, url.host)));
  const outcome = signal === undefined ? await answered : await unlessAborted(answered, signal, endOf);
  return toResponse(outcome, request, { signal, clock });
}

function unreadable(cause: unknown): never {
  throw new TypeError("fetch failed", { cause });
}

function endOf({ end, response }: Outcome): void {
  end?.();
  response.rest?.stream.cancel().catch(() => {});
}

/** Statuses for which the Fetch standard allows no body. */
const NULL_BODY: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

interface Surroundings {
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
}

async function toResponse(outcome: Outcome, { method }: Request, surroundings: Surroundings): Promise<Response> {
  const { response, damage, slowBodyMs, end } = outcome;
  if (damage === "timeout") return unlessAborted(new Promise<never>(() => {}), signalFor(surroundings)).finally(end);
  const { status, headers, body } = response;
  const isWhole = damage === undefined && slowBodyMs === undefined;
  const isEmpty = NULL_BODY.has(status) || method === "HEAD" || (isWhole && body === undefined);
  const isReset = damage === "reset-before" || damage === "reset-during";
  const isOpen = response.rest !== undefined && damage === undefined && !isEmpty;
  if ((isWhole && !isOpen) || isEmpty || isReset) end?.();
  if (isReset) throw resetBefore(damage === "reset-during" ? NO_WIRE : "");
  const statusText = reasonPhrase(status);
  if (isOpen) {
    const open = openStream(response, signalFor(surroundings), end);
    return new Response(decoded(open, headers), { status, statusText, headers });
  }
  if (isWhole || isEmpty) {
    const isMeasured = status === 204 || status === 304 || hasLength(headers);
    const full = isMeasured ? headers : withLength(headers, bytesOf(body).length);
    return new Response(isEmpty ? null : decoded(body as BodyInit, headers), { status, statusText, headers: full });
  }
  const plan = planBody(outcome);
  const stream = toStream(outcome, signalFor(surroundings), surroundings.clock);
  return new Response(stream, { status, statusText, headers: withLength(headers, plan.length) });
}

/** A signal to listen to; one of its own where nobody can abort. */
function signalFor({ signal }: Surroundings): AbortSignal {
  return signal ?? new AbortController().signal;
}

const NO_WIRE = " (fetch has no wire on which headers could break off)";

/** A body that comes in pieces, breaks off, or is aborted on the way. */
function toStream(outcome: Outcome, signal: AbortSignal, clock: Clock): ReadableStream<Uint8Array> {
  const { end } = outcome;
  const plan = planBody(outcome);
  const pieces = sendPieces(plan, clock);
  const broken = outcome.damage === "truncate" ? otherSideClosed() : connectionReset();
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const abort = (): void => {
          controller.error(signal.reason);
          end?.();
        };
        signal.addEventListener("abort", abort, { once: true });
      },
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (signal.aborted) return;
        if (!done) return controller.enqueue(value);
        end?.();
        if (plan.isBroken) controller.error(terminated(broken));
        else controller.close();
      },
      cancel: () => end?.(),
    },
    // A whole body is sent whether somebody reads it or not. One that breaks off would lose what nobody has read yet.
    { highWaterMark: plan.isBroken ? 0 : plan.pieces.length + 1 },
  );
}
