import type { SvcPromise } from "../call/call.ts";
import { type Effects, monotonic } from "../clock.ts";
import {
  AbortedError,
  ConnectionError,
  RateLimitError,
  ServerError,
  SvcApiError,
  TimeoutError,
} from "../errors/errors.ts";
import { retryAfterMs } from "../retry/retry-decision.ts";

/** Result of one poll: a response, or the error of the call. */
export interface Poll {
  /** The data of a success, the body of an error response. */
  readonly data: unknown;
  /** `undefined`: no response. */
  readonly status: number | undefined;
  /** The error that the call ended with. */
  readonly error: unknown;
  /** Whether a later poll may have another result although this one failed. */
  readonly isPassing: boolean;
}

/** Somebody who waits for a state. */
export interface Watcher {
  /** Milliseconds to the next poll; asked once after each. */
  readonly nextDelay: () => number;
  readonly see: (poll: Poll) => void;
}

/** The polls of one resource, shared by all who wait for it. */
export interface Poller {
  /** Polls until the returned function is called. A poll that was under way before decides nothing for the watcher. */
  watch(watcher: Watcher): () => void;
}

/** Options of {@link createPoller}. */
export interface PollerOptions {
  /** Called when nobody watches any more. @default none */
  readonly onIdle?: () => void;
}

/**
 * Polls while somebody watches: at once for each new watcher, then when the first of them wants it, but never before the
 * time that the service gave by `Retry-After`.
 */
export function createPoller(
  { clock, random }: Effects,
  request: (signal: AbortSignal) => SvcPromise<unknown>,
  { onIdle }: PollerOptions = {},
): Poller {
  const dueTimes = new Map<Watcher, number>();
  let underWay: AbortController | undefined;
  let timer: unknown;
  let notBefore = -Infinity;

  const schedule = (): void => {
    clock.clearTimeout(timer);
    if (underWay || dueTimes.size === 0) return;
    const at = Math.max(notBefore, Math.min(...dueTimes.values()));
    const delayMs = at - monotonic(clock);
    // Those who begin to watch in one turn of the event loop share the first poll.
    if (delayMs <= 0) queueMicrotask(() => void poll());
    else timer = clock.setTimeout(schedule, delayMs);
  };

  const poll = async (): Promise<void> => {
    if (underWay || dueTimes.size === 0) return;
    const controller = new AbortController();
    underWay = controller;
    const watchers = [...dueTimes.keys()];
    const [result, headers] = await settle(request(controller.signal));
    if (underWay === controller) underWay = undefined;
    if (controller.signal.aborted) return schedule();
    const now = monotonic(clock);
    const date = clock.now();
    notBefore = now + ((headers && retryAfterMs(headers, date)) ?? 0);
    if (RateLimitError.is(result.error))
      notBefore = Math.max(notBefore, now + Number(result.error.retryAt ?? 0) - date);
    const factor = 0.8 + 0.4 * random();
    for (const watcher of watchers) {
      if (!dueTimes.has(watcher)) continue;
      dueTimes.set(watcher, now + watcher.nextDelay() * factor);
      watcher.see(result);
    }
    schedule();
  };

  return {
    watch(watcher) {
      dueTimes.set(watcher, -Infinity);
      schedule();
      return () => {
        if (!dueTimes.delete(watcher) || dueTimes.size > 0) return;
        clock.clearTimeout(timer);
        underWay?.abort();
        underWay = undefined;
        onIdle?.();
      };
    },
  };
}

async function settle(promise: SvcPromise<unknown>): Promise<readonly [Poll, Headers | undefined]> {
  try {
    const { data, response } = await promise.withResponse();
    return [{ data, status: response.status, error: undefined, isPassing: false }, response.headers];
  } catch (error) {
    const { status, body, headers } = SvcApiError.is(error) ? error : ({} as Partial<SvcApiError>);
    return [{ data: body, status, error, isPassing: isPassing(error) }, headers];
  }
}

/** Failures that say nothing of the resource. The client has retried them; a wait is longer than its patience. */
function isPassing(error: unknown): boolean {
  if (AbortedError.is(error)) return false;
  return [ServerError, RateLimitError, ConnectionError, TimeoutError].some((kind) => kind.is(error));
}
