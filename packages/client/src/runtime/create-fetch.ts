import { checkRequest } from "../checks.ts";
import { undeclaredLimits } from "../pacing/limits-by-operation.ts";
import { type ComposedFetch, fetchBy } from "../policies/compose.ts";
import { openSession } from "./open-session.ts";
import type { SvcClientOptions } from "./options.ts";

/** A fetch with the client's policies. */
export interface PolicyFetch extends ComposedFetch {
  /** Rejects the calls that wait, and all later ones; resolves when the requests under way have ended. */
  close(): Promise<void>;
}

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
  const { session, close } = openSession(table, options, { limits: undeclaredLimits });
  return Object.assign(
    fetchBy(session, (request) => checkRequest(request, session.base)),
    { close },
  );
}
