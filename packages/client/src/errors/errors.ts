import type { RateLimitSnapshot } from "../pacing/pacer.ts";
import { printable } from "./redact.ts";
import { parseIssues, type ValidationIssue } from "./validation-issue.ts";

/** Shared by every copy of this package and every realm, so that guards also recognize errors made elsewhere. */
const brand = Symbol.for("@svc/client.error");

type ErrorClass = abstract new (...args: never[]) => SvcError;

/** Guard of a class of errors that have a body. */
interface ApiErrorGuard<Made extends SvcApiError> {
  /** Type guard that also holds for errors of another realm or another copy of the package. */
  <Class extends ErrorClass>(this: Class, value: unknown): value is InstanceType<Class>;
  /** The same, with the type that the document declares for `body`: `NotFoundError.is<BookingsGetError404>(error)`. */
  <Body>(value: unknown): value is Made & { readonly body: Body };
}

/**
 * Base class of all errors that calls reject with and that `createSvcClient` throws, except errors thrown by the
 * caller's own middleware under `raw`. Printing, inspecting or serializing one never shows a credential or the query of
 * a signed URL, and shows at most 500 characters of a response's message.
 */
export class SvcError extends Error {
  override get name(): string {
    return "SvcError";
  }
  /** Method that was called: `personas.emails.list`, or method and path; `undefined` outside of a call. */
  declare readonly operation: string | undefined;
  /** Rate limit when the call failed; `undefined` outside of a call. Not enumerable: it is not printed. */
  declare readonly rateLimit: RateLimitSnapshot | undefined;

  constructor(message: string, options?: ErrorOptions) {
    super(printable(message), options);
    Object.defineProperty(this, brand, { value: true });
  }

  /**
   * Type guard that also accepts errors of another realm or another copy of the package: `RateLimitError.is(error)`.
   * The guard of a base class accepts errors of its subclasses: `SvcApiError.is(new NotFoundError(...))`.
   */
  static is<Class extends ErrorClass>(this: Class, value: unknown): value is InstanceType<Class> {
    // Prototypes answer `name` like their instances do, so that walking them visits every class of the value.
    const branded = (value as { [brand]?: true } | null | undefined)?.[brand];
    // biome-ignore lint/complexity/noThisInStatic: the guard is inherited and is about the class that it is called on
    const { name } = this.prototype;
    for (let at = branded && (value as SvcError); at; at = Object.getPrototypeOf(at)) if (at.name === name) return true;
    return false;
  }

  /** Name, message and the enumerable properties; never body, headers or cause. */
  toJSON(): { name: string; message: string; [fact: string]: unknown } {
    return { ...(this as object), name: this.name, message: this.message };
  }
}

/** Invalid option or argument. Nothing was sent. The message begins with the name of the option or argument. */
export class ConfigurationError extends SvcError {
  override get name(): "ConfigurationError" {
    return "ConfigurationError";
  }
}

/**
 * Connection failure before or during the response. The request may or may not have reached the service. `cause` is the
 * error that fetch threw.
 */
export class ConnectionError extends SvcError {
  override get name(): "ConnectionError" {
    return "ConnectionError";
  }
  /** Number of items that arrived before the connection of a stream failed. */
  declare readonly items?: number;
}

/** Time limit exceeded: `timeoutMs` by one attempt, or `totalTimeoutMs` by the whole call. */
export class TimeoutError extends SvcError {
  override get name(): "TimeoutError" {
    return "TimeoutError";
  }
}

/** Call ended by the caller's signal, whose reason is the `cause`, or by `close()`. */
export class AbortedError extends SvcError {
  override get name(): "AbortedError" {
    return "AbortedError";
  }
}

/** Properties of a {@link SvcApiError}. */
export interface ApiFacts {
  /** HTTP status. */
  readonly status?: number | undefined;
  /**
   * Parsed JSON; a string of at most 1000 characters if the body is not JSON or only a string; `undefined` without a
   * body.
   */
  readonly body?: unknown;
  /** Headers of the response. */
  readonly headers?: Headers | undefined;
  /** Operation id of the document, or method and path. */
  readonly operation?: string | undefined;
  /** Rate limit when the error occurred. */
  readonly rateLimit?: RateLimitSnapshot | undefined;
  /** Error that occurred while reading the response, or that prevented a retry. */
  readonly cause?: unknown;
}

