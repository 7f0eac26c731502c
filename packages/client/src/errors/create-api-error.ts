import { AuthenticationError } from "./authentication-error.ts";
import { NotFoundError } from "./not-found-error.ts";
import { PermissionError } from "./permission-error.ts";
import { RateLimitError, type RateLimitFacts } from "./rate-limit-error.ts";
import { ServerError } from "./server-error.ts";
import { SvcApiError } from "./svc-api-error.ts";
import { ValidationError } from "./validation-error.ts";
import { formatIssue, parseIssues } from "./validation-issue.ts";

/** The error of an answer by its status. The message says what the service said, bounded; `clean` redacts it. */
export function createApiError(
  facts: RateLimitFacts & { readonly status: number },
  clean: (text: string) => string,
): SvcApiError {
  const { status, body, operation } = facts;
  const { detail, message, error } = (body ?? {}) as { [key: string]: unknown };
  const said =
    (status === 422 && parseIssues(body).map(formatIssue).join("; ")) ||
    [detail, message, error, body].find((text) => typeof text === "string" && text);
  const Class =
    { 401: AuthenticationError, 403: PermissionError, 404: NotFoundError, 422: ValidationError, 429: RateLimitError }[
      status
    ] ?? (facts.retryAt ? RateLimitError : status > 499 ? ServerError : SvcApiError);
  return new Class(`${operation}: ${status}${said ? ` ${clean(String(said)).slice(0, 500)}` : ""}`, facts);
}
