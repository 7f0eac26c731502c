import type { RateLimitSnapshot, Refusal } from "../pacing/pacer.ts";

/** What every event tells. Nothing in it is secret: no credential, address or body. */
export interface CallEvent {
  /** Operation id of the document, or method and path template. */
  readonly operation: string;
  /** HTTP method in capital letters. */
  readonly method: string;
  /** 1 for the first. */
  readonly attempt: number;
}

/** Observers of a client, called synchronously. What they throw, or a promise of theirs is rejected with, is ignored. */
export interface Hooks {
  /** A request goes out. */
  readonly onRequest?: ((event: CallEvent) => void) | undefined;
  /** The headers of an answer came. */
  readonly onResponse?:
    | ((event: CallEvent & { readonly status: number; readonly durationMs: number }) => void)
    | undefined;
  /** An attempt failed and another one follows after `delayMs`, and after its turn in the rate limit. */
  readonly onRetry?:
    | ((
        event: CallEvent & { readonly status: number | undefined; readonly error: unknown; readonly delayMs: number },
      ) => void)
    | undefined;
  /** The call waits for its turn in the rate limit. */
  readonly onWait?: ((event: CallEvent & { readonly rateLimit: RateLimitSnapshot }) => void) | undefined;
  /** The service refused the request because of the rate limit (429). */
  readonly onRateLimit?:
    | ((event: CallEvent & { readonly rateLimit: RateLimitSnapshot; readonly refusal: Refusal | undefined }) => void)
    | undefined;
}
