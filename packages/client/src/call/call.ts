import type { Credentials, SentCredentials } from "../auth/credentials.ts";
import type { Effects } from "../effects.ts";
import type { Extras } from "../extras.ts";
import type { Pacer, Refusal } from "../pacing/pacer.ts";
import type { RetryBudget } from "../retry/retry-budget.ts";
import type { RetryOptions } from "../retry/retry-decision.ts";
import type { OperationRow } from "../table.ts";
import type { CallEvent, Observers } from "./hooks.ts";
import type { TimeLimits } from "./time-limits.ts";

/** Settings and state that the calls of one client share. Time limits are in milliseconds, `false`: none. */
export interface Session extends Effects {
  /** Address of the service. Ends with a slash: every request goes below it. */
  readonly base: string;
  readonly observers: Observers;
  readonly claim: Extras["claim"];
  readonly credentials: Credentials;
  readonly pacer: Pacer;
  readonly retry: RetryOptions;
  readonly budget: RetryBudget;
  readonly limits: TimeLimits;
  readonly timeoutMs: number | false;
  readonly totalTimeoutMs: number | false;
  readonly maxResponseBytes: number;
  /** Calls that have not ended. */
  readonly calls: Set<Call>;
  /** No request is sent any more. */
  closed: boolean;
  /** Last step of a call of a method: makes its result of the body of a success. Set by what only some SDKs bundle. */
  interpret?: (data: unknown, call: Call, last: Attempt) => unknown;
  /** Steps of an item of a stream. Set by what only some SDKs bundle. */
  items?: (row: OperationRow, response: Response) => ItemSteps | undefined;
}

/** Conversion of the items of a stream. */
export interface ItemSteps {
  /** Makes an item of what came: `text` is its JSON, or the data of an event. What it throws ends the stream. */
  readonly interpret: (item: unknown, text: string) => unknown;
  /** JSON of an item that `interpret` made. */
  readonly toJson: (item: unknown) => string;
}

/** One call, as its steps see it. */
export interface Call {
  /** Number of the call in this process. */
  readonly id: number;
  /** Operation id, or method and path. */
  readonly operation: string;
  readonly row: OperationRow | undefined;
  /** Set under `raw`: how openapi-fetch reads the body. Methods read it by its content type. */
  readonly parseAs: string | undefined;
  readonly timeoutMs: number | false;
  readonly retry: RetryOptions;
  /** Whether the caller says that sending twice does no harm. */
  readonly isIdempotent: boolean;
  readonly priority: number;
  /** Aborted when the call ends early. */
  readonly signal: AbortSignal;
  /** Credentials of every attempt, for redaction. */
  readonly sent: SentCredentials[];
  /** Ends the call now: rejects its promise and aborts what is under way. */
  readonly end: (error: Error) => void;
  /**
   * Keeps the response for `withResponse()`. A stream outlives its call: the caller's signal ends it from then on. Returns
   * the response to deliver.
   */
  readonly keep: (response: Response, isStream: boolean) => Response;
  /** The promise of the call. */
  readonly promise: Promise<unknown>;
  /** Waits for the rate limit or before a retry, without a request under way: `close()` ends the call. */
  waiting: boolean;
  /** Event of the attempt under way; `undefined` before the first. */
  event: CallEvent | undefined;
  /** Gives back what the step under way holds (timer, permit), when the call ends early. */
  release: () => void;
}

/** Result of one attempt. */
export interface Attempt {
  /** Request as the call made it, without its credential. */
  readonly request: Request;
  /** `undefined`: the service did not respond. */
  readonly response?: Response;
  /** `Content-Type` of the response; empty where it has none. */
  readonly type?: string;
  /** The response is the service's own, not that of another host after a redirect. */
  readonly isOwn?: boolean;
  readonly sent?: SentCredentials;
  /** Meaning of a refusal, such as a 429, or of a failure in an outage. */
  readonly refusal?: Refusal | undefined;
  /** Bytes of the body; `undefined` where it is left as a stream. */
  readonly body?: BlobPart | undefined;
  /** Reason why there is no response. */
  readonly failure?: unknown;
}
