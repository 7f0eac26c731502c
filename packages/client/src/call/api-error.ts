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
import { type ErrorContext, nameOf, printable, redactor } from "../errors/redact.ts";
import { formatIssue, parseIssues } from "../errors/validation-issue.ts";

/** Details of a response. */
export interface ResponseFacts extends Pick<RateLimitFacts, "retryAt" | "rateLimit"> {
  /** Parsed body. */
  readonly body?: unknown;
  /** Reason why the body cannot be read; then the status does not matter. */
  readonly problem?: string | undefined;
  /** Why it was not sent again. */
  readonly reason?: string | undefined;
}

/** The problem of a body that is not the JSON which the document says. */
export function notJson({ headers }: Response): string {
  return `not JSON (${headers.get("content-type") ?? "no content type"})`;
}

/**
 * The error of a response by its status. The message has the service's own text, redacted before it is cut: a part of a
 * secret would not be recognized.
 */
export function createApiError(
  call: ErrorContext,
  { status, headers, type, url }: Response,
  { body, problem, reason, retryAt, rateLimit }: ResponseFacts,
): SvcApiError {
  const { operation } = call;
  const clean = redactor(call);
  const isPage = /html/.test(headers.get("content-type") ?? "");
  const { detail, message, error } = (body ?? {}) as { [key: string]: unknown };
  const text =
    problem ??
    (type === "opaqueredirect"
      ? "redirected to where browsers do not show; not followed, as it would be sent a second time"
      : (status === 422 && parseIssues(body).map(formatIssue).join("; ")) ||
        [detail, message, error, isPage ? "an HTML page" : body].find((value) => typeof value === "string"));
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
    rateLimit,
  };
  const said = text ? ` ${printable(clean(String(text))).slice(0, 500)}` : "";
  // The path shows a wrong prefix; the query may be secret.
  const address = url && ` (${printable(clean(url.replace(/[?#].*/s, ""))).slice(0, 300)})`;
  return new Class(`${nameOf(call)}: ${status}${said}${reason ? `; ${reason}` : ""}${address}`, facts);
}
