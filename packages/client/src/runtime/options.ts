import type { Auth } from "../auth/credentials.ts";
import type { Hooks } from "../call/hooks.ts";
import type { Clock } from "../clock.ts";
import type { ServerOptions } from "../extras.ts";
import type { PacerFactory } from "../pacing/pacer.ts";
import type { Policy } from "../policies/policy.ts";
import type { RetryOptions } from "../retry/retry-decision.ts";

/** Pacing of one credential and origin. */
export interface RateLimitOptions {
  /**
   * Longest wait of a call for the rate limit, in milliseconds, from 0. A longer wait fails with a `RateLimitError`.
   * @default 300_000
   */
  readonly maxWaitMs?: number | undefined;
  /** Most calls that may wait at once, from 0. One more fails with a `RateLimitError`. @default 100_000 */
  readonly maxQueued?: number | undefined;
  /**
   * Requests that may be sent before the first response reports the limit, from 0. A higher figure avoids the wait of a
   * cold start, but requests beyond the limit are refused once and sent again. @default 1 if the document declares
   * rate-limit headers, else 10
   */
  readonly initial?: number | undefined;
}

/** Options of a client. Creating a client validates them: a `ConfigurationError` names the invalid one. */
export interface SvcClientOptions extends ServerOptions {
  /**
   * Address of the service: https, or http on loopback. A path prefix is kept; credentials, query and fragment are
   * refused. Operations with a server of their own go there if this is a server of the document; at any other address,
   * such as that of a fake, all go below this one. @default the environment variable `SVC_BASE_URL`, then `server`
   */
  readonly baseUrl?: string | URL | undefined;
  /** Credential, or a function that returns it. @default the environment variable `SVC_API_KEY` */
  readonly auth?: Auth | undefined;
  /** Printable ASCII, sent in the header that the document declares for it: `x-svc-request-origin`. @default none */
  readonly requestOrigin?: string | undefined;
  /**
   * Sends the requests. The second argument has `signal`, and `operation`, the id of the called operation. @default the
   * global `fetch` at the time of each call, so that mocks installed later apply
   */
  readonly fetch?: ((request: Request, init?: RequestInit) => Promise<Response>) | undefined;
  /** Source of time and timers. @default the machine's clock */
  readonly clock?: Clock | undefined;
  /** Source of random numbers, uniform in [0, 1). @default Math.random */
  readonly random?: (() => number) | undefined;
  /**
   * Pacing; `false`: none. By default, clients with the same credential, origin, fetch and clock share one limiter;
   * clients with options share it only with clients that receive the same object. A function creates the limiter:
   * `redisRateLimit` of `@svc/client/redis` paces many machines. @default {}
   */
  readonly rateLimit?: RateLimitOptions | PacerFactory | false | undefined;
  /** Retries; `false`: none. @default {} */
  readonly retry?: RetryOptions | false | undefined;
  /**
   * Longest time of one attempt in milliseconds, including the credential and the body; above 0 and below 2^31, or
   * `false`: no limit. @default 60_000
   */
  readonly timeoutMs?: number | false | undefined;
  /**
   * Longest time of a whole call in milliseconds, including all waits and attempts; above 0 and below 2^31, or `false`:
   * no limit. @default false
   */
  readonly totalTimeoutMs?: number | false | undefined;
  /**
   * Longest body of a response in bytes, above 0 and below 2^31; a longer one fails with an `SvcApiError`. `false`: no
   * limit. @default 104_857_600
   */
  readonly maxResponseBytes?: number | false | undefined;
  /** Allows http to hosts other than loopback: the credential is sent unencrypted. @default false */
  readonly allowInsecure?: boolean | undefined;
  /**
   * Your own policies, around those of the client; the first is the outermost. Each runs once per call and sees
   * responses of any status. @default []
   */
  readonly policies?: readonly Policy[] | undefined;
  /** Observers, such as `logTo` of `@svc/client/log`. The environment variable `SVC_LOG` adds a log. @default none */
  readonly hooks?: Hooks | readonly Hooks[] | undefined;
}
