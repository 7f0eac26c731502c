import { checkKind, checkLimit, checkPolicy, checkRest, invalid } from "../checks.ts";
import { monotonic } from "../clock.ts";
import { throwToCaller } from "../errors/caller-frames.ts";
import { AbortedError, ConfigurationError, SvcError } from "../errors/errors.ts";
import { fromCause, wordsOf } from "../errors/redact.ts";
import type { CallChanges, PolicyCall } from "../policies/policy.ts";
import type { OperationRow } from "../table.ts";
import { createApiError } from "./api-error.ts";
import type { Call, CallHost } from "./call.ts";
import type { CallOptions, SvcPromise } from "./call-options.ts";
import { deliver } from "./deliver.ts";
import { isObserved, report } from "./hooks.ts";
import { onceRead } from "./read-body.ts";

let lastId = 0;

/** A call that is to be started. */
export interface CallStart {
  readonly row?: OperationRow | undefined;
  readonly operation: string;
  /**
   * Set where the response itself is the result, whatever its status: whether the body of a success is left as a stream.
   * The result of others is their data.
   */
  readonly raw?: { readonly isStream: boolean };
  readonly options: Pick<CallOptions, "signal" | "timeoutMs" | "priority" | "retry" | "idempotent">;
  /** Makes the request and passes it to `send`, through the policies. The promise of the call resolves to the result. */
  readonly run: (send: (request: Request, more?: CallChanges) => Promise<unknown>) => Promise<unknown>;
}

/** Changing facts of a call, which only its start and end see. */
interface Progress {
  isOver: boolean;
  isWaiting: boolean;
  attempts: number;
  request: Request | undefined;
  response: Response | undefined;
  /** Ends the call when the caller's signal is aborted, until this is called. */
  unlisten: (() => void) | undefined;
  readonly endings: Set<() => void>;
}

/**
 * Starts a call. Its promise is rejected as soon as the signal, a policy or `close()` ends the call, whatever step is under
 * way; timers, listeners and the permit of the rate limit are given back at the same time.
 */
export function startCall(host: CallHost, start: CallStart): SvcPromise<unknown> {
  const { operation, raw, options, run } = start;
  const { signal } = options;
  const { result, resolve, reject } = deferred();
  const promise = result.then(undefined, throwToCaller) as SvcPromise<unknown>;
  const progress: Progress = {
    isOver: false,
    isWaiting: true,
    attempts: 0,
    request: undefined,
    response: undefined,
    unlisten: undefined,
    endings: new Set(),
  };
  const begunAt = monotonic(host.clock);
  const settle = (error?: unknown): void => {
    progress.isOver = true;
    progress.unlisten?.();
    host.calls.delete(call);
    const { request, attempts } = progress;
    if (!request || !isObserved(host.observers)) return;
    report({ ...call, attempt: attempts }, "onEnd", request, { error, durationMs: monotonic(host.clock) - begunAt });
  };
  const fail = (cause: unknown): void => {
    for (const callback of progress.endings) callback();
    // A call that was ended fails once more, with the request that this aborted.
    if (progress.isOver) return;
    const error = asError(host, call, raw !== undefined, { cause, response: progress.response });
    settle(error);
    reject(error);
    if (host.calls.size === 0) host.onIdle?.();
  };
  const call = createCall(host, start, { promise, progress, fail });
  const onAbort = (): void =>
    call.end(new AbortedError(`${operation}: aborted by the caller`, { cause: signal?.reason }));
  host.calls.add(call);
  try {
    if (host.closed) throw new AbortedError(`${operation}: the client is closed`);
    checkOptions(options, raw !== undefined);
    progress.unlisten = signal && listen(signal, onAbort);
    if (signal?.aborted) onAbort();
    else
      run((request, more) => send(host, more ? { ...call, ...more } : call, request, { progress, raw })).then(
        (value) => {
          settle();
          resolve(value);
        },
        fail,
      );
  } catch (error) {
    fail(error);
  }
  // Under `raw` the result is that of openapi-fetch.
  if (!raw)
    promise.withResponse = async () => {
      const data = await promise;
      return { data, response: progress.response as Response, rateLimit: host.rateLimit?.() ?? UNKNOWN };
    };
  return promise;
}

