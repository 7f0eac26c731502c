import type { Session } from "../call/call.ts";
import { ConnectionError, SvcError } from "../errors/errors.ts";
import { fromCause, wordsOf } from "../errors/redact.ts";
import { errorCode } from "../policies/exchange.ts";

/** The error of a stream whose connection broke after `items` items. */
export function brokenStream(operation: string, cause: unknown, items: number): ConnectionError {
  const text = `the stream broke after ${items} items: ${wordsOf(cause)} ${errorCode(cause) ?? ""}`.trim();
  const error = fromCause(ConnectionError, { operation, sent: [] }, text, cause);
  return Object.defineProperty(error, "items", { value: items, enumerable: true });
}

/** The error with the operation and the rate limit, as every error of a call has them. */
export function describeError(error: Error, operation: string, session: Session): Error {
  const facts = { operation: { value: operation, enumerable: true }, rateLimit: { value: session.pacer.snapshot() } };
  for (const [name, fact] of Object.entries(facts))
    if (error[name as never] === undefined) Object.defineProperty(error, name, fact);
  if (SvcError.is(error)) session.claim?.(error);
  return error;
}
