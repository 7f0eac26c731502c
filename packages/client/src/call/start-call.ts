import { checkKind, checkLimit, checkPolicy, checkRest, invalid } from "../checks.ts";
import { throwToCaller } from "../errors/caller-frames.ts";
import { AbortedError, ConfigurationError, SvcError } from "../errors/errors.ts";
import { fromCause, wordsOf } from "../errors/redact.ts";
import type { RetryOptions } from "../retry/retry-decision.ts";
import type { OperationRow } from "../table.ts";
import { createApiError } from "./api-error.ts";
import type { Call, Session } from "./call.ts";
import type { CallOptions, SvcPromise } from "./call-options.ts";
import { emit } from "./hooks.ts";
import { onceRead } from "./read-body.ts";
import { runCall } from "./run-call.ts";

let lastId = 0;

/** A call that is to be started. */
export interface CallStart {
  readonly row?: OperationRow | undefined;
  readonly operation: string;
  readonly parseAs?: string;
  readonly options: Pick<CallOptions, "signal" | "timeoutMs" | "priority" | "retry" | "idempotent">;
  /**
   * First step: makes the request and passes it to `exchange`, which runs the other steps and resolves to the data, or to
   * the response where `parseAs` is set. The promise of the call resolves to the result.
   */
  readonly run: (exchange: (request: Request) => Promise<unknown>) => Promise<unknown>;
}

/**
 * Starts a call. Its promise is rejected as soon as the signal, a time limit or `close()` ends the call, whatever step is
 * under way; timers, listeners and the permit of the rate limit are given back at the same time.
 */
export function startCall(session: Session, { row, operation, parseAs, options, run }: CallStart): SvcPromise<unknown> {
  const { signal, timeoutMs = session.timeoutMs, priority, retry, idempotent } = options;
  const controller = new AbortController();
  let response: Response | undefined;
  let stopTimer: (() => void) | undefined;
  let unlisten: (() => void) | undefined;
  const { promise: result, resolve, reject } = deferred();
  const promise = result.then(undefined, throwToCaller) as SvcPromise<unknown>;
  const begunAt = session.clock.now();
  const settle = (error?: unknown): unknown => {
    session.calls.delete(call);
    if (call.event) emit(session.observers, "onEnd", call.event, { error, durationMs: session.clock.now() - begunAt });
    stopTimer?.();
    unlisten?.();
    return error;
  };
  const fail = (cause: unknown): void => {
    // A call that was ended fails once more, with the request that this aborted.
    const isFirst = session.calls.delete(call);
    call.release();
    session.budget.end(call);
    if (isFirst) reject(settle(asError(session, call, cause, response)));
    if (session.calls.size === 0) session.limits.clear();
  };
  const onAbort = (): void =>
    call.end(new AbortedError(`${operation}: aborted by the caller`, { cause: signal?.reason }));
  const call: Call = {
    id: ++lastId,
    event: undefined,
    operation,
    row,
    parseAs,
    timeoutMs,
    retry: mergeRetry(session, retry),
    isIdempotent: !!idempotent,
    // Under `raw` it may be the text that fetch knows by this name.
    priority: Number(priority) || 0,
    signal: controller.signal,
    sent: [],
    end(error) {
      fail(error);
      // Node.js writes the stack of the reason anew, so that it must not be the error that the caller gets.
      controller.abort(SvcError.is(error) ? new (error.constructor as typeof SvcError)(error.message, error) : error);
    },
    keep(given, isStream) {
      response = isStream && unlisten ? onceRead(given, unlisten) : given;
      if (isStream) unlisten = undefined;
      return response;
    },
    promise,
    waiting: true,
    release() {},
  };
  session.calls.add(call);
  try {
    if (session.closed) throw new AbortedError(`${operation}: the client is closed`);
    checkOptions(options, parseAs !== undefined);
    unlisten = signal && listen(signal, onAbort);
    stopTimer = session.limits.start(call, "totalTimeoutMs", session.totalTimeoutMs);
    if (signal?.aborted) onAbort();
    else
      run((request) => runCall(session, call, request)).then((result) => {
        settle();
        resolve(result);
      }, fail);
  } catch (error) {
    fail(error);
  }
  // Under `raw` the result is that of openapi-fetch.
  if (!parseAs)
    promise.withResponse = () =>
      promise.then((data) => ({ data, response: response as Response, rateLimit: session.pacer.snapshot() }));
  return promise;
}

/** @throws ConfigurationError naming the invalid option */
function checkOptions(
  { timeoutMs = false, retry, signal, priority, idempotent, ...rest }: CallOptions,
  isRaw: boolean,
) {
  checkLimit("timeoutMs", timeoutMs);
  if (typeof (idempotent ?? true) !== "boolean") throw invalid("idempotent", "a boolean");
  if (retry) checkPolicy("retry", retry);
  // Under `raw` the others are those of openapi-fetch.
  if (!isRaw) checkRest(rest);
}

/** The client's policy with what the call changes of it. */
function mergeRetry(session: Session, retry: CallOptions["retry"]): RetryOptions {
  return retry === undefined ? session.retry : { ...session.retry, ...(retry || { limit: 0 }) };
}

/** `Promise.withResolvers`, which Node.js 20 does not have. */
function deferred() {
  let resolve: (result: unknown) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<unknown>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

/** Calls back when the signal is aborted, unless the returned function is called before. */
function listen(signal: AbortSignal, onAbort: () => void): () => void {
  checkKind("signal.addEventListener", signal.addEventListener);
  signal.addEventListener("abort", onAbort);
  return () => signal.removeEventListener("abort", onAbort);
}

/** The error of a call, with the operation and the rate limit at the time. */
function asError(session: Session, call: Call, cause: unknown, response: Response | undefined): unknown {
  let error = cause;
  if (response && error instanceof SyntaxError)
    error = createApiError(session, call, response, { problem: "not JSON" });
  // Under `raw` other errors are those of the caller's middleware.
  if (!call.parseAs && !SvcError.is(error)) error = fromCause(ConfigurationError, call, wordsOf(error), error);
  if (SvcError.is(error)) {
    if (!error.operation) Object.defineProperty(error, "operation", { value: call.operation, enumerable: true });
    if (!error.rateLimit) Object.defineProperty(error, "rateLimit", { value: session.pacer.snapshot() });
    session.claim?.(error);
  }
  return error;
}
