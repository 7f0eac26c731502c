import type { CallHost } from "../call/call.ts";
import { startCall } from "../call/start-call.ts";
import { checkHeaders } from "../checks.ts";
import { systemClock } from "../clock.ts";
import { ConfigurationError } from "../errors/errors.ts";
import { fromCause, wordsOf } from "../errors/redact.ts";
import { chain, type Fetch, isRead, note, ownPolicies, type Policy, sendBy } from "./policy.ts";

/** Options of `fetch`, with a number allowed as `priority`. */
export type PolicyInit = Omit<RequestInit, "priority"> & {
  /** Calls of a higher one are sent first; `"high"` is 1, `"low"` -1, `"auto"` 0. @default 0 */
  readonly priority?: number | "high" | "low" | "auto";
};

/** A fetch with policies. */
export type ComposedFetch = (input: Request | string | URL, init?: PolicyInit) => Promise<Response>;

const PRIORITIES: { readonly [name: string]: number } = { high: 1, low: -1 };

/**
 * Creates a fetch from policies, for any client that accepts one: `compose([deadline(), retry(), pace()])`. The first
 * policy is the outermost. Responses of any status are values; a request without a response rejects with an `SvcError`.
 *
 * @param fetch sends the requests; defaults to the global one at the time of each request
 */
export function compose(policies: readonly Policy[], fetch?: Fetch): ComposedFetch {
  return fetchBy({
    clock: systemClock,
    random: Math.random,
    observers: undefined,
    calls: new Set(),
    closed: false,
    send: chain(
      [...ownPolicies(policies), followed],
      sendBy(() => fetch),
    ),
  });
}

/**
 * The last policy: what fetch follows by itself was carried out, and only what the redirect names could not be read. Where fetch
 * gives no response, nobody can tell.
 */
const followed: Policy = async (request, next) => {
  if (isRead(request) || request.redirect !== "follow") return next(request);
  try {
    const response = await next(request);
    return response.redirected ? note(response, { isCarriedOut: true }) : response;
  } catch (error) {
    throw note(error as Error, { isCarriedOut: true });
  }
};

/** The fetch of what calls run on. `check` looks at each request before it is sent. */
export function fetchBy(host: CallHost, check = (request: Request): Request => request): ComposedFetch {
  return async (input, init = {}) => {
    const { signal: given, priority, ...rest } = init;
    checkHeaders(rest.headers);
    let made: Request;
    try {
      made = new Request(input, rest);
    } catch (cause) {
      throw fromCause(ConfigurationError, { operation: "fetch", sent: [] }, wordsOf(cause), cause);
    }
    const request = check(made);
    const signal = given ?? (input instanceof Request ? input.signal : undefined);
    return startCall(host, {
      operation: `${request.method} ${new URL(request.url).pathname}`,
      isStream: true,
      options: { signal, priority: PRIORITIES[priority as string] ?? (priority as number | undefined) },
      run: (send) => send(request),
    });
  };
}
