import {
  AbortedError,
  AuthenticationError,
  ConfigurationError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  SvcApiError,
  SvcError,
  TimeoutError,
} from "@svc/client";
import type { ToolRow, ToolTable } from "./tool-table.ts";

/** What went wrong, and what to do: text for a model. Messages of the client's errors show no credential. */
export function explainError(error: unknown, { hints }: ToolRow, { env }: ToolTable): string {
  const { message } = error instanceof Error ? error : { message: String(error) };
  return `${message}\n${adviceFor(error, hints.idempotentHint, env)}`;
}

function adviceFor(error: unknown, mayRepeat: boolean, env: string): string {
  if (AbortedError.is(error)) return "The call was cancelled.";
  if (AuthenticationError.is(error))
    return `The server's own credential was refused. Whoever runs the server sets ${env}_API_KEY; no tool takes a credential.`;
  if (PermissionError.is(error)) return "The server's credential may not do this. Do not repeat the call.";
  if (NotFoundError.is(error))
    return "There is no such resource. Check the ids: tools that list give those that there are.";
  if (RateLimitError.is(error))
    return `The service accepts no more requests for now. Repeat the call ${error.retryAt ? `after ${error.retryAt.toISOString()}` : "in a minute"}.`;
  if (ConfigurationError.is(error)) return "Nothing was sent. Correct the arguments and call again.";
  if (TimeoutError.is(error) || ConnectionError.is(error) || (SvcApiError.is(error) && (error.status ?? 0) > 499))
    return mayRepeat
      ? "The call may be repeated as it is; wait a little first."
      : "The service may have carried it out: look at the state with a tool that reads before you repeat the call.";
  if (SvcApiError.is(error) && (error.status ?? 400) > 399)
    return "The service refused the arguments. Correct them and call again.";
  return SvcError.is(error)
    ? "The service may have carried it out: look at the state with a tool that reads."
    : "This is an error of the server.";
}
