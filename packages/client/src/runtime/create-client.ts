import createFetchClient, { type Client } from "openapi-fetch";
import { createCredentials } from "../auth/credentials.ts";
import { AbortedError } from "../errors/aborted-error.ts";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { RateLimitError } from "../errors/rate-limit-error.ts";
import { sdkVersion } from "../generated/version.ts";
import { createPacer } from "../pacing/create-pacer.ts";
import type { RateLimitSnapshot } from "../pacing/pacer.ts";
import type { Transport } from "../transport/send.ts";
import { leasePacer, type PacerLease } from "../transport/shared-pacers.ts";
import { type Core, createMethod } from "./create-method.ts";
import { createRaw, guardedPathSerializer } from "./create-raw.ts";
import { growMethods } from "./method-tree.ts";
import { checkLimit, type NormalizedOptions, normalizeOptions, type SvcClientOptions } from "./options.ts";
import type { Session } from "./session.ts";
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

const UNKNOWN: RateLimitSnapshot = {
  limit: undefined,
  remaining: undefined,
  resetAt: undefined,
  queued: 0,
  inFlight: 0,
};

/** Stands for what is not given, where clients are compared by identity. */
const DEFAULT = {};

/**
 * Makes a client of a document's table. Policies in the order in which a call meets them: deadline, turn in the rate
 * limit, credential, time limit of the attempt, redirects, body, retry.
 *
 * @throws ConfigurationError naming the option that is wrong
 */
export function createClient<Methods, Paths extends object>(
  table: ClientTable,
  options: SvcClientOptions = {},
): SvcClient<Methods, Paths> {
  const normal = normalizeOptions(options);
  const lease = options.rateLimit === false ? undefined : lend(options, normal);
  const session: Session = {
    transport: createTransport(table, options, normal, lease),
    timeoutMs: normal.timeoutMs,
    totalTimeoutMs: normal.totalTimeoutMs,
    calls: new Map(),
    rateLimit: () => lease?.pacer.snapshot() ?? UNKNOWN,
  };
  const fetchOptions = {
    baseUrl: normal.baseUrl.href,
    headers: constantHeaders(table, options),
    redirect: "manual" as const,
  };
  const core = createFetchClient<object>(fetchOptions);
  const rawCore = createFetchClient<object>({ ...fetchOptions, pathSerializer: guardedPathSerializer });
  const client = {
    raw: createRaw(session, rawCore, table.operations),
    get rateLimit() {
      return session.rateLimit();
    },
    close: () => close(session, lease),
  };
  growMethods(client, table.operations, (row) => createMethod(session, core as Core, row));
  return client as never;
}

async function close({ transport, calls }: Session, lease: PacerLease | undefined): Promise<void> {
  const error = new AbortedError("the client was closed");
  if (!transport.closed) {
    transport.closed = true;
    for (const call of calls.keys()) if (call.waiting) call.end(error);
    lease?.release(error);
  }
  await Promise.allSettled(calls.values());
}

function createTransport(
  table: ClientTable,
  { fetch, retry = {}, hooks = {} }: SvcClientOptions,
  { auth, baseUrl, clock, random, maxResponseBytes }: NormalizedOptions,
  lease: PacerLease | undefined,
): Transport {
  const credentials = createCredentials(auth);
  credentials.pick(table.security);
  const policy = retry || { limit: 0 };
  for (const [name, value] of Object.entries(policy)) if (value !== 0) checkLimit(`retry.${name}`, value, 1);
  const base = baseUrl.href.replace(/\/?$/, "/");
  const budget = policy.budget ?? 50;
  return {
    table,
    credentials,
    pacer: lease?.pacer,
    clock,
    random,
    fetch,
    retry: policy,
    maxResponseBytes,
    hooks,
    base,
    budget,
    closed: false,
  };
}

function lend({ fetch, rateLimit }: SvcClientOptions, { auth, baseUrl, clock, random }: NormalizedOptions): PacerLease {
  const limits = rateLimit || {};
  for (const [name, value] of Object.entries(limits)) checkLimit(`rateLimit.${name}`, value, 1);
  const errors = {
    rateLimited: (message: string, retryAt?: number) =>
      new RateLimitError(message, {
        retryAt: retryAt === undefined ? undefined : new Date(Math.min(retryAt, 8.64e15)),
      }),
  };
  const byIdentity = typeof auth === "string" || auth === undefined ? DEFAULT : auth;
  const text = `${baseUrl.origin} ${byIdentity === DEFAULT ? auth : ""}`;
  return leasePacer([clock, fetch ?? DEFAULT, rateLimit || DEFAULT, byIdentity], text, () =>
    createPacer({ ...limits, clock, random, errors }),
  );
}

function constantHeaders({ headers }: ClientTable, { requestOrigin }: SvcClientOptions): { [name: string]: string } {
  const all = { ...headers, "x-svc-sdk-version": sdkVersion };
  if (requestOrigin === undefined) return all;
  if (!/^[ -~]+$/.test(requestOrigin)) throw new ConfigurationError("requestOrigin: expected printable ASCII text");
  return { ...all, "x-svc-request-origin": requestOrigin };
}
