import { createApiError, isJson, isStream } from "../call/deliver.ts";
import { type Bytes, hasMoreValues, keepBody, readBody } from "../call/read-body.ts";
import { checkLimit, checkOptions } from "../checks.ts";
import { type Policy, toFailure } from "./policy.ts";

/** Options of {@link maxBody}. */
export interface MaxBodyOptions {
  /** Longest body in bytes, above 0 and below 2^31; `false`: no limit. @default 104_857_600 */
  readonly maxResponseBytes?: number | false | undefined;
}

/** Fewest values that JSON may have: a smaller limit of bytes does not refuse a list of numbers. */
const LEAST_VALUES = 1_048_576;

/**
 * Reads bodies to their end, so that a broken connection counts as a failed attempt and can be retried. The response
 * can be read any number of times. Bodies of streams are left to the caller. JSON may have one value for every 16 bytes
 * of the limit, at least 1,048,576.
 *
 * @throws SvcApiError for a longer body, for JSON of more values, and for a compressed one other than JSON if
 * `identity` was requested, because runtimes do not check whether it is complete; ConnectionError for an incomplete
 * body; ConfigurationError (the factory) for an invalid limit
 */
export function maxBody(options: MaxBodyOptions = {}): Policy {
  checkOptions("maxBody", options, ["maxResponseBytes"]);
  const { maxResponseBytes = 104_857_600 } = options;
  const most = checkLimit("maxResponseBytes", maxResponseBytes);
  const mostValues = Math.max(LEAST_VALUES, Math.floor(most / 16));
  return async (request, next, call) => {
    const response = await next(request);
    let problem: string | undefined = `body longer than maxResponseBytes (${most} bytes)`;
    const isLeft = call.isStream ?? isStream(response);
    if (isLeft && response.ok && response.body) return response;
    try {
      const body = await readBody(response, most);
      call.signal.throwIfAborted();
      if (body !== undefined) {
        const hasMore = hasMoreValues(body, mostValues);
        problem = hasMore ? `body of more than ${mostValues} JSON values` : compressionProblem(request, response, body);
        if (!problem) return keepBody(response, body);
      }
    } catch (failure) {
      throw toFailure(call, request, failure, "an answer that broke off");
    }
    throw createApiError(call, response, { problem });
  };
}

/** Why nobody knows whether a body is whole. @throws TypeError where it is not */
function compressionProblem({ headers: asked }: Request, response: Response, { length }: Bytes): string | undefined {
  const { ok, headers, body } = response;
  const coding = headers.get("content-encoding") ?? "";
  if (!ok || !body || headers.get("content-length") === "0" || /^(identity)?$/i.test(coding)) return undefined;
  // Runtimes give what they could decode before the end.
  if (length === 0) throw new TypeError(`cut within ${coding}`);
  return asked.get("accept-encoding") !== "identity" || isJson(response)
    ? undefined
    : `compressed (${coding}), though identity was asked for: it may be cut`;
}
