import type { Effects } from "../clock.ts";
import type { SvcError } from "../errors/errors.ts";
import type { Pacer, RateLimitSnapshot } from "../pacing/pacer.ts";
import type { PolicyCall, Send } from "../policies/policy.ts";
import type { RetryBudget, RetryOptions } from "../retry/retry-decision.ts";
import type { OperationRow } from "../table.ts";
import type { Observers } from "./hooks.ts";
import type { Bytes } from "./read-body.ts";

/** Options of one call: the last argument of every method. */
export interface CallOptions {
  /** Ends the call at once with an `AbortedError` whose `cause` is the signal's reason. @default none */
  readonly signal?: AbortSignal | undefined;
  /**
   * Longest time of one attempt in milliseconds, including the credential and the body; above 0 and below 2^31, or
   * `false`: no limit. @default the client's `timeoutMs`
   */
  readonly timeoutMs?: number | false | undefined;
  /** Retries of this call; missing options are the client's. `false`: none. @default the client's `retry` */
  readonly retry?: Omit<RetryOptions, "budget"> | false | undefined;
  /** True if sending the request twice is harmless: a POST or PATCH is then retried like a PUT. @default false */
  readonly idempotent?: boolean | undefined;
  /** Additional headers; `undefined` and `null` remove a header. @default none */
  readonly headers?: { readonly [name: string]: string | null | undefined } | undefined;
  /** Query parameters that the document does not describe, sent as style `form`, exploded. @default none */
  readonly query?: { readonly [name: string]: unknown } | undefined;
  /** Priority in the queue of the rate limit: calls of higher priority are sent first. @default 0 */
  readonly priority?: number | undefined;
}

/** Result of {@link SvcPromise.withResponse}. */
export interface WithResponse<T> {
  /** The result of the method without `withResponse()`. */
  readonly data: T;
  /** The last response. Its body has been read, unless it is a stream. */
  readonly response: Response;
  /** The rate limit after this response. */
  readonly rateLimit: RateLimitSnapshot;
}

/** The promise of every method. It resolves to the data. */
export interface SvcPromise<T> extends Promise<T> {
  /** The same call, without a second request, with its response and the rate limit. */
  withResponse(): Promise<WithResponse<T>>;
}

/** What calls run on: a chain of policies with its surroundings. */
export interface CallHost extends Pick<Effects, "clock" | "random"> {
  readonly observers: Observers | undefined;
  /** Policies of every call, and fetch. */
  readonly send: Send;
  /** Gives an error to the SDK that is named. */
  readonly claim?: ((error: SvcError) => void) | undefined;
  readonly calls: Set<Call>;
  /** The rate limit as known now; absent where nothing paces. */
  readonly rateLimit?: () => RateLimitSnapshot;
  closed: boolean;
  /** Last step of a call of a method: makes its result of the body of a success. Set by what only some SDKs bundle. */
  interpret?: (data: unknown, call: PolicyCall, last: Answer) => unknown;
}

export interface Answer {
  readonly response: Response;
  readonly body: Bytes;
}

/** Settings and state that the calls of one client share. Time limits are in milliseconds, `false`: none. */
export interface Session extends CallHost, Effects {
  readonly observers: Observers;
  /** Address of the service. Ends with a slash: every request goes below it. */
  readonly base: string;
  /** Address below which the requests of an operation go; ends with a slash. */
  readonly baseOf: (row: OperationRow | undefined) => string;
  /** Headers of every request, by lower-case name. */
  readonly headers: { readonly [name: string]: string };
  /** Names of the headers that the document has for clients. */
  readonly ownHeaders: readonly string[];
  readonly pacer: Pacer;
  readonly retry: RetryOptions;
  readonly budget: RetryBudget;
  readonly timeoutMs: number | false;
  readonly totalTimeoutMs: number | false;
  readonly maxResponseBytes: number | false;
  /** Additions of the client: `withOptions` adds the same to the client that it makes. */
  readonly additions: Addition[];
  /** Steps of an item of a stream. Set by what only some SDKs bundle. */
  items?: (row: OperationRow, response: Response) => ItemSteps | undefined;
}

export interface ItemSteps {
  /** Makes an item of what came: `text` is its JSON, or the data of an event. What it throws ends the stream. */
  readonly interpret: (item: unknown, text: string) => unknown;
  /** JSON of an item that `interpret` made. */
  readonly toJson: (item: unknown) => string;
}

export interface Call extends PolicyCall {
  readonly promise: Promise<unknown>;
}

/** A method, loosely typed: the generated types tell its arguments. */
export type CallMethod = (...args: unknown[]) => SvcPromise<unknown>;

/** Waits or streams of one client that have not ended: each is ended by its function. */
export type OpenEnds = Set<(error: Error) => void>;

export type Close = (options?: object) => Promise<void>;

/** Members of a client that an addition may use. */
export interface AdditionContext {
  readonly session: Session;
  readonly operations: readonly OperationRow[];
  /** All methods by their dotted names, with what is added to them. An addition may put others beside them. */
  readonly methods: Map<string, CallMethod>;
  /** Functions that `close()` calls before all else. */
  readonly open: OpenEnds;
  /** Puts another function in the place of `close()`, which it gets. */
  wrapClose(wrap: (close: () => Promise<void>) => Close): void;
}

/**
 * An addition that some documents need beside plain calls: lists in pages, streams, waits. Called once for a client, it gives a function that
 * makes the method of a row from the one before: the same if the row does not need the addition.
 */
export type Addition = (context: AdditionContext) => (row: OperationRow, method: CallMethod) => CallMethod;
