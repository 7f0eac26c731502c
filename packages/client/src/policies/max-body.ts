import { createApiError, isStream } from "../call/deliver.ts";
import { keepBody, readBody } from "../call/read-body.ts";
import { checkLimit } from "../checks.ts";
import { type Policy, toFailure } from "./policy.ts";

/** Options of {@link maxBody}. */
export interface MaxBodyOptions {
  /** Longest body in bytes, above 0 and below 2^31; `false`: no limit. @default 104_857_600 */
  readonly maxResponseBytes?: number | false | undefined;
}

/**
 * Reads bodies to their end, so that a connection that is cut belongs to the attempt, and can be made good by another one.
 * The response can be read as often as wanted. The bodies of streams are left to the caller.
 *
 * @throws SvcApiError for a longer body; ConfigurationError (the factory) for an invalid limit
 */
export function maxBody({ maxResponseBytes = 104_857_600 }: MaxBodyOptions = {}): Policy {
  const most = checkLimit("maxResponseBytes", maxResponseBytes);
  return async (request, next, call) => {
    const response = await next(request);
    const isLeft = call.isStream ?? isStream(response.headers.get("content-type") ?? "");
    if (isLeft && response.ok && response.body) return response;
    try {
      const body = await readBody(response.body, most);
      call.signal.throwIfAborted();
      if (body !== undefined) return keepBody(response, body);
    } catch (failure) {
      throw toFailure(call, request, failure, "an answer that broke off");
    }
    throw createApiError(call, response, { problem: `body longer than maxResponseBytes (${most} bytes)` });
  };
}
