import { startCall } from "../call/start-call.ts";
import { ConfigurationError } from "../errors/errors.ts";
import { fromCause, wordsOf } from "../errors/redact.ts";
import { limitsByOperation } from "../pacing/limits-by-operation.ts";
import { checkHeaders, checkRequest } from "./check-request.ts";
import { openSession } from "./open-session.ts";
import type { SvcClientOptions } from "./options.ts";

/** Options of `fetch`, with a number allowed as `priority`. */
export type PolicyInit = Omit<RequestInit, "priority"> & {
  /** Calls of a higher one are sent first; `"high"` is 1, `"low"` -1, `"auto"` 0. @default 0 */
  readonly priority?: number | "high" | "low" | "auto";
};

/** A fetch with the client's policies. */
export interface PolicyFetch {
  /** `priority`: calls of a higher one are sent first; `"high"` is 1, `"low"` -1. @default 0 */
  (input: Request | string | URL, init?: PolicyInit): Promise<Response>;
  /** Rejects the calls that wait, and all later ones; resolves when the requests under way have ended. */
  close(): Promise<void>;
}

const PRIORITIES: { readonly [name: string]: number } = { high: 1, low: -1 };

/**
 * Makes a fetch with the client's policies, for another client:
 * `createFetchClient<paths>({ baseUrl, fetch: createPolicyFetch({ baseUrl, auth }) })`. Each policy is controlled by its
 * option: pacing by `rateLimit`, retries by `retry`, time limits by `timeoutMs`, a bearer credential by `auth` (none by
 * default). Only requests below `baseUrl` are sent. Responses of any status are values; the caller reads the bodies of
 * successes.
 *
 * @throws ConfigurationError naming the invalid option
 */
export function createPolicyFetch(options: SvcClientOptions): PolicyFetch {
  const security = options?.auth === undefined ? [] : [["bearer"]];
  const table = { documentVersion: "", schemes: { bearer: { kind: "bearer" } }, security, operations: [] } as const;
  const { session, close } = openSession(table, options, { limits: limitsByOperation });
  const policyFetch = async (input: Request | string | URL, init: PolicyInit = {}): Promise<Response> => {
    const { signal: given, priority, ...rest } = init;
    checkHeaders(rest.headers);
    let made: Request;
    try {
      made = new Request(input, rest);
    } catch (cause) {
      throw fromCause(ConfigurationError, { operation: "fetch", sent: [] }, wordsOf(cause), cause);
    }
    const request = checkRequest(made, session.base);
    const operation = `${request.method} ${new URL(request.url).pathname}`;
    const signal = given ?? (input instanceof Request ? input.signal : undefined);
    return startCall(session, {
      operation,
      parseAs: "stream",
      options: { signal, priority: PRIORITIES[priority as string] ?? (priority as number | undefined) },
      run: (exchange) => exchange(request),
    }) as Promise<unknown> as Promise<Response>;
  };
  return Object.assign(policyFetch, { close });
}
