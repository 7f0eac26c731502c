import { AbortedError } from "../errors/aborted-error.ts";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { redactCause } from "../errors/redact.ts";
import { SvcApiError } from "../errors/svc-api-error.ts";
import { SvcError } from "../errors/svc-error.ts";
import { TimeoutError } from "../errors/timeout-error.ts";
import type { Call } from "../transport/call.ts";
import { cleaner, release } from "../transport/send.ts";
import type { CallOptions } from "./call-options.ts";
import { checkLimit } from "./options.ts";
import type { Session } from "./session.ts";
import type { OperationRow } from "./table.ts";

/** What is started. */
export interface CallStart {
  readonly row: OperationRow | undefined;
  readonly operation: string;
  readonly parseAs: string | undefined;
  readonly options: Pick<CallOptions, "signal" | "timeoutMs" | "totalTimeoutMs" | "priority">;
}

/**
 * Runs one call. Its promise is rejected the moment that the signal, a time limit or `close()` ends it, whatever the
 * call is doing then; what it holds (timers, listeners, its permit) is given back in the same moment.
 */
export function startCall<T>(
  session: Session,
  start: CallStart,
  execute: (call: Call) => Promise<T>,
): { call: Call; promise: Promise<T> } {
  const { transport, calls } = session;
  const { operation, options } = start;
  const { signal } = options;
  const controller = new AbortController();
  let reject: (error: unknown) => void;
  let deadline: unknown;
  const onAbort = (): void =>
    call.end(new AbortedError(`${operation}: aborted by the caller's signal`, { cause: signal?.reason }));
  const settle = (): void => {
    calls.delete(call);
    release(transport, call);
    transport.clock.clearTimeout(deadline);
    // A stream outlives its call, and the signal ends it still.
    if (call.body !== undefined || !call.response) signal?.removeEventListener("abort", onAbort);
  };
  const call: Call = {
    row: start.row,
    operation,
    parseAs: start.parseAs,
    timeoutMs: session.timeoutMs,
    priority: options.priority ?? 0,
    signal: controller.signal,
    end(error) {
      reject(error);
      settle();
      controller.abort(error);
    },
    retry: false,
    waiting: true,
    held: false,
    timer: undefined,
    sent: {},
    rejected: undefined,
    response: undefined,
    body: undefined,
    retryAt: undefined,
  };
  const run = async (): Promise<T> => {
    if (options.timeoutMs !== undefined) call.timeoutMs = checkLimit("timeoutMs", options.timeoutMs, false);
    return execute(call);
  };
  const promise = new Promise<T>((resolve, fail) => {
    reject = fail;
    if (transport.closed) return fail(new AbortedError(`${operation}: the client is closed`));
    if (signal?.aborted) return onAbort();
    signal?.addEventListener("abort", onAbort);
    const total =
      options.totalTimeoutMs === undefined
        ? session.totalTimeoutMs
        : checkLimit("totalTimeoutMs", options.totalTimeoutMs, false);
    if (total < Number.POSITIVE_INFINITY) {
      const late = (): void => call.end(new TimeoutError(`${operation}: not done within totalTimeoutMs (${total})`));
      deadline = transport.clock.setTimeout(late, total);
    }
    run().then(
      (value) => {
        settle();
        resolve(value);
      },
      (error) => {
        settle();
        fail(asSvcError(call, error));
      },
    );
  });
  if (call.waiting) calls.set(call, promise);
  return { call, promise };
}

function asSvcError(call: Call, error: unknown): unknown {
  if (SvcError.is(error)) return error;
  const { operation, response, parseAs } = call;
  if (response && error instanceof SyntaxError) {
    const { status, headers } = response;
    return new SvcApiError(`${operation}: ${status}, but the body is not JSON`, { status, headers, operation });
  }
  // Under `raw` what a caller's middleware throws is the caller's.
  if (parseAs) return error;
  const clean = cleaner(call);
  return new ConfigurationError(`${operation}: the request cannot be built: ${clean(String(error))}`, {
    cause: redactCause(error, clean),
  });
}
