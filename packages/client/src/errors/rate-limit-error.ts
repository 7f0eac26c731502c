import { type ApiFacts, SvcApiError } from "./svc-api-error.ts";

/** The facts of a {@link RateLimitError}. Those of an answer are there when it came from one. */
export interface RateLimitFacts extends ApiFacts {
  /** When the request may go again, on the local clock. */
  readonly retryAt?: Date | undefined;
}

/**
 * The rate limit does not let the request through: the service refused it (429) more often than the retry policy
 * allows, or the wait would be longer than allowed, or too many calls wait already. `status` is there only when the
 * service answered.
 */
export class RateLimitError extends SvcApiError {
  override get name(): "RateLimitError" {
    return "RateLimitError";
  }
  /** When the request may go again, on the local clock; `undefined` where nothing says. */
  readonly retryAt: Date | undefined;

  constructor(message: string, facts: RateLimitFacts = {}) {
    super(message, facts);
    this.retryAt = facts.retryAt;
  }
}
