import createFetchClient, { type Client } from "openapi-fetch";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { sdkVersion } from "../generated/version.ts";
import type { RateLimitSnapshot } from "../pacing/pacer.ts";
import { createPathSerializer } from "../params/path.ts";
import { createMethod } from "./create-method.ts";
import { createRaw } from "./create-raw.ts";
import { edges } from "./edges.ts";
import type { Extras } from "./extras.ts";
import { growMethods } from "./method-tree.ts";
import { openSession } from "./open-session.ts";
import type { SvcClientOptions } from "./options.ts";
import type { ClientTable } from "./table.ts";

/** A client: the document's methods, and what every client has. */
export type SvcClient<Methods, Paths extends object> = Methods & {
  /** openapi-fetch's client with the same policies: answers of any status are values, everything else is thrown. */
  readonly raw: Client<Paths>;
  /** What is known of the rate limit now. */
  readonly rateLimit: RateLimitSnapshot;
  /**
   * Rejects the calls that wait with an `AbortedError` and all later ones; resolves when those that are under way have
   * ended. No timer is left then.
   */
  close(): Promise<void>;
};

/**
 * Makes a client of a document's table. Policies in the order in which a call meets them: deadline, turn in the rate
 * limit, credential, time limit of the attempt, redirects, body, retry.
 *
 * @throws ConfigurationError naming the option that is wrong
 */
export function createCoreClient<Methods, Paths extends object>(
  table: ClientTable,
  options: SvcClientOptions,
  extras: Extras,
): SvcClient<Methods, Paths> {
  const { session, base, close } = openSession(table, options, extras);
  const { requestOrigin } = options;
  if (/[^ -~]/.test(`${requestOrigin}`)) throw new ConfigurationError("requestOrigin: expected printable ASCII");
  const headers: { [name: string]: string } = { "x-svc-sdk-version": sdkVersion };
  for (const [name, value] of Object.entries(table.headers ?? {})) headers[name.toLowerCase()] = value;
  if (requestOrigin !== undefined) headers["x-svc-request-origin"] = requestOrigin;
  const target = { base: base.slice(0, -1), headers };
  const pathSerializer = createPathSerializer(base);
  const client = {
    raw: createRaw(session, target, createFetchClient<object>({ baseUrl: base, redirect: "manual", pathSerializer })),
    get rateLimit() {
      return session.rateLimit();
    },
    close,
  };
  edges.set(client, session);
  growMethods(client, table.operations, (row) => createMethod(session, target, row));
  return client as never;
}
