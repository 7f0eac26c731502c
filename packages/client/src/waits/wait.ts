import type { OpenEnds } from "../call/call.ts";
import { callHook } from "../call/hooks.ts";
import { checkKind, checkLimit, checkSignal, invalid } from "../checks.ts";
import { type Clock, monotonic, whenAborted } from "../clock.ts";
import { AbortedError, SvcError, TimeoutError } from "../errors/errors.ts";
import type { Poll, Poller } from "./poller.ts";

/** Judgement of a poll: the wait goes on, has its result, or never will. */
export type Verdict = "pending" | "reached" | "failed";

/** A poll, as {@link WaiterOptions.onPoll} receives it. */
export interface PollEvent<Resource = unknown> {
  /** The resource; `undefined` if there was none, or no response. */
  readonly resource: Resource | undefined;
  /** The state; `undefined` if there was none. */
  readonly state: unknown;
  /** Number of polls in this wait, including this one. */
  readonly polls: number;
  /** Milliseconds since the wait began. */
  readonly elapsedMs: number;
}

/** Options of a wait. */
export interface WaiterOptions<Resource = unknown> {
  /** Ends the wait with an `AbortedError`. @default none */
  readonly signal?: AbortSignal | undefined;
  /** Longest wait in milliseconds, above 0 and below 2^31, or `false`: no limit. @default the document's, or 600_000 */
  readonly timeoutMs?: number | false | undefined;
  /** Milliseconds between the first two polls, above 0 and below 2^31. @default the document's, or 1_000 */
  readonly intervalMs?: number | undefined;
  /** Most milliseconds between two polls, above 0 and below 2^31. @default the document's, or 30_000 */
  readonly maxIntervalMs?: number | undefined;
  /** Called after each poll. Its errors and rejections are ignored. @default none */
  readonly onPoll?: ((event: PollEvent<Resource>) => void) | undefined;
}

/** A wait for a state. */
export interface Wait {
  /** Name for messages: `sessions.untilActive`. */
  readonly name: string;
  /** Operation id of the polls. */
  readonly operation?: string | undefined;
  readonly judge: (poll: Poll) => Verdict;
  readonly stateOf: (poll: Poll) => unknown;
  /** Words for the state that is waited for. */
  readonly goal: string;
  readonly timeoutMs?: number | undefined;
  readonly intervalMs?: number | undefined;
  readonly maxIntervalMs?: number | undefined;
}

/** Polls come after everything else that waits for the rate limit. */
export const POLL_PRIORITY: number = Number.MIN_SAFE_INTEGER;

/** Growth of the interval with each poll. */
const GROWTH = 1.5;

/** The polls that a wait sees, and the other waits of its client. */
export interface WaitContext {
  readonly clock: Clock;
  readonly poller: Poller;
  readonly open: OpenEnds;
}

/**
 * Waits until a poll reaches the state; resolves to that poll's data.
 *
 * @throws ConfigurationError for an invalid option; WaiterError for a failure state; WaiterTimeoutError after `timeoutMs`;
 * AbortedError for the signal and for `close()`; what the polled method throws, unless a later poll may have another result
 */
