import type { Call, Session } from "../transport/call.ts";
import { AuthenticationError } from "./authentication-error.ts";
import { NotFoundError } from "./not-found-error.ts";
import { PermissionError } from "./permission-error.ts";
import { RateLimitError, type RateLimitFacts } from "./rate-limit-error.ts";
import { redactor } from "./redact.ts";
import { ServerError } from "./server-error.ts";
import { SvcApiError } from "./svc-api-error.ts";
import { ValidationError } from "./validation-error.ts";
import { formatIssue, parseIssues } from "./validation-issue.ts";

/**
 * The error of a call's answer by its status. The message says what the service said, redacted and then bounded, since
 * half of a secret is not known as one; or the `problem` that a body has, whatever its status.
 */
export function createApiError(session: Session, call: Call, body?: unknown, problem?: string): SvcApiError {
  const { operation, retryAt } = call;
  const { status, headers } = call.response as Response;
  const { detail, message, error } = (body ?? {}) as { [key: string]: unknown };
  const said =
    problem ??
    ((status === 422 && parseIssues(body).map(formatIssue).join("; ")) ||
      [detail, message, error, body].find((text) => typeof text === "string"));
  const Class = problem
    ? SvcApiError
    : ({
        401: AuthenticationError,
        403: PermissionError,
        404: NotFoundError,
        422: ValidationError,
        429: RateLimitError,
      }[status] ?? (retryAt ? RateLimitError : status > 499 ? ServerError : SvcApiError));
  const facts: RateLimitFacts = {
    status,
    headers,
    body: typeof body === "string" ? body.slice(0, 1000) : body,
    operation,
    retryAt,
    rateLimit: session.rateLimit(),
  };
  return new Class(`${operation}: ${status}${said ? ` ${redactor(call)(String(said)).slice(0, 500)}` : ""}`, facts);
}
