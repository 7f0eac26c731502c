import { AbortedError } from "../errors/aborted-error.ts";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { createApiError } from "../errors/create-api-error.ts";
import { fromCause, wordsOf } from "../errors/redact.ts";
import { SvcError } from "../errors/svc-error.ts";
import { type Call, release, type Session } from "../transport/call.ts";
import { send } from "../transport/send.ts";
import { clearLimits, limitTime } from "../transport/time-limit.ts";
import type { CallOptions, SvcPromise } from "./call-options.ts";
import { checkKind, checkLimit } from "./options.ts";
import type { OperationRow } from "./table.ts";

/** What is started. */
export interface CallStart {
  readonly row: OperationRow | undefined;
  readonly operation: string;
  readonly parseAs?: string;
  readonly options: Pick<CallOptions, "signal" | "timeoutMs" | "priority">;
  /** Makes the request and sends it; under `raw` openapi-fetch does, and takes the answer. */
  readonly run: (send: (request: Request) => Promise<Response>) => Promise<unknown>;
}

/**
 * Runs one call. Its promise is rejected the moment that the signal, a time limit or `close()` ends it, whatever the
 * call is doing then; what it holds (timers, listeners, its permit) is given back in the same moment.
 */
export function startCall(session: Session, start: CallStart): SvcPromise<unknown> {
  const { calls, clock, totalTimeoutMs } = session;
  const { operation, options, run } = start;
  const { signal, timeoutMs = session.timeoutMs, priority } = options;
  const controller = new AbortController();
  let reject: (error: unknown) => void;
  const onAbort = (): void =>
    call.end(new AbortedError(`${operation}: aborted by the caller`, { cause: signal?.reason }));
  const settle = (isStream?: boolean): void => {
    calls.delete(call);
    release(session, call);
    // A stream outlives its call, and the signal still ends it.
    if (!isStream) call.unlisten?.();
  };
  const fail = (error: unknown): void => {
    settle();
    if (calls.size === 0) clearLimits(session);
    reject(withFacts(asSvcError(session, call, error), session, operation));
  };
  const now = totalTimeoutMs < Infinity ? clock.now() : 0;
  const lateAt = now + totalTimeoutMs;
  const call: Call = {
    ...start,
    timeoutMs: session.timeoutMs,
    // Under `raw` it may be the text that fetch knows by this name.
    priority: Number(priority) || 0,
    signal: controller.signal,
    end(error) {
      fail(error);
      controller.abort(error);
    },
    method: "",
    attempt: 0,
    retries: 0,
    retry: false,
    waiting: true,
    turn: 0,
    held: false,
    lateAt,
    expiresAt: lateAt,
    sent: {},
    isOwn: false,
    type: "",
  };
  const promise = new Promise<unknown>((resolve, rejectPromise) => {
    reject = rejectPromise;
    calls.add(call);
    if (session.closed) return fail(new AbortedError(`${operation}: the client is closed`));
    if (signal?.aborted) return onAbort();
    try {
      call.timeoutMs = timeoutMs === session.timeoutMs ? timeoutMs : checkLimit("timeoutMs", timeoutMs);
      if (signal) {
        checkKind("signal.addEventListener", signal.addEventListener);
        signal.addEventListener("abort", onAbort);
        call.unlisten = () => signal.removeEventListener("abort", onAbort);
      }
      limitTime(session, call, now);
      run((request) => send(session, call, request) as Promise<Response>).then((result) => {
        // Where a middleware answers, nothing is left to be read.
        settle(!!call.response && call.body === undefined);
        resolve(result);
      }, fail);
    } catch (error) {
      fail(error);
    }
  }) as SvcPromise<unknown>;
  call.promise = promise;
  // openapi-fetch gives its own answer under `raw`.
  if (!call.parseAs)
    promise.withResponse = () =>
      promise.then((data) => ({ data, response: call.response as Response, rateLimit: session.rateLimit() }));
  return promise;
}

/** What every error of a call knows: the operation, and the rate limit at the time. */
function withFacts(error: unknown, session: Session, operation: string): unknown {
  if (SvcError.is(error)) {
    if (!error.operation) Object.defineProperty(error, "operation", { value: operation, enumerable: true });
    if (!error.rateLimit) Object.defineProperty(error, "rateLimit", { value: session.rateLimit() });
  }
  return error;
}

function asSvcError(session: Session, call: Call, error: unknown): unknown {
  if (SvcError.is(error)) return error;
  if (call.response && error instanceof SyntaxError) return createApiError(session, call, undefined, "not JSON");
  // Under `raw` what a caller's middleware throws is the caller's.
  return call.parseAs ? error : fromCause(ConfigurationError, call, [wordsOf(error), error]);
}
