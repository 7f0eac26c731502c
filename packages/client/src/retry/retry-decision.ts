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

/** What became of a request that was sent. */
export interface SentRequest {
  /** HTTP method in upper case. */
  readonly method: string;
  /** HTTP status; `undefined` without response. */
  readonly status: number | undefined;
  /** Error code of the connection (`ECONNRESET`), if the runtime gives one. */
  readonly code: unknown;
  /** Whether the caller says that sending it twice does no harm, as with an idempotency key. @default false */
  readonly isIdempotent?: boolean;
  /** Whether the service answered it with a redirect to what it has done (303), and only that could not be read. @default false */
  readonly isCarriedOut?: boolean;
}

/** A failed attempt. */
export interface FailedAttempt extends SentRequest {
  /** Retries made before, from 0. */
  readonly retries: number;
  /** Wait that the service asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Uniform in [0, 1). */
  readonly random: number;
}

/** Codes of failures before any byte was sent. `ConnectionRefused` is Bun's. */
const NOT_SENT = /^(ECONNREFUSED|ConnectionRefused|ENOTFOUND|EAI_AGAIN)$/;

/**
 * Whether a request may be sent again. A request is sent at most once unless that is safe: its method is idempotent (all
 * but POST and PATCH), the caller says so, the service has refused it unread (429, 401), or it never left the machine.
 */
export function mayRepeat({ method, status, code, isIdempotent, isCarriedOut }: SentRequest): boolean {
  if (isIdempotent || (method !== "POST" && method !== "PATCH")) return true;
  const isRefused = status === 429 || status === 401;
  return !isCarriedOut && (isRefused || (status === undefined && NOT_SENT.test(String(code))));
}

/**
 * Delay before the next attempt in milliseconds, with full jitter; `undefined`: no further attempt.
 *
 * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export function retryDelay(
  attempt: FailedAttempt,
  { limit = 3, baseMs = 300, maxDelayMs = 60_000 }: RetryOptions,
): number | undefined {
  const { retries, status, retryAfterMs, random } = attempt;
  const isPassing = status === undefined || status === 408 || status === 429 || (status > 499 && status !== 501);
  if (retries >= limit || !isPassing || !mayRepeat(attempt)) return undefined;
  const delay = retryAfterMs ?? backoffMs(retries, random, { baseMs, maxDelayMs });
  return delay > maxDelayMs ? undefined : delay;
}

/** Backoff after so many retries in milliseconds, with full jitter. `random`: uniform in [0, 1). */
export function backoffMs(
  retries: number,
  random: number,
  { baseMs = 300, maxDelayMs = 60_000 }: RetryOptions = {},
): number {
  return random * Math.min(maxDelayMs, baseMs * 2 ** retries);
}
