import { report } from "../call/hooks.ts";
import { invalid } from "../checks.ts";
import { monotonic } from "../clock.ts";
import { ConnectionError, SvcError } from "../errors/errors.ts";
import { fromCause, wordsOf } from "../errors/redact.ts";
import { type Fetch, note, notesOf, type PolicyCall, type Send } from "./policy.ts";

/** The end of a chain: hands requests to fetch, by default to the global one at the time of the request. */
export function sendBy(fetchOf: () => Fetch | undefined): Send {
  return (request, call) =>
    exchange(request, call, () => {
      const { signal, operation } = call;
      const fetch = call.fetch ?? fetchOf() ?? globalThis.fetch;
      // A body would be used up by sending it, and may be needed for a redirect or another attempt.
      return fetch(isRead(request) ? request : request.clone(), { signal, operation } as RequestInit);
    });
}

/** Tells those who measure when a request is sent, and when the headers of its response are there. */
export async function exchange(request: Request, call: PolicyCall, send: () => Promise<Response>): Promise<Response> {
  const { clock, signal, onHeaders } = call;
  report(call, "onRequest", request);
  const sentAt = monotonic(clock);
  try {
    const response = await send();
    signal.throwIfAborted();
    if (typeof response?.headers?.get !== "function")
      throw invalid("fetch", "a function that gives a Response", response);
    const { status } = response;
    const receivedAt = monotonic(clock);
    report(call, "onResponse", request, { status, durationMs: receivedAt - sentAt });
    onHeaders?.(notesOf(response).own ?? response, sentAt, receivedAt);
    return response;
  } catch (failure) {
    throw toFailure(call, request, failure);
  }
}

/** The error of a request that got no response, or none to its end. Other errors of the client stay as they are. */
export function toFailure(call: PolicyCall, request: Request, failure: unknown, what = "no answer"): unknown {
  if (call.signal.aborted || SvcError.is(failure)) return failure;
  const { method, url } = request;
  const words = `${what} from ${method} ${new URL(url).origin}: ${wordsOf(failure)} ${errorCode(failure) ?? ""}`;
  return note(fromCause(ConnectionError, call, words.trim(), failure), { failure });
}

/** The first error code along the causes, which may form a circle. */
export function errorCode(failure: unknown, depth = 0): unknown {
  const { code, cause } = Object(failure) as { code?: unknown; cause?: unknown };
  return code ?? (cause && depth < 5 ? errorCode(cause, depth + 1) : undefined);
}

/** Whether a request only reads: it has no body. */
export function isRead({ method }: Request): boolean {
  return /^(GET|HEAD)$/.test(method);
}
