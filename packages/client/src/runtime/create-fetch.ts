import { startCall } from "../call/start-call.ts";
import { ConfigurationError } from "../errors/errors.ts";
import { fromCause, wordsOf } from "../errors/redact.ts";
import { checkHeaders, checkRequest } from "./check-request.ts";
import { openSession } from "./open-session.ts";
import type { SvcClientOptions } from "./options.ts";

/** A fetch with policies, for a client of one's own. */
export interface PolicyFetch {
  (input: Request | string | URL, init?: RequestInit): Promise<Response>;
  /** Like the client's. */
  close(): Promise<void>;
}

/**
 * The client's policies as a fetch: `createFetchClient<paths>({ baseUrl, fetch: createPolicyFetch({ baseUrl, auth }) })`.
 * Each policy is switched by its option, so that any one of them can be had alone: pacing with `rateLimit`, retries with
 * `retry`, time limits with `timeoutMs`, a bearer credential with `auth` (none where it is left out). Only requests below
 * `baseUrl` are sent. Answers of any status are values; bodies of successes are left to the caller.
 *
 * @throws ConfigurationError naming the option that is wrong
 */
export function createPolicyFetch(options: SvcClientOptions): PolicyFetch {
  const security = options?.auth === undefined ? [] : [["bearer"]];
  const table = { documentVersion: "", schemes: { bearer: { kind: "bearer" } }, security, operations: [] } as const;
  const { session, base, close } = openSession(table, options, {});
  const policyFetch = async (input: Request | string | URL, init: RequestInit = {}): Promise<Response> => {
    const { signal: given, ...rest } = init;
    checkHeaders(rest.headers);
    let made: Request;
    try {
      made = new Request(input, rest);
    } catch (cause) {
      throw fromCause(ConfigurationError, { operation: "fetch", sent: [] }, wordsOf(cause), cause);
    }
    const request = checkRequest(made, base);
    const operation = `${request.method} ${new URL(request.url).pathname}`;
    const signal = given ?? (input instanceof Request ? input.signal : undefined);
    return startCall(session, {
      operation,
      parseAs: "stream",
      options: { signal },
      run: (exchange) => exchange(request),
    }) as Promise<unknown> as Promise<Response>;
  };
  return Object.assign(policyFetch, { close });
}
