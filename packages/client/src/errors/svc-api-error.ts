import type { RateLimitSnapshot } from "../pacing/pacer.ts";
import { SvcError } from "./svc-error.ts";

/** What is known of an answer that was not a success. */
export interface ApiFacts {
  /** HTTP status. */
  readonly status?: number | undefined;
  /** Parsed JSON; text where it is not JSON or only text, at most 1000 characters; `undefined` where there is none. */
  readonly body?: unknown;
  /** Headers of the answer. */
  readonly headers?: Headers | undefined;
  /** Operation id of the document, or method and path. */
  readonly operation?: string | undefined;
  /** The rate limit as known when the error was made. */
  readonly rateLimit?: RateLimitSnapshot | undefined;
  /** What went wrong while the answer was read. */
  readonly cause?: unknown;
}

/**
 * The service answered, but not with a success that could be read. Statuses without a class of their own are of this
 * class, and so is a success whose body is not what it says it is.
 */
export class SvcApiError extends SvcError {
  override get name(): string {
    return "SvcApiError";
  }
  /** HTTP status; `undefined` in a {@link RateLimitError} that the client raised without asking, and in errors of downloads. */
  declare readonly status: number | undefined;
  /** Parsed JSON; text where it is not JSON or only text, at most 1000 characters; `undefined` where there is none. Not enumerable: it is not printed. */
  declare readonly body: unknown;
  /** Headers of the answer. Not enumerable: they are not printed. */
  declare readonly headers: Headers | undefined;

  constructor(message: string, facts: ApiFacts = {}) {
    super(message, "cause" in facts ? { cause: facts.cause } : undefined);
    for (const key of ["status", "operation", "body", "headers", "rateLimit"] as const) {
      const enumerable = key.length === 6 || key === "operation";
      // A call that fails adds what is not known yet.
      Object.defineProperty(this, key, { value: facts[key], enumerable, configurable: true });
    }
  }
}
