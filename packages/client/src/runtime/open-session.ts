import { createCredentials } from "../auth/credentials.ts";
import { AbortedError } from "../errors/aborted-error.ts";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { RateLimitError } from "../errors/rate-limit-error.ts";
import { createPacer } from "../pacing/create-pacer.ts";
import type { RateLimitSnapshot } from "../pacing/pacer.ts";
import type { RetryOptions } from "../retry/retry-decision.ts";
import type { Session } from "../transport/call.ts";
import { leasePacer, type PacerLease } from "../transport/shared-pacers.ts";
import { clearLimits } from "../transport/time-limit.ts";
import type { Extras } from "./extras.ts";
import { checkLimit, type NormalizedOptions, normalizeOptions, type SvcClientOptions } from "./options.ts";
import type { ClientTable } from "./table.ts";

const UNKNOWN: RateLimitSnapshot = {
  limit: undefined,
  remaining: undefined,
  resetAt: undefined,
  queued: 0,
  inFlight: 0,
};

/** Stands for what is not given, where clients are compared by identity. */
const DEFAULT = {};

/** What {@link openSession} gives. */
export interface OpenSession {
  readonly session: Session;
  /** Ends with a slash: every request goes below it. */
  readonly base: string;
  /** Rejects the calls that wait and all later ones; resolves when those under way have ended. */
  readonly close: () => Promise<void>;
}

/** Checks the options and makes what the calls of one client have in common. @throws ConfigurationError */
export function openSession(table: ClientTable, options: SvcClientOptions, extras: Extras): OpenSession {
  const normal = normalizeOptions(options);
  const { fetch, retry = {}, hooks = {}, rateLimit } = options;
  const policy: RetryOptions = retry || { limit: 0 };
  checkLimits("retry", policy);
  for (const [name, value] of Object.entries({ fetch, random: normal.random, ...hooks })) {
    if (value && typeof value !== "function") throw new ConfigurationError(`${name}: expected a function`);
  }
  const { budget = 50 } = policy;
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
    turns: { budget, most: budget, held: 0, line: new Map() },
    timer: undefined,
    wakeAt: Number.POSITIVE_INFINITY,
    closed: false,
    calls: new Set(),
    rateLimit: () => lease?.pacer.snapshot() ?? UNKNOWN,
  };
  return { session, base: normal.baseUrl.href.replace(/\/?$/, "/"), close: () => close(session, lease) };
}

async function close(session: Session, lease: PacerLease | undefined): Promise<void> {
  if (!session.closed) {
    const error = new AbortedError("the client was closed");
    session.closed = true;
    for (const call of session.calls) if (call.waiting) call.end(error);
    lease?.release(error);
  }
  await Promise.allSettled([...session.calls].map(({ promise }) => promise));
  clearLimits(session);
}

function lend({ fetch, rateLimit }: SvcClientOptions, { auth, baseUrl, clock, random }: NormalizedOptions): PacerLease {
  const limits = rateLimit || {};
  checkLimits("rateLimit", limits);
  const errors = {
    rateLimited: (at: number | undefined) =>
      at === undefined
        ? new RateLimitError("rateLimit: more calls wait than maxQueued")
        : new RateLimitError("rateLimit: the wait is longer than maxWaitMs", {
            retryAt: new Date(Math.min(at, 8.64e15)),
          }),
  };
  const isText = typeof auth === "string";
  const identity = [clock, fetch ?? DEFAULT, rateLimit ?? DEFAULT, isText ? DEFAULT : (auth ?? DEFAULT)] as object[];
  return leasePacer(identity, `${baseUrl.origin} ${isText ? auth : ""}`, () =>
    createPacer({ ...limits, clock, random, errors }),
  );
}

/** Zero is no wait, no retry. */
function checkLimits(option: string, limits: object): void {
  if (typeof limits !== "object") throw new ConfigurationError(`${option}: expected options or false, got ${limits}`);
  for (const [name, value] of Object.entries(limits)) checkLimit(`${option}.${name}`, value === 0 ? 1 : (value ?? 1));
}
