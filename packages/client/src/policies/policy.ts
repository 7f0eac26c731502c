import type { Observers } from "../call/hooks.ts";
import { lendBody } from "../call/read-body.ts";
import { checkKind, checkResponse, invalid } from "../checks.ts";
import { type Clock, monotonic } from "../clock.ts";
import { ConfigurationError, ConnectionError, SvcError } from "../errors/errors.ts";
import { fromCause, wordsOf } from "../errors/redact.ts";
import type { Refusal } from "../pacing/pacer.ts";
import type { RetryOptions } from "../retry/retry-decision.ts";
import type { OperationRow } from "../table.ts";

/**
 * One policy of a call. It passes the request to `next` (unchanged, changed, later, several times or not at all) and
 * returns a response, that of `next` or another. `next` rejects with an `SvcError`.
 */
export type Policy = (request: Request, next: Next, call: PolicyCall) => Promise<Response>;

/**
 * Passes a request to the next policy. If `changed` is given, the policies that follow see it instead of the call: a
 * copy with other facts.
 */
export type Next = (request: Request, changed?: PolicyCall) => Promise<Response>;

/** A fetch as clients have it. */
export type Fetch = (request: Request, init?: RequestInit) => Promise<Response>;

/** Sends the requests of a call: a chain of policies, with `fetch` at its end. */
export type Send = (request: Request, call: PolicyCall) => Promise<Response>;

/** A call as its policies see it: facts and functions. It is never changed; pass a copy to `next` instead. */
export interface PolicyCall {
  /** Number of the call in this process, from 1. */
  readonly id: number;
  /** Operation id of the document, or method and path. */
  readonly operation: string;
  /** Row of the operation; `undefined` if the document does not have it. */
  readonly row: OperationRow | undefined;
  /** Number of the attempt, from 1; 0 if no outer policy retries. */
  readonly attempt: number;
  /** Result of the attempt before this one. */
  readonly last?: Response | Error | undefined;
  /** Aborted when the call ends early. */
  readonly signal: AbortSignal;
  /** Priority of the call among those that wait. */
  readonly priority: number;
  /** Longest time of an attempt in milliseconds, if the call sets its own. */
  readonly timeoutMs: number | false | undefined;
  /** Retries of this call, if it sets its own. */
  readonly retry: Omit<RetryOptions, "budget"> | undefined;
  /** True if the caller declares that sending twice is harmless. */
  readonly isIdempotent: boolean;
  /** Whether the caller reads the body of a success as a stream; `undefined`: depends on its content type. */
  readonly isStream: boolean | undefined;
  /** Sends the requests of this call; `undefined`: what sends those of the others. */
  readonly fetch: Fetch | undefined;
  /** Source of time. Never set back. */
  readonly clock: Clock;
  /** Source of random numbers, uniform in [0, 1). */
  readonly random: () => number;
  /** Observers of the call's events; `undefined`: none. */
  readonly observers: Observers | undefined;
  /** Credentials that errors and events must not show. */
  readonly sent: readonly { readonly [scheme: string]: string }[];
  /** Called when the rate limit permits the attempt. */
  readonly onPermit?: (() => void) | undefined;
  /** Called when the headers of the service's own response are there, before the body is read. Times as the clock has them. */
  readonly onHeaders?: ((own: Response, sentAt: number, receivedAt: number) => void) | undefined;
  /** Keeps a credential out of errors and events. */
  hide(secrets: { readonly [scheme: string]: string }): void;
  /** Whether the call waits, without a request in flight. */
  isWaiting(): boolean;
  /** Whether further requests may be sent: false once the client is closed. */
  isOpen(): boolean;
  /** Counts an attempt; returns its number, from 1. */
  countAttempt(): number;
  /** Ends the call now: rejects its promise and aborts its request. */
  end(error: Error): void;
  /**
   * Calls back as soon as the call ends early, even if a pending step never settles. Returns a function that removes
   * the callback.
   */
  onEnd(callback: () => void): () => void;
  /** Settles like the promise. Until then no request is in flight, so `close()` ends the call. */
  idle<T>(promise: Promise<T>): Promise<T>;
}

/** What a policy has found out about a response or an error, for the policies around it: it goes back with the result. */
export interface Notes {
  /** Error of fetch or of the body, where this is the error made of it. */
  readonly failure?: unknown;
  /** Meaning of a refusal, such as a 429, or of a failure in an outage. */
  readonly refusal?: Refusal | undefined;
  /** Why nothing was sent after this response, or by this attempt. */
  readonly unsent?: Error | undefined;
  /** Problem of the response beside its status. */
  readonly problem?: string;
  /** Last response of the service itself, where this one is that of another host. */
  readonly own?: Response;
  /** The request was carried out: only what followed a redirect by GET has this result. */
  readonly isCarriedOut?: boolean;
  /** Credentials that the service refused in this call. */
  readonly rejected?: { readonly [scheme: string]: string } | undefined;
  /** Another credential is there: the request may be sent again at once. */
  readonly isRenewed?: boolean;
  /** Earliest time for another call. */
  readonly retryAt?: Date | undefined;
  /** End of the window of the rate limit, where nothing is left of it. */
  readonly resetAt?: Date | undefined;
}

