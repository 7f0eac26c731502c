/** When and how often a request is sent again. */
export interface RetryOptions {
  /** Most retries of one call. @default 3 */
  readonly limit?: number | undefined;
  /** The first backoff is random between 0 and this; it doubles with each retry. Milliseconds. @default 300 */
  readonly baseMs?: number | undefined;
  /** Longest backoff, and longest `Retry-After` that is waited for. Milliseconds. @default 60_000 */
  readonly maxDelayMs?: number | undefined;
  /**
   * Retries that the client may make at will; each success gives a tenth of one back. When they are used up, retries take
   * turns: one at a time finds out whether the service is back, and when it is the others follow. One that fails counts
   * for all who wait. So an outage is not multiplied, and costs no call that would outlast it. @default 10
   */
  readonly budget?: number | undefined;
}

/** One attempt that did not succeed. */
export interface FailedAttempt {
  /** Retries made before. */
  readonly retries: number;
  /** HTTP method in capital letters. */
  readonly method: string;
  /** `undefined`: no answer came. */
  readonly status: number | undefined;
  /** Error code of the connection, where the runtime gives one. */
  readonly code: unknown;
  /** What the service asks for. */
  readonly retryAfterMs: number | undefined;
  /** Uniform in [0, 1). */
  readonly random: number;
}

/** No byte of the request can have reached the service. Bun spells it `ConnectionRefused`. */
const NOT_SENT = /^(ECONNREFUSED|ConnectionRefused|ENOTFOUND|EAI_AGAIN)$/;

/**
 * Milliseconds to wait before the next attempt, or `undefined`: this was the last. Full jitter.
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