export async function waitFor(
  { clock, poller, open }: WaitContext,
  wait: Wait,
  { signal, onPoll, ...given }: WaiterOptions,
): Promise<unknown> {
  const { name, operation, judge, stateOf, goal } = wait;
  const timeoutMs = checkLimit("timeoutMs", given.timeoutMs ?? wait.timeoutMs ?? 600_000);
  let intervalMs = checkLimit("intervalMs", given.intervalMs ?? wait.intervalMs ?? 1000);
  const most = wait.maxIntervalMs ?? 30_000;
  const maxIntervalMs = checkLimit("maxIntervalMs", given.maxIntervalMs ?? Math.max(most, intervalMs));
  if (maxIntervalMs < intervalMs)
    throw invalid("maxIntervalMs", `at least intervalMs (${intervalMs}), got ${maxIntervalMs}`);
  if (onPoll !== undefined) checkKind("onPoll", onPoll);
  if (signal !== undefined) checkSignal(signal);
  const began = monotonic(clock);
  let seen: LastSeen = { state: undefined, resource: undefined, status: undefined };
  let cause: unknown;
  let polls = 0;
  let stop = (): void => {};
  try {
    return await new Promise((resolve, reject) => {
      const timer =
        timeoutMs < Infinity &&
        clock.setTimeout(() => {
          const last = polls === 0 ? "nothing was seen" : `last seen: ${showState(seen.state ?? seen.status)}`;
          const message = `${name}: ${goal} was not reached within ${timeoutMs} ms; ${last}`;
          reject(new WaiterTimeoutError(message, seen, { operation, cause }));
        }, timeoutMs);
      open.add(reject);
      const unwatch = poller.watch({
        nextDelay() {
          const delayMs = Math.min(intervalMs, maxIntervalMs);
          intervalMs = delayMs * GROWTH;
          return delayMs;
        },
        see(poll) {
          polls++;
          cause = poll.error;
          const { data, status, error, isPassing } = poll;
          if (status !== undefined) seen = { state: stateOf(poll), resource: data, status };
          callHook(onPoll, { resource: data, state: stateOf(poll), polls, elapsedMs: monotonic(clock) - began });
          const verdict = judge(poll);
          if (verdict === "reached") resolve(data);
          else if (verdict === "failed")
            reject(
              new WaiterError(
                `${name}: ${showState(seen.state ?? status)} was reached instead of ${goal}`,
                seen,
                operation,
              ),
            );
          else if (error !== undefined && !isPassing) reject(error);
        },
      });
      const unlisten = whenAborted(signal, () =>
        reject(new AbortedError(`${name}: aborted by the caller`, { cause: signal?.reason })),
      );
      stop = () => {
        unwatch();
        open.delete(reject);
        if (timer !== false) clock.clearTimeout(timer);
        unlisten();
      };
    });
  } finally {
    stop();
  }
}

/** A resource as last seen. */
export interface LastSeen {
  /** State at the declared place; `undefined` if there was none, or no response. */
  readonly state: unknown;
  /** The whole response body. */
  readonly resource: unknown;
  /** HTTP status; `undefined`: no response. */
  readonly status: number | undefined;
}

/** The resource is in a state from which it cannot reach the desired one. */
export class WaiterError<Resource = unknown> extends SvcError {
  override get name(): "WaiterError" {
    return "WaiterError";
  }
  /** The failure state; `undefined` if a status or the caller decided. */
  declare readonly state: unknown;
  /** The resource as last seen. Not enumerable: it is not printed. */
  declare readonly resource: Resource;
  /** HTTP status of the response. */
  declare readonly status: number | undefined;

  constructor(message: string, seen: LastSeen, operation?: string) {
    super(message);
    describe(this, seen, operation);
  }
}

/** `timeoutMs` passed before the state was reached. `cause` is the error of the last poll, if it failed. */
export class WaiterTimeoutError<Resource = unknown> extends TimeoutError {
  override get name(): never {
    return "WaiterTimeoutError" as never;
  }
  /** State as last seen; `undefined` if none was. */
  declare readonly state: unknown;
  /** The resource as last seen; `undefined` if it never was. Not enumerable: it is not printed. */
  declare readonly resource: Resource | undefined;
  /** HTTP status of the last response. */
  declare readonly status: number | undefined;

  constructor(
    message: string,
    seen: LastSeen,
    { operation, cause }: { operation?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    describe(this, seen, operation);
  }
}

function describe(error: SvcError, { state, resource, status }: LastSeen, operation: string | undefined): void {
  Object.defineProperty(error, "resource", { value: resource });
  for (const [name, value] of Object.entries({ state, status, operation }))
    if (value !== undefined) Object.defineProperty(error, name, { value, enumerable: true, configurable: true });
}

/** A state for a message: the document's own words are short. */
export function showState(state: unknown): string {
  const text = typeof state === "object" && state !== null ? "an object" : (JSON.stringify(state) ?? "none");
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