const notes: WeakMap<object, Notes> = /* @__PURE__ */ new WeakMap();
const NONE: Notes = {};

export function note<Result extends object>(result: Result, more: Notes): Result {
  notes.set(result, { ...notes.get(result), ...more });
  return result;
}

export function notesOf(result: object | undefined): Notes {
  return (result && notes.get(result)) ?? NONE;
}

/** The response after which nothing could be sent: it says more than the error of the next step. @throws any other error */
export function keepResponse(response: Response, error: unknown): Response {
  if (ConfigurationError.is(error)) return note(response, { unsent: error });
  throw error;
}

/** Puts policies in a chain: the first is the outermost, the last sends by `end`. */
export function chain(policies: readonly Policy[], end: Send): Send {
  return policies.reduceRight<Send>(
    (inner, policy) => (request, call) => policy(request, (given, changed = call) => inner(given, changed), call),
    end,
  );
}

/** Policies of the user's own: what they send and return is looked at. @throws ConfigurationError for what are none */
export function ownPolicies(policies: readonly Policy[]): readonly Policy[] {
  if (!Array.isArray(policies)) throw invalid("policies", "a list of functions", policies);
  return policies.map((policy: Policy): Policy => {
    checkKind("policies", policy);
    return async (request, next, call) => {
      const send: Next = (given, changed) => {
        if (given?.headers) return next(given, changed).then(lendBody);
        throw invalid("policies", "each to pass a Request to next", given);
      };
      const response = await policy(request, send, call);
      return checkResponse(response, "policies", "each to return a Response: that of next(request), or another");
    };
  });
}

/** The end of a chain: hands requests to fetch, by default to the global one at the time of the request. */
export function sendBy(fetchOf: () => Fetch | undefined): Send {
  return async (request, call) => {
    const { signal, operation } = call;
    const told = startExchange(request, call);
    try {
      const fetch = call.fetch ?? fetchOf() ?? globalThis.fetch;
      // A body would be used up by sending it, and may be needed for a redirect or another attempt.
      const response = await fetch(isRead(request) ? request : request.clone(), { signal, operation } as RequestInit);
      signal.throwIfAborted();
      if (checkResponse(response, "fetch", "a function that returns a Response").bodyUsed)
        throw invalid("fetch", "a new Response for each request, got one whose body was read");
      return told(response);
    } catch (failure) {
      throw toFailure(call, request, failure);
    }
  };
}

/** Tells those who measure that a request is sent, and, with the function returned, that the headers of its response are there. */
export function startExchange(request: Request, call: PolicyCall): (response: Response) => Response {
  const { clock, observers, onHeaders } = call;
  if (!onHeaders && !observers) return (response) => response;
  observers?.report(call, "onRequest", request);
  const sentAt = monotonic(clock);
  return (response) => {
    const receivedAt = monotonic(clock);
    observers?.report(call, "onResponse", request, { status: response.status, durationMs: receivedAt - sentAt });
    onHeaders?.(notesOf(response).own ?? response, sentAt, receivedAt);
    return response;
  };
}

/** Words of engines for a mistake in a program; `fetch` throws a TypeError, too, where there is no connection. */
const MISTAKE = /is not a (function|constructor)|is not defined|annot read propert|is not an object/;

/** Advice for failures whose words do not give it. */
const ADVICE: readonly (readonly [failure: RegExp, advice: string])[] = [
  [/WRONG_VERSION_NUMBER|EPROTO/, "the port does not speak TLS; is the address one of http?"],
  [/bad port/, "fetch blocks this port"],
];

/** The error of a request that got no response, or none to its end. Other errors of the client stay as they are. */
export function toFailure(call: PolicyCall, request: Request, failure: unknown, what = "no response"): unknown {
  if (call.signal.aborted || SvcError.is(failure)) return failure;
  const { method, url } = request;
  const { message = "", cause } = Object(failure) as Partial<Error>;
  if (MISTAKE.test(message) && !cause)
    return fromCause(
      ConfigurationError,
      call,
      `fetch threw ${wordsOf(failure)}; that is no failure of the network`,
      failure,
    );
  const isBare = message === "fetch failed" && cause instanceof Error;
  const reason = errorCode(failure) ?? (isBare ? `(${cause.message})` : "");
  const advice = ADVICE.find(([pattern]) => pattern.test(`${reason}`))?.[1];
  const words = `${what} from ${method} ${new URL(url).origin}: ${wordsOf(failure)} ${reason}`.trim();
  return note(fromCause(ConnectionError, call, advice ? `${words}: ${advice}` : words, failure), { failure });
}

/** The first error code along the causes, which may form a circle. */
export function errorCode(failure: unknown, depth = 0): unknown {
  const { code, cause } = Object(failure) as { code?: unknown; cause?: unknown };
  return code ?? (cause && depth < 5 ? errorCode(cause, depth + 1) : undefined);
}

/** Whether a request only reads: it has no body. */
export function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}
