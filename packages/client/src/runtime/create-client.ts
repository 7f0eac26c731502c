import createFetchClient, { type Client } from "openapi-fetch";
import { createCredentials } from "../auth/credentials.ts";
import { AbortedError } from "../errors/aborted-error.ts";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { RateLimitError } from "../errors/rate-limit-error.ts";
import { sdkVersion } from "../generated/version.ts";
import { createPacer } from "../pacing/create-pacer.ts";
import type { RateLimitSnapshot } from "../pacing/pacer.ts";
import { createPathSerializer } from "../params/path.ts";
import type { Session } from "../transport/call.ts";
import { leasePacer, type PacerLease } from "../transport/shared-pacers.ts";
import { clearLimits } from "../transport/time-limit.ts";
import { type Core, createMethod } from "./create-method.ts";
import { createRaw } from "./create-raw.ts";
import type { Extras } from "./extras.ts";
import { growMethods } from "./method-tree.ts";
import { checkLimit, type NormalizedOptions, normalizeOptions, type SvcClientOptions } from "./options.ts";
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
export function createCoreClient<Methods, Paths extends object>(
  table: ClientTable,
  options: SvcClientOptions,
  extras: Extras,
): SvcClient<Methods, Paths> {
  const normal = normalizeOptions(options);
  const { fetch, retry = {}, hooks = {}, rateLimit, requestOrigin } = options;
  const headers: { [name: string]: string } = { ...table.headers, "x-svc-sdk-version": sdkVersion };
  if (requestOrigin !== undefined) headers["x-svc-request-origin"] = requestOrigin;
  if (/[^ -~]/.test(`${requestOrigin}`)) throw new ConfigurationError("requestOrigin: expected printable ASCII");
  const policy = retry || { limit: 0 };
  for (const name in policy)
    if (policy[name as "limit"] !== 0) checkLimit(`retry.${name}`, policy[name as "limit"] ?? 1);
  const credentials = createCredentials(normal.auth);
  credentials.pick(table.security);
  const lease = rateLimit === false ? undefined : lend(options, normal);
  const session: Session = {
    ...normal,
    table,
    extras,
    credentials,
    pacer: lease?.pacer,
    fetch,
    retry: policy,
    hooks,
    budget: policy.budget ?? 50,
    timer: undefined,
    wakeAt: Number.POSITIVE_INFINITY,
    closed: false,
    calls: new Map(),
    rateLimit: () => lease?.pacer.snapshot() ?? UNKNOWN,
  };
  const base = normal.baseUrl.href.replace(/\/?$/, "/");
  const create = () =>
    createFetchClient<object>({
      baseUrl: base,
      headers,
      redirect: "manual",
      pathSerializer: createPathSerializer(base),
    });
  const client = {
    raw: createRaw(session, create()),
    get rateLimit() {
      return session.rateLimit();
    },
    close: () => close(session, lease),
  };
  const core = create() as Core;
  growMethods(client, table.operations, (row) => createMethod(session, core, row));
  return client as never;
}

async function close(session: Session, lease: PacerLease | undefined): Promise<void> {
  if (!session.closed) {
    const error = new AbortedError("the client was closed");
    session.closed = true;
    for (const call of session.calls.keys()) if (call.waiting) call.end(error);
    lease?.release(error);
  }
  await Promise.allSettled(session.calls.values());
  clearLimits(session);
}

function lend({ fetch, rateLimit }: SvcClientOptions, { auth, baseUrl, clock, random }: NormalizedOptions): PacerLease {
  const limits = rateLimit || {};
  for (const name in limits) checkLimit(`rateLimit.${name}`, limits[name as "maxWaitMs"] ?? 1);
  const errors = {
    rateLimited: (message: string, retryAt?: number) =>
      new RateLimitError(message, {
        retryAt: retryAt === undefined ? undefined : new Date(Math.min(retryAt, 8.64e15)),
      }),
  };
  const isText = typeof auth === "string";
  const identity = [clock, fetch ?? DEFAULT, rateLimit ?? DEFAULT, isText ? DEFAULT : (auth ?? DEFAULT)] as object[];
  return leasePacer(identity, `${baseUrl.origin} ${isText ? auth : ""}`, () =>
    createPacer({ ...limits, clock, random, errors }),
  );
}
