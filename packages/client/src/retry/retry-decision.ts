/** Retry policy. */
export interface RetryOptions {
  /** Most retries of one call, from 0. @default 3 */
  readonly limit?: number | undefined;
  /** Longest first backoff in milliseconds, from 0; it doubles with each retry. The backoff is random between 0 and that. @default 300 */
  readonly baseMs?: number | undefined;
  /** Longest backoff, and longest `Retry-After` that is waited for, in milliseconds, from 0. @default 60_000 */
  readonly maxDelayMs?: number | undefined;
  /**
   * Retries that all calls of the client share, from 0; each success gives a tenth of one back. When the budget is used
   * up, one retry at a time probes whether the service is back, and the others wait for its result: after a success they
   * follow, a failure counts as a retry of each. So retries do not multiply the load of an outage. @default 10
   */
  readonly budget?: number | undefined;
}

/** A failed attempt. */
export interface FailedAttempt {
  /** Retries made before, from 0. */
  readonly retries: number;
  /** HTTP method in upper case. */
  readonly method: string;
  /** HTTP status; `undefined` without response. */
  readonly status: number | undefined;
  /** Error code of the connection (`ECONNRESET`), if the runtime gives one. */
  readonly code: unknown;
  /** Wait that the service asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Uniform in [0, 1). */
  readonly random: number;
}

/** Codes of failures before any byte was sent. `ConnectionRefused` is Bun's. */
const NOT_SENT = /^(ECONNREFUSED|ConnectionRefused|ENOTFOUND|EAI_AGAIN)$/;

/**
 * Delay before the next attempt in milliseconds, with full jitter; `undefined`: no further attempt.
 *
 * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export function retryDelay(
  { retries, method, status, code, retryAfterMs, random }: FailedAttempt,
  { limit = 3, baseMs = 300, maxDelayMs = 60_000 }: RetryOptions,
): number | undefined {
  const isSafe = status === 429 || (status === undefined && NOT_SENT.test(String(code)));
  const isRetriable = status === undefined || status === 408 || (status > 499 && status !== 501);
  const isIdempotent = method !== "POST" && method !== "PATCH";
  if (retries >= limit || !(isSafe || (isIdempotent && isRetriable))) return undefined;
  const delay = retryAfterMs ?? random * Math.min(maxDelayMs, baseMs * 2 ** retries);
  return delay > maxDelayMs ? undefined : delay;
}
