import type { Effects } from "../effects.ts";
import type { Extras } from "../extras.ts";
import type { Pacer, RateLimitSnapshot } from "../pacing/pacer.ts";
import type { TimeLimits } from "../policies/deadline.ts";
import type { PolicyCall, Send } from "../policies/policy.ts";
import type { RetryBudget } from "../retry/retry-budget.ts";
import type { RetryOptions } from "../retry/retry-decision.ts";
import type { OperationRow } from "../table.ts";
import type { Observers } from "./hooks.ts";

/** What calls run on: a chain of policies with its surroundings. */
export interface CallHost extends Pick<Effects, "clock" | "random"> {
  readonly observers: Observers;
  /** Policies of every call, and fetch. */
  readonly send: Send;
  /** Gives an error to the SDK that is named. */
  readonly claim?: Extras["claim"];
  /** Calls that have not ended. */
  readonly calls: Set<Call>;
  /** The rate limit as known now; absent where nothing paces. */
  readonly rateLimit?: () => RateLimitSnapshot;
  /** Called when no call is left. */
  readonly onIdle?: () => void;
  /** No request is sent any more. */
  closed: boolean;
  /** Last step of a call of a method: makes its result of the body of a success. Set by what only some SDKs bundle. */
  interpret?: (data: unknown, call: PolicyCall, last: Answer) => unknown;
}

/** A response, and its body as bytes. */
export interface Answer {
  readonly response: Response;
  readonly body: BlobPart;
}

/** Settings and state that the calls of one client share. Time limits are in milliseconds, `false`: none. */
export interface Session extends CallHost, Effects {
  /** Address of the service. Ends with a slash: every request goes below it. */
  readonly base: string;
  /** Headers of every request, by lower-case name. */
  readonly headers: { readonly [name: string]: string };
  readonly pacer: Pacer;
  readonly retry: RetryOptions;
  readonly budget: RetryBudget;
  readonly limits: TimeLimits;
  readonly timeoutMs: number | false;
  readonly totalTimeoutMs: number | false;
  readonly maxResponseBytes: number;
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

/** A call that was started. */
export interface Call extends PolicyCall {
  /** The promise of the call. */
  readonly promise: Promise<unknown>;
}
