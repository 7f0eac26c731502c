import type { Client } from "openapi-fetch";
import { clientEffects, clientFinishers } from "../effects.ts";
import type { Extras } from "../extras.ts";
import type { RateLimitSnapshot } from "../pacing/pacer.ts";
import type { ClientTable } from "../table.ts";
import { createMethod } from "./create-method.ts";
import { createRaw } from "./create-raw.ts";
import { growMethods } from "./method-tree.ts";
import { openSession } from "./open-session.ts";
import type { SvcClientOptions } from "./options.ts";
import type { PacerLease } from "./shared-pacers.ts";

/** A client: the document's methods, and the members that every client has. */
export type SvcClient<Methods, Paths extends object> = Methods & {
  /** openapi-fetch's client with the same policies: responses of any status are values, everything else is thrown. */
  readonly raw: Client<Paths>;
  /** The rate limit as known now. */
  readonly rateLimit: RateLimitSnapshot;
  /**
   * Makes another client with these options changed. It has the same limiter, unless `auth`, `baseUrl` or `rateLimit` is
   * among them. Each of the two is closed by itself.
   *
   * @throws ConfigurationError naming the invalid option
   */
  withOptions(options: SvcClientOptions): SvcClient<Methods, Paths>;
  /**
   * Rejects the calls that wait, and all later ones, with an `AbortedError`. Resolves when the requests under way have
   * ended; then no timer is left.
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
  const { session, close, lease } = openSession(table, options, extras, shared);
  const client = {
    raw: createRaw(session, table.operations),
    get rateLimit() {
      return session.pacer.snapshot();
    },
    withOptions(more: SvcClientOptions) {
      const isOther = ["auth", "baseUrl", "rateLimit"].some((name) => name in more);
      const made = createCoreClient(table, { ...options, ...more }, extras, isOther ? undefined : lease);
      for (const finisher of clientFinishers.get(client) ?? []) finisher(made, table);
      return made;
    },
    close,
  };
  clientEffects.set(client, session);
  growMethods(client, table.operations, (row) => createMethod(session, extras, row));
  return client as never;
}
