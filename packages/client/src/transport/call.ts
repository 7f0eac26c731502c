import type { Credentials, Sent } from "../auth/credentials.ts";
import type { Pacer, RateLimitSnapshot, Refusal } from "../pacing/pacer.ts";
import type { RetryOptions } from "../retry/retry-decision.ts";
import { endAttempt, type Turns } from "../retry/turns.ts";
import type { Extras } from "../runtime/extras.ts";
import type { Hooks } from "../runtime/hooks.ts";
import type { NormalizedOptions } from "../runtime/options.ts";
import type { ClientTable, OperationRow } from "../runtime/table.ts";

/** A timer of time limits, and when it calls: `Infinity` where it is not set. */
export interface Limit {
  timer: unknown;
  wakeAt: number;
}

/** One client at work: what its calls have in common. Limits that are off are `Infinity`. */
export interface Session extends Omit<NormalizedOptions, "auth">, Limit {
  readonly table: ClientTable;
  readonly extras: Extras;
  readonly credentials: Credentials;
  readonly pacer: Pacer | undefined;
  readonly fetch: ((request: Request, init?: RequestInit) => Promise<Response>) | undefined;
  readonly retry: RetryOptions;
  readonly hooks: Hooks;
  readonly turns: Turns;
  /** Nothing is sent any more. */
  closed: boolean;
  /** Those that have not ended. */
  readonly calls: Set<Call>;
  readonly rateLimit: () => RateLimitSnapshot;
}

/** One call from its start to its end, over all of its attempts. */
export interface Call {
  /** Operation id, or method and path. */
  readonly operation: string;
  readonly row: OperationRow | undefined;
  /** Under `raw`, what openapi-fetch does with the body; `undefined` for methods, which read it by content type. */
  readonly parseAs?: string;
  timeoutMs: number;
  readonly priority: number;
  /** Aborted when the call ends before its time. */
  readonly signal: AbortSignal;
  /** Ends the call now: rejects its promise and aborts what is going on. */
  readonly end: (error: Error) => void;
  method: string;
  /** 1 for the first. */
  attempt: number;
  retries: number;
  /** Set for requests that were refused before: they keep their place. */
  retry: boolean;
  /** Nothing is under way but a wait: for a turn, or before a retry. */
  waiting: boolean;
  /** Of a retry beyond the budget that has its turn: the round of turns; else 0. */
  turn: number;
  /** A permit of the pacer is held. */
  held: boolean;
  /** When everything together has taken too long. */
  lateAt: number;
  /** When the attempt under way, or everything together, has taken too long. */
  expiresAt: number;
  /** Where timers are bound to requests, the call's own. */
  limit?: Limit;
  /** Timer of the backoff. */
  timer?: unknown;
  /** Credentials of the last attempt, for redaction and to find out which was refused. */
  sent: Sent;
  rejected?: Sent;
  /** Of the last attempt: its answer, or why there is none; and what a 429 meant. */
  response?: Response | undefined;
  /** The answer is the service's own, to a request with the credential; not that of another host after a redirect. */
  isOwn: boolean;
  failure?: unknown;
  refusal?: Refusal | undefined;
  /** Content type of the answer. */
  type: string;
  /** The body's bytes; `undefined` where it is left as the stream it is. */
  body?: BlobPart | undefined;
  retryAt?: Date | undefined;
  /** Stops listening to the caller's signal, where there is one. */
  unlisten?: () => void;
  /** The call's own, for `close()` to wait for. */
  promise?: Promise<unknown>;
}

/** Gives back what an attempt or a wait holds. */
export function release({ clock, pacer, turns }: Session, call: Call): void {
  endAttempt(turns, call);
  if (call.timer !== undefined) clock.clearTimeout(call.timer);
  call.expiresAt = call.lateAt;
  if (call.held) pacer?.failed();
  call.held = false;
}

/** Epoch milliseconds as a date, the latest where they are beyond it; `undefined` where they are none. */
export function toDate(at = 0): Date | undefined {
  return at > 0 ? new Date(Math.min(at, 8.64e15)) : undefined;
}
