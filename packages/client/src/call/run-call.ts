import type { SentCredentials } from "../auth/credentials.ts";
import { AbortedError, RateLimitError, SvcError } from "../errors/errors.ts";
import { redactCause, redactor } from "../errors/redact.ts";
import type { Refusal } from "../pacing/pacer.ts";
import { createApiError } from "./api-error.ts";
import type { Attempt, Call, Session } from "./call.ts";
import { decideRetry } from "./decide-retry.ts";
import { deliver, isSuccess } from "./deliver.ts";
import { type CallEvent, emit, isObserved } from "./hooks.ts";
import { readBody } from "./read-body.ts";
import { followRedirects, send } from "./send.ts";

/**
 * Runs the steps of a call whose request was made (by `createMethod`, by openapi-fetch under `raw`, or by the caller of a
 * policy fetch): wait for the rate limit, attach the credential, send, read, decide on a retry, deliver.
 */
export async function runCall(session: Session, call: Call, request: Request): Promise<unknown> {
  const { clock, credentials, observers, limits, pacer } = session;
  const { operation, priority, signal } = call;
  // To read the address of a request takes a tenth of a call's time.
  const url = isObserved(observers) ? request.url.replace(/\?.*/, "") : "";
  let retries = 0;
  let last: Attempt | undefined;
  let rejected: SentCredentials | undefined;
  for (let attempt = 1; ; attempt++) {
    const event = { call: call.id, operation, method: request.method, url, attempt };
    call.event = event;
    // In an outage each call is to find out at most once whether it is over.
    const retry = retries > 0 && last?.refusal?.kind !== "outage";
    const wait = pacer.enter({ operation, priority, signal, retry });
    if (wait) {
      emit(observers, "onWait", event, { rateLimit: pacer.snapshot() });
      try {
        await wait;
      } catch (error) {
        if (signal.aborted || !SvcError.is(error) || AbortedError.is(error)) throw error;
        const retryAt = RateLimitError.is(error) ? error.retryAt : undefined;
        // The service refused, and the wait for its next window is too long: its response is the better error.
        if (last?.response) return deliver(session, call, last, retryAt);
        // A pacer may reject many calls with one error.
        const Class = error.constructor as typeof RateLimitError;
        throw new Class(`${operation}: ${error.message}`, { operation, retryAt, rateLimit: pacer.snapshot() });
      }
    }
    call.waiting = false;
    last = await attemptOnce(session, call, request, { event, rejected });
    const { response, isOwn, sent, refusal, failure } = last;
    if (response && isSuccess(call, response)) return deliver(session, call, last);
    if (response?.status === 401 && isOwn && sent && !rejected) {
      rejected = sent;
      call.release = limits.start(call, "timeoutMs", call.timeoutMs);
      const isRenewed = await credentials.renew(sent);
      signal.throwIfAborted();
      call.release();
      if (isRenewed) continue;
    }
    const [delayMs, made, retryAt] = await decideRetry(session, call, last, retries);
    if (delayMs === undefined) return deliver(session, call, last, retryAt);
    const error = redactCause(failure, redactor(call));
    emit(observers, "onRetry", event, { status: response?.status, error, delayMs });
    call.waiting = true;
    signal.throwIfAborted();
    // The pacer knows when the window ends: other users of the key may be faster a few times, without harm.
    retries = made + (refusal?.kind === "window" ? 0.25 : 1);
    if (delayMs)
      await new Promise<void>((resolve) => {
        const timer = clock.setTimeout(resolve, delayMs);
        call.release = () => clock.clearTimeout(timer);
      });
  }
}

/** Context of one attempt. */
interface AttemptContext {
  readonly event: CallEvent;
  /** Credentials that the service refused. */
  readonly rejected: SentCredentials | undefined;
}

/** Attaches the credential, sends and reads. Holds the time limit and the permit of the pacer meanwhile. */
async function attemptOnce(
  session: Session,
  call: Call,
  request: Request,
  { event, rejected }: AttemptContext,
): Promise<Attempt> {
  const { budget, clock, credentials, fetch = globalThis.fetch, observers, limits, maxResponseBytes, pacer } = session;
  const { parseAs, signal } = call;
  const stopTimer = limits.start(call, "timeoutMs", call.timeoutMs);
  let isHeld = true;
  let result: Attempt;
  const giveBack = (failure?: unknown): Refusal | undefined => {
    const refusal = isHeld ? pacer.failed({ operation: call.operation, failure }) : undefined;
    isHeld = false;
    return refusal;
  };
  call.release = () => {
    stopTimer();
    giveBack();
  };
  try {
    const [authorized, sent] = await credentials.attach(request, call.row?.security, rejected);
    signal.throwIfAborted();
    call.sent.push(sent);
    emit(observers, "onRequest", event);
    const sentAt = clock.now();
    const sendNow = (next: Request): Promise<Response> => send(fetch, next, call);
    const first = await sendNow(authorized);
    const [response, own] =
      first.ok || (call.row?.redirect && first.status)
        ? [first, first]
        : await followRedirects(authorized, first, sendNow);
    signal.throwIfAborted();
    // Also finds out that a fetch of someone's own gave no Response, while the permit is still held.
    const type = response.headers.get("content-type") ?? "";
    const receivedAt = clock.now();
    isHeld = false;
    const refusal = pacer.answered({
      operation: call.operation,
      status: own.status,
      headers: own.headers,
      sentAt,
      receivedAt,
    });
    emit(observers, "onResponse", event, { status: response.status, durationMs: receivedAt - sentAt });
    if (own.status === 429 || refusal?.kind === "window")
      emit(observers, "onRateLimit", event, { rateLimit: pacer.snapshot(), refusal });
    const isStream = parseAs ? parseAs === "stream" : /event-stream|ndjson|jsonl|json-seq/.test(type);
    const isLeft = isStream && response.ok && !!response.body;
    const body = isLeft ? undefined : await readBody(response.body, maxResponseBytes);
    signal.throwIfAborted();
    if (!isLeft && body === undefined)
      throw createApiError(session, call, response, {
        problem: `body longer than maxResponseBytes (${maxResponseBytes})`,
      });
    result = { request, response, type, isOwn: own === response, sent, refusal, body };
  } catch (failure) {
    if (signal.aborted || SvcError.is(failure)) throw failure;
    result = { request, failure, refusal: giveBack(failure) };
  }
  call.release();
  const { response, refusal } = result;
  budget.end(call, !!response && (response.status < 500 || refusal?.kind === "window"));
  return result;
}
