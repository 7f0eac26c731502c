import type { Client } from "openapi-fetch";
import { checkRequest } from "../checks.ts";
import { clientEffects } from "../clock.ts";
import type { Extras } from "../extras.ts";
import type { PacerLease } from "../pacing/create-pacer.ts";
import { undeclaredLimits } from "../pacing/limits-by-operation.ts";
import type { RateLimitSnapshot } from "../pacing/pacer.ts";
import { type ComposedFetch, fetchBy } from "../policies/compose.ts";
import type { ClientTable } from "../table.ts";
import { createMethods, growMethods } from "./method-tree.ts";
import { openSession } from "./open-session.ts";
import type { SvcClientOptions } from "./options.ts";
import { createCalls, createRaw } from "./requests.ts";

/** A client: the document's methods, and the members that every client has. */
export type SvcClient<Methods, Paths extends object> = Methods & {
  /**
   * openapi-fetch's client with the same policies: responses of any status are values, all other failures are thrown.
   */
  readonly raw: Client<Paths>;
  /** The rate limit as known now. */
  readonly rateLimit: RateLimitSnapshot;
  /**
   * Creates another client with these options changed. It shares the limiter unless `auth`, `baseUrl` or `rateLimit` is
   * among them. Close each client separately.
   *
   * @throws ConfigurationError naming the invalid option
   */
  withOptions(options: SvcClientOptions): SvcClient<Methods, Paths>;
  /**
   * Rejects waiting and later calls with an `AbortedError`. Resolves when the requests in flight have ended and no
   * timer is left.
   */
  close(): Promise<void>;
};

/** Makes a client from the table of a document. @throws ConfigurationError naming the invalid option */
export function createCoreClient<Methods, Paths extends object>(
  table: ClientTable,
  options: SvcClientOptions,
  extras: Extras,
  shared?: PacerLease,
): SvcClient<Methods, Paths> {
  const { session, lease, ...opened } = openSession(table, options, extras, shared);
  const call = createCalls(session);
  const { operations } = table;
  const { methods, close } = createMethods(
    { session, operations, close: opened.close },
    (row) => call(row, extras),
    extras.additions,
  );
  const client = {
    raw: createRaw(session, operations, extras),
    get rateLimit() {
      return session.pacer.snapshot();
    },
    withOptions(more: SvcClientOptions) {
      const isOther = ["auth", "baseUrl", "server", "serverVariables", "rateLimit"].some((name) => name in more);
      const { additions } = session;
      return createCoreClient(table, { ...options, ...more }, { ...extras, additions }, isOther ? undefined : lease);
    },
    close,
  };
  clientEffects.set(client, session);
  growMethods(client, methods);
  return client as never;
}

/** A fetch with the client's policies. */
export interface PolicyFetch extends ComposedFetch {
  /** Rejects waiting and later calls; resolves when the requests in flight have ended. */
  close(): Promise<void>;
}

/**
 * Creates a fetch with the client's policies, for another client: `createFetchClient<paths>({ baseUrl, fetch:
 * createPolicyFetch({ baseUrl, auth }) })`. Each policy is controlled by its option: pacing by `rateLimit`, retries by
 * `retry`, time limits by `timeoutMs`, a bearer credential by `auth` (none by default). Only requests below `baseUrl`
 * are sent. Responses of any status are values; the caller reads the bodies of successes.
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
