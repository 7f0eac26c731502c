import { checkLimit, checkPolicy, checkSignal, invalid, RETRY } from "../checks.ts";
import { monotonic, whenAborted } from "../clock.ts";
import { AbortedError, SvcError } from "../errors/errors.ts";
import { nameOf } from "../errors/redact.ts";
import type { Fetch, PolicyCall } from "../policies/policy.ts";
import type { OperationRow } from "../table.ts";
import type { Call, CallHost, CallOptions } from "./call.ts";
import { callHook, isObserved } from "./hooks.ts";
import { onceRead } from "./read-body.ts";

let lastId = 0;

export type SendRequest = (request: Request) => Promise<Response>;

/** Option of additions to a client: sends the requests of a call in place of the client's `fetch`. */
export const SENT_BY: unique symbol = /* @__PURE__ */ Symbol("fetch");

export interface SentBy {
  readonly [SENT_BY]?: Fetch;
}

export interface CallStart<Result> {
  readonly row?: OperationRow | undefined;
  readonly operation: string;
  /** Whether the body of a success is left as a stream. @default by its content type */
  readonly isStream?: boolean;
  readonly options: Pick<CallOptions, "signal" | "timeoutMs" | "priority" | "retry" | "idempotent"> & SentBy;
  /** Makes the request, passes it to `send`, and makes the result of the call from the response. */
  readonly run: (send: SendRequest, call: PolicyCall) => Promise<Result>;
}

/** Changing facts of a call, which only its start and end see. */
interface Progress {
  readonly promise: Promise<unknown>;
  isOver: boolean;
  isWaiting: boolean;
  attempts: number;
  request?: Request;
  /** Ends the call when the caller's signal is aborted, until this is called. */
  unlisten?: (() => void) | undefined;
  readonly endings: Set<() => void>;
}

/**
 * Starts a call. Its promise is rejected as soon as the signal, a policy or `close()` ends the call, whatever step is under
 * way; timers, listeners and the permit of the rate limit are given back at the same time.
 */
export function startCall<Result>(host: CallHost, start: CallStart<Result>): Promise<Result> {
  const { options, run } = start;
  const { signal } = options;
  let resolve: (result: Result) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const result = new Promise<Result>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  const promise = result.then(undefined, throwToCaller);
  const progress: Progress = { promise, isOver: false, isWaiting: true, attempts: 0, endings: new Set() };
  const begunAt = monotonic(host.clock);
  const settle = (error?: unknown): void => {
    progress.isOver = true;
    progress.unlisten?.();
    host.calls.delete(call);
    const { request, attempts } = progress;
    const { observers, clock } = host;
    if (request && isObserved(observers))
      observers.report({ ...call, attempt: attempts }, "onEnd", request, {
        error,
        durationMs: monotonic(clock) - begunAt,
      });
  };
  const fail = (error: unknown): void => {
    for (const callback of progress.endings) callHook(callback, undefined);
    // A call that was ended fails once more, with the request that this aborted.
    if (progress.isOver) return;
    describeError(error, host, nameOf(start));
    settle(error);
    reject(error);
  };
  const call = createCall(host, start, progress, fail);
  const name = nameOf(start);
  host.calls.add(call);
  try {
    if (host.closed) throw new AbortedError(`${name}: the client is closed`);
    if (signal) {
      checkSignal(signal);
      progress.unlisten = whenAborted(signal, () =>
        call.end(new AbortedError(`${name}: aborted by the caller`, { cause: signal.reason })),
      );
    }
    if (!progress.isOver)
      run((request) => send(host, call, request, progress), call).then((value) => {
        settle();
        resolve(value);
      }, fail);
  } catch (error) {
    fail(error);
  }
  return promise;
}

function send(host: CallHost, call: PolicyCall, request: Request, progress: Progress): Promise<Response> {
  progress.request = request;
  progress.isWaiting = false;
  const sent = host.send(request, call);
  const { unlisten } = progress;
  if (!unlisten) return sent;
  return sent.then((response) => {
    if (response.bodyUsed || !response.body) return response;
    // A stream outlives its call: the caller's signal ends it from then on.
    progress.unlisten = undefined;
    return onceRead(response, unlisten);
  });
}

function createCall(
  host: CallHost,
  { operation, row, isStream, options }: CallStart<unknown>,
  progress: Progress,
  fail: (error: unknown) => void,
): Call {
  const { timeoutMs, priority, retry, idempotent } = options;
  const controller = new AbortController();
  const sent: PolicyCall["sent"][number][] = [];
  return {
    id: ++lastId,
    operation,
    row,
    attempt: 0,
    signal: controller.signal,
    priority: priority ?? 0,
    timeoutMs,
    retry: retry === false ? { limit: 0 } : retry,
    isIdempotent: !!idempotent,
    isStream,
    fetch: options[SENT_BY],
    clock: host.clock,
    random: host.random,
    observers: host.observers,
    sent,
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
    promise: progress.promise,
    isWaiting: () => progress.isWaiting,
  };
}

/** Checks the values of the options of a call of a method, or of `raw`; all calls look at their signal. @throws ConfigurationError */
export function checkCall(options: CallOptions): void {
  const { timeoutMs = false, retry, priority = 0, idempotent = false } = options;
  checkLimit("timeoutMs", timeoutMs);
  if (typeof idempotent !== "boolean") throw invalid("idempotent", "a boolean", idempotent);
  if (typeof priority !== "number") throw invalid("priority", "a number", priority);
  if (retry) checkPolicy(RETRY, retry);
}

/** Adds the operation and the rate limit at the time to the error of a call. */
export function describeError(error: unknown, host: Omit<CallHost, "send">, operation: string): void {
  if (!SvcError.is(error)) return;
  if (!error.operation) Object.defineProperty(error, "operation", { value: operation, enumerable: true });
  if (!error.rateLimit) Object.defineProperty(error, "rateLimit", { value: host.rateLimit?.() });
  host.claim?.(error);
}

/**
 * Throws an error of a call with the frames of the caller at the end of its stack. It is to run as a reaction of the
 * promise that the caller awaits: there V8 knows who awaits it, and a call that succeeds pays nothing. Runtimes that do
 * not know it leave the stack as it is.
 *
 * @see https://v8.dev/docs/stack-trace-api#async-stack-traces
 */
export function throwToCaller(error: unknown): never {
  const here = { stack: "" };
  Error.captureStackTrace?.(here, throwToCaller);
  if (SvcError.is(error))
    // A reaction has no caller but the runtime's own: the other frames are those of functions that wait.
    for (const [frame, place = ""] of here.stack.matchAll(/\n +at (?!.*node:).*?([^ (]+:\d+:\d+).*/g))
      if (!error.stack?.includes(place)) error.stack += frame;
  throw error;
}
