import { AbortedError } from "../errors/aborted-error.ts";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { redactCause, redactor } from "../errors/redact.ts";
import { SvcApiError } from "../errors/svc-api-error.ts";
import { SvcError } from "../errors/svc-error.ts";
import { TimeoutError } from "../errors/timeout-error.ts";
import { type Call, release, type Session } from "../transport/call.ts";
import { send } from "../transport/send.ts";
import { clearLimits } from "../transport/time-limit.ts";
import type { CallOptions, SvcPromise } from "./call-options.ts";
import { checkLimit } from "./options.ts";
import type { OperationRow } from "./table.ts";

/** What is started. */
export interface CallStart {
  readonly row: OperationRow | undefined;
  readonly operation: string;
  readonly parseAs?: string;
  readonly options: Pick<CallOptions, "signal" | "timeoutMs" | "priority">;
  /** Lets openapi-fetch make the request and take the answer. */
  readonly run: (fetch: (request: Request) => Promise<Response>) => Promise<unknown>;
}

/**
 * Runs one call. Its promise is rejected the moment that the signal, a time limit or `close()` ends it, whatever the
 * call is doing then; what it holds (timers, listeners, its permit) is given back in the same moment.
 */
export function startCall(session: Session, { row, operation, parseAs, options, run }: CallStart): SvcPromise<unknown> {
  const { clock, calls, totalTimeoutMs } = session;
  const { signal, timeoutMs } = options;
  const controller = new AbortController();
  let deadline: unknown;
  let reject: (error: unknown) => void;
  const onAbort = (): void =>
    call.end(new AbortedError(`${operation}: aborted by the caller`, { cause: signal?.reason }));
  const settle = (isStream?: boolean): void => {
    calls.delete(call);
    release(session, call);
    if (deadline) clock.clearTimeout(deadline);
    // A stream outlives its call, and the signal still ends it.
    if (!isStream) signal?.removeEventListener("abort", onAbort);
  };
  const fail = (error: unknown): void => {
    settle();
    if (calls.size === 0) clearLimits(session);
    reject(asSvcError(call, error));
  };
  const call: Call = {
    row,
    operation,
    parseAs,
    timeoutMs: session.timeoutMs,
    // Under `raw` it may be the text that fetch knows by this name.
    priority: Number(options.priority) || 0,
    signal: controller.signal,
    end(error) {
      fail(error);
      controller.abort(error);
    },
    retry: false,
    waiting: true,
    turn: false,
    held: false,
    expiresAt: Number.POSITIVE_INFINITY,
    timer: undefined,
    sent: {},
    rejected: undefined,
    response: undefined,
    type: "",
    body: undefined,
    retryAt: undefined,
    promise: undefined,
    data: undefined,
  };
  const promise = new Promise<unknown>((resolve, rejectPromise) => {
    reject = rejectPromise;
    calls.add(call);
    if (session.closed) return fail(new AbortedError(`${operation}: the client is closed`));
    if (signal?.aborted) return onAbort();
    try {
      if (timeoutMs !== undefined) call.timeoutMs = checkLimit("timeoutMs", timeoutMs);
      signal?.addEventListener("abort", onAbort);
      if (totalTimeoutMs < Number.POSITIVE_INFINITY) {
        const late = (): void =>
          call.end(new TimeoutError(`${operation}: took longer than totalTimeoutMs (${totalTimeoutMs})`));
        deadline = clock.setTimeout(late, totalTimeoutMs);
      }
      run((request) => send(session, call, request)).then((result) => {
        settle(call.body === undefined);
        resolve(parseAs ? result : call.data);
      }, fail);
    } catch (error) {
      fail(error);
    }
  }) as SvcPromise<unknown>;
  call.promise = promise;
  promise.withResponse = () =>
    promise.then((data) => ({ data, response: call.response as Response, rateLimit: session.rateLimit() }));
  return promise;
}

function asSvcError(call: Call, error: unknown): unknown {
  const { operation, response, parseAs } = call;
  if (SvcError.is(error)) return error;
  if (response && error instanceof SyntaxError)
    return new SvcApiError(`${operation}: the body is not JSON`, { ...response, operation });
  // Under `raw` what a caller's middleware throws is the caller's.
  if (parseAs) return error;
  const clean = redactor(call);
  return new ConfigurationError(`${operation}: ${clean(String(error)).slice(0, 300)}`, {
    cause: redactCause(error, clean),
  });
}