/**
 * Response that is not a success, or a success whose body cannot be read (not JSON, too long). Also the class of
 * statuses without a class of their own.
 */
export class SvcApiError extends SvcError {
  declare static readonly is: ApiErrorGuard<SvcApiError>;
  override get name(): string {
    return "SvcApiError";
  }
  /** HTTP status; `undefined` in a {@link RateLimitError} raised by the client itself and in errors of downloads. */
  declare readonly status: number | undefined;
  /**
   * Parsed JSON; a string of at most 1000 characters if the body is not JSON or only a string; `undefined` without a
   * body. The document's type for it is named after the method: `SvcApiError.is<BookingsGetError>(error)`. Not
   * enumerable: it is not printed.
   */
  declare readonly body: unknown;
  /** Headers of the response. Not enumerable: they are not printed. */
  declare readonly headers: Headers | undefined;

  constructor(message: string, facts: ApiFacts = {}) {
    super(message, "cause" in facts ? { cause: facts.cause } : undefined);
    for (const key of ["status", "operation", "body", "headers", "rateLimit"] as const) {
      const enumerable = key.length === 6 || key === "operation";
      // Configurable: the call adds what is missing when it fails.
      Object.defineProperty(this, key, { value: facts[key], enumerable, configurable: true });
    }
  }
}

/**
 * Credential rejected (401), even after a renewal if it can be renewed. `cause` is the error that prevented the renewal
 * or the retry.
 */
export class AuthenticationError extends SvcApiError {
  declare static readonly is: ApiErrorGuard<AuthenticationError>;
  override get name(): "AuthenticationError" {
    return "AuthenticationError";
  }
  /** 401, or the status of a token endpoint that rejected the request, usually 400 (RFC 6749, section 5.2). */
  declare readonly status: number;
}

/** Operation not allowed for this credential (403). */
export class PermissionError extends SvcApiError {
  declare static readonly is: ApiErrorGuard<PermissionError>;
  override get name(): "PermissionError" {
    return "PermissionError";
  }
  declare readonly status: 403;
}

/** Resource not found (404). */
export class NotFoundError extends SvcApiError {
  declare static readonly is: ApiErrorGuard<NotFoundError>;
  override get name(): "NotFoundError" {
    return "NotFoundError";
  }
  declare readonly status: 404;
}

/**
 * Invalid argument, rejected by the service (422). The message lists the issues: `query.limit: Input should be ... (got
 * 500)`.
 */
export class ValidationError extends SvcApiError {
  declare static readonly is: ApiErrorGuard<ValidationError>;
  override get name(): "ValidationError" {
    return "ValidationError";
  }
  declare readonly status: 422;

  /** The issues in the service's order; empty if the body does not have the documented shape. */
  get issues(): ValidationIssue[] {
    return parseIssues(this.body);
  }

  /** Messages by field, without the location: `{ limit: ["Input should be ..."] }`. The object has no prototype. */
  get fieldErrors(): { readonly [field: string]: readonly string[] } {
    const fields: { [field: string]: string[] } = Object.create(null);
    for (const { loc, msg } of this.issues) {
      const field = (loc.length > 1 ? loc.slice(1) : loc).join(".");
      fields[field] ??= [];
      fields[field].push(msg);
    }
    return fields;
  }
}

/** Properties of a {@link RateLimitError}. Those of a response are set only if there was one. */
export interface RateLimitFacts extends ApiFacts {
  /** Earliest time for the next request, on the local clock. */
  readonly retryAt?: Date | undefined;
}

/**
 * Rate limit exceeded: the service rejected the request (429) more often than the retry policy allows, the wait would
 * exceed `maxWaitMs`, or more calls wait than `maxQueued`. `status` is set only if the service responded.
 */
export class RateLimitError extends SvcApiError {
  declare static readonly is: ApiErrorGuard<RateLimitError>;
  override get name(): "RateLimitError" {
    return "RateLimitError";
  }
  /** Earliest time for the next request, on the local clock; `undefined` if unknown. */
  readonly retryAt: Date | undefined;

  constructor(message: string, facts: RateLimitFacts = {}) {
    super(message, facts);
    this.retryAt = facts.retryAt;
  }
}

/** Failure of the service (5xx) that remained after all retries. */
export class ServerError extends SvcApiError {
  declare static readonly is: ApiErrorGuard<ServerError>;
  override get name(): "ServerError" {
    return "ServerError";
  }
  declare readonly status: number;
}
