import type { RateLimitSnapshot, Refusal } from "../pacing/pacer.ts";

/** Properties of every event. None is secret: no credential, address or body. */
export interface CallEvent {
  /** Operation id of the document, or method and path template. */
  readonly operation: string;
  /** HTTP method in upper case. */
  readonly method: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
}

/** Observers of a client, called synchronously. Errors that they throw, and rejections of promises that they return, are ignored. */
export interface Hooks {
  /** Called when a request is sent. */
  readonly onRequest?: ((event: CallEvent) => void) | undefined;
  /** Called when the headers of a response arrive; `durationMs` is the time since the request was sent, in milliseconds. */
  readonly onResponse?:
    | ((event: CallEvent & { readonly status: number; readonly durationMs: number }) => void)
    | undefined;
  /**
   * Called when an attempt failed and another one follows after `delayMs` milliseconds and the wait for the rate limit.
   * `status` is `undefined` where there was no response.
   */
  readonly onRetry?:
    | ((
        event: CallEvent & { readonly status: number | undefined; readonly error: unknown; readonly delayMs: number },
      ) => void)
    | undefined;
  /** Called for each item of a stream, before it is given to the caller. `index` counts from 0; `event` is its name, if any. */
  readonly onItem?:
    | ((event: CallEvent & { readonly index: number; readonly event: string | undefined }) => void)
    | undefined;
  /** Called when a call begins to wait for the rate limit. */
  readonly onWait?: ((event: CallEvent & { readonly rateLimit: RateLimitSnapshot }) => void) | undefined;
  /** Called when the service refuses a request because of the rate limit (429). */
  readonly onRateLimit?:
    | ((event: CallEvent & { readonly rateLimit: RateLimitSnapshot; readonly refusal: Refusal | undefined }) => void)
    | undefined;
}

/** Calls a hook and ignores its errors. */
export function emit(hooks: Hooks, name: keyof Hooks, event: CallEvent, more?: object): void {
  const hook = hooks[name] as ((event: object) => unknown) | undefined;
  try {
    const result = hook?.({ ...event, ...more }) as Partial<Promise<unknown>> | null | undefined;
    result?.then?.(undefined, () => {});
  } catch {
    // A hook cannot break a call.
  }
}