/** The rate limit where nothing paces. */
const UNKNOWN = { limit: undefined, remaining: undefined, resetAt: undefined, queued: 0, inFlight: 0 } as const;

interface Sending {
  readonly progress: Progress;
  readonly raw: CallStart["raw"] | undefined;
}

/** Sends the request of a call through the policies. */
async function send(host: CallHost, call: PolicyCall, request: Request, { progress, raw }: Sending): Promise<unknown> {
  progress.request = request;
  progress.isWaiting = false;
  const answer = await host.send(request, call);
  const { unlisten } = progress;
  // A stream outlives its call: the caller's signal ends it from then on.
  const isOpen = unlisten && answer.body && !answer.bodyUsed;
  const response = isOpen ? onceRead(answer, unlisten) : answer;
  if (isOpen) progress.unlisten = undefined;
  progress.response = response;
  return raw ? response : deliver(host, call, response);
}

interface CallParts {
  readonly promise: Promise<unknown>;
  readonly progress: Progress;
  readonly fail: (error: unknown) => void;
}

/** A call as its policies see it. */
function createCall(host: CallHost, { operation, row, raw, options }: CallStart, parts: CallParts): Call {
  const { timeoutMs, priority, retry, idempotent } = options;
  const { promise, progress, fail } = parts;
  const controller = new AbortController();
  const sent: PolicyCall["sent"][number][] = [];
  return {
    id: ++lastId,
    operation,
    row,
    attempt: 0,
    last: undefined,
    signal: controller.signal,
    // Under `raw` it may be the text that fetch knows by this name.
    priority: Number(priority) || 0,
    timeoutMs,
    retry: retry === false ? { limit: 0 } : retry,
    isIdempotent: !!idempotent,
    isStream: raw?.isStream,
    without: undefined,
    clock: host.clock,
    random: host.random,
    observers: host.observers,
    sent,
    onHeaders: undefined,
    hide: (secrets) => void sent.push(secrets),
    isOpen: () => !host.closed,
    countAttempt: () => ++progress.attempts,
    end(error) {
      fail(error);
      // Node.js writes the stack of the reason anew, so that it must not be the error that the caller gets.
      controller.abort(SvcError.is(error) ? new (error.constructor as typeof SvcError)(error.message, error) : error);
    },
    onEnd(callback) {
      progress.endings.add(callback);
      return () => progress.endings.delete(callback);
    },
    async idle(waited) {
      progress.isWaiting = true;
      const value = await waited;
      progress.isWaiting = false;
      return value;
    },
    promise,
    isWaiting: () => progress.isWaiting,
  };
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

/** `Promise.withResolvers`, which Node.js 20 does not have. */
function deferred() {
  let resolve: (result: unknown) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const result = new Promise<unknown>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { result, resolve, reject };
}

/** Calls back when the signal is aborted, unless the returned function is called before. */
function listen(signal: AbortSignal, onAbort: () => void): () => void {
  checkKind("signal.addEventListener", signal.addEventListener);
  signal.addEventListener("abort", onAbort);
  return () => signal.removeEventListener("abort", onAbort);
}

/** Why a call failed, and the response, if there was one. */
interface Failure {
  readonly cause: unknown;
  readonly response: Response | undefined;
}

/** The error of a call, with the operation and the rate limit at the time. */
function asError(host: CallHost, call: Call, isRaw: boolean, { cause, response }: Failure): unknown {
  let error = cause;
  if (response && error instanceof SyntaxError) error = createApiError(call, response, { problem: "not JSON" });
  // Under `raw` other errors are those of the caller's middleware.
  if (!isRaw && !SvcError.is(error)) error = fromCause(ConfigurationError, call, wordsOf(error), error);
  if (SvcError.is(error)) {
    if (!error.operation) Object.defineProperty(error, "operation", { value: call.operation, enumerable: true });
    if (!error.rateLimit) Object.defineProperty(error, "rateLimit", { value: host.rateLimit?.() });
    host.claim?.(error);
  }
  return error;
}
