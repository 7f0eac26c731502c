import { epochMs } from "../clock.ts";

/** Longer delays are cut: three thousand years can still be added to a date. */
const LONGEST_MS = 1e14;

/** `Sun Nov  6 08:49:37 1994`: obsolete, but recipients must accept it (RFC 9110, section 5.6.7). */
const ASCTIME = /^\w{3} \w{3} [ \d]\d [\d:]{8} \d{4}$/;

/** Retry policy. */
export interface RetryOptions {
  /** Most retries of one call, from 0. @default 3 */
  readonly limit?: number | undefined;
  /** Longest first backoff in milliseconds, from 0; it doubles with each retry. The backoff is random between 0 and that. @default 300 */
  readonly baseMs?: number | undefined;
  /** Longest backoff, and longest `Retry-After` to wait for, in milliseconds, from 0. @default 60_000 */
  readonly maxDelayMs?: number | undefined;
  /**
   * Retries that all calls of the client share, from 0; each success adds a tenth of one. When the budget is used up,
   * one retry at a time probes whether the service is back, and the others wait for its result: after a success they
   * follow, a failure counts as a retry of each. This keeps retries from multiplying the load of an outage. @default 10
   */
  readonly budget?: number | undefined;
}

/** Outcome of a request that was sent. */
export interface SentRequest {
  /** HTTP method in upper case. */
  readonly method: string;
  /** HTTP status; `undefined` without response. */
  readonly status: number | undefined;
  /** Error code of the connection (`ECONNRESET`), if the runtime reports one. */
  readonly code?: unknown;
  /** True if the caller declares that sending it twice is harmless, as with an idempotency key. @default false */
  readonly isIdempotent?: boolean;
  /**
   * True if the service responded with a redirect to the result (303), and only the result could not be read. @default
   * false
   */
  readonly isCarriedOut?: boolean;
}

/** A failed attempt. */
export interface FailedAttempt extends SentRequest {
  /** Retries made before, from 0. */
  readonly retries: number;
  /** Wait that the service requests, in milliseconds. */
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

/**
 * Delay of a `Retry-After` header (seconds, a date, or epoch seconds as some services send), or of Azure's and OpenAI's `Retry-After-Ms`, in milliseconds, from 0;
 * `undefined` where it is missing or invalid.
 * A date is compared with the response's own `Date`, so that the local clock does not matter.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const text = headers.get("retry-after") ?? "";
  const exact = headers.get("retry-after-ms") || "-";
  const [value, unitMs] = +exact >= 0 ? [+exact, 1] : [/^[\d.]+$/.test(text) ? +text : NaN, 1000];
  const date = Date.parse(text.endsWith("GMT") ? text : ASCTIME.test(text) ? `${text} GMT` : "");
  const at = value >= 0 ? epochMs(value) : date;
  const ms = at === undefined ? value * unitMs : Math.max(0, at - (Date.parse(headers.get("date") ?? "") || now));
  return ms >= 0 ? Math.min(ms, LONGEST_MS) : undefined;
}

/**
 * Limits the retries of a client, so that an outage is not multiplied: a token bucket, and beyond it probes. One probe at
 * a time is a retry that finds out whether the service is back; the other calls wait for its result. Calls are told apart
 * by identity.
 */
export interface RetryBudget {
  /**
   * Takes a retry from the budget (`Infinity`), or else the probe, unless one is under way (`undefined`). A probe is given
   * as the number of probes that failed since the service last worked.
   */
  take(call: unknown): number | undefined;
  /** Waits for the probes of other calls. `true`: the call may retry now; `false`: a probe failed. */
  wait(call: unknown): Promise<boolean>;
  /**
   * Reports the end of an attempt, or of the call. `isAlive`: whether the service worked, `undefined` if unknown. Two
   * calls follow a probe that succeeds. The first failed probe of a round ends the wait of all others, counts as a retry
   * of each, and begins the next round: probes that are still under way fail for the same reason.
   */
  end(call: unknown, isAlive?: boolean): void;
  /** Aborted when the service works again after failures in a row: a backoff need not last longer than the outage. */
  readonly recovery: AbortSignal;
}

/** Failures in a row, with no success between them, that count as an outage. */
const OUTAGE_FAILURES = 3;

/** Makes a budget of `most` retries; each success gives a tenth of one back. */
export function createRetryBudget(most: number): RetryBudget {
  let budget = most;
  /** Begins at 1, each failed probe begins the next. */
  let round = 1;
  let failures = 0;
  let failuresInRow = 0;
  let recovery = new AbortController();
  /** Probes of this round, before their delay or under way. */
  let probing = 0;
  /** The round in which a call got its probe. */
  const probes = new Map<unknown, number>();
  const line = new Map<unknown, (goes: boolean) => void>();
  const probe = (call: unknown): void => {
    probing++;
    probes.set(call, round);
  };
  return {
    get recovery() {
      return recovery.signal;
    },
    take(call) {
      if (budget >= 1) {
        budget--;
        return Infinity;
      }
      if (probing) return undefined;
      probe(call);
      return failures;
    },
    wait: (call) => new Promise((resolve) => line.set(call, resolve)),
    end(call, isAlive) {
      const own = probes.get(call);
      const isLost = own === round && isAlive === false;
      probes.delete(call);
      line.delete(call);
      if (isAlive) {
        budget += own ? 2 : 0.1;
        failures = 0;
      }
      if (isAlive && failuresInRow >= OUTAGE_FAILURES) {
        recovery.abort();
        recovery = new AbortController();
      }
      if (isAlive !== undefined) failuresInRow = isAlive ? 0 : failuresInRow + 1;
      if (own === round) probing--;
      if (isLost) {
        round++;
        failures++;
        probing = 0;
      }
      for (const [waiting, settle] of line) {
        const goes = !isLost && (budget >= 1 || !probing);
        if (!goes && !isLost) break;
        if (goes) {
          budget = Math.max(0, budget - 1);
          probe(waiting);
        }
        line.delete(waiting);
        settle(goes);
      }
      budget = Math.min(most, budget);
    },
  };
}
