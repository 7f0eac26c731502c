import {
  AuthenticationError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  type RateLimitFacts,
  ServerError,
  SvcApiError,
  ValidationError,
} from "../errors/errors.ts";
import { redactor } from "../errors/redact.ts";
import { formatIssue, parseIssues } from "../errors/validation-issue.ts";
import type { Call, Session } from "./call.ts";

/** Details of a response. */
export interface ResponseFacts {
  /** Parsed body. */
  readonly body?: unknown;
  /** Reason why the body cannot be read; then the status does not matter. */
  readonly problem?: string | undefined;
  readonly retryAt?: Date | undefined;
}

/**
 * The error of a response by its status. The message has the service's own text, redacted before it is cut: a part of a
 * secret would not be recognized.
 */
export function createApiError(
  session: Session,
  call: Call,
  { status, headers }: Response,
  { body, problem, retryAt }: ResponseFacts,
): SvcApiError {
  const { operation } = call;
  const { detail, message, error } = (body ?? {}) as { [key: string]: unknown };
  const text =
    problem ??
    ((status === 422 && parseIssues(body).map(formatIssue).join("; ")) ||
      [detail, message, error, body].find((value) => typeof value === "string"));
  const Class = problem
    ? SvcApiError
    : ({
        401: AuthenticationError,
        403: PermissionError,
        404: NotFoundError,
        422: ValidationError,
        429: RateLimitError,
      }[status === 403 && retryAt ? 429 : status] ??
      (retryAt ? RateLimitError : status > 499 ? ServerError : SvcApiError));
  const facts: RateLimitFacts = {
    status,
    headers,
    body: typeof body === "string" ? body.slice(0, 1000) : body,
    operation,
    retryAt,
    rateLimit: session.pacer.snapshot(),
  };
  return new Class(`${operation}: ${status}${text ? ` ${redactor(call)(String(text)).slice(0, 500)}` : ""}`, facts);
}
