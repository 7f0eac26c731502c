import { createCredentials } from "../auth/credentials.ts";
import { AbortedError } from "../errors/aborted-error.ts";
import { RateLimitError } from "../errors/rate-limit-error.ts";
import { createPacer } from "../pacing/create-pacer.ts";
import type { RateLimitSnapshot } from "../pacing/pacer.ts";
import type { RetryOptions } from "../retry/retry-decision.ts";
import { type Session, toDate } from "../transport/call.ts";
import { leasePacer, type PacerLease } from "../transport/shared-pacers.ts";
import { clearLimits } from "../transport/time-limit.ts";
import type { Extras } from "./extras.ts";
import { checkPolicy, type NormalizedOptions, normalizeOptions, type SvcClientOptions } from "./options.ts";
import type { ClientTable } from "./table.ts";

/** Nothing is known without pacing. */
const UNKNOWN = { queued: 0, inFlight: 0 } as RateLimitSnapshot;

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
  const { fetch, retry = {}, rateLimit } = options;
  const policy: RetryOptions = checkPolicy("retry", retry || { limit: 0 });
  const { budget = 10 } = policy;
  const credentials = createCredentials(normal.auth);
  credentials.pick(table.security);
  const lease = rateLimit === false ? undefined : lend(options, normal);
  const pacer = lease?.pacer;
  const session: Session = {
    ...normal,
    table,
    extras,
    credentials,
    pacer,
    fetch,
    retry: policy,
    turns: { budget, most: budget, round: 1, failures: 0, held: 0, line: new Map() },
    timer: undefined,
    wakeAt: Infinity,
    closed: false,
    calls: new Set(),
    rateLimit: () => pacer?.snapshot() ?? UNKNOWN,
  };
  return { session, base: normal.baseUrl.href.replace(/\/?$/, "/"), close: () => close(session, lease) };
}

async function close(session: Session, lease: PacerLease | undefined): Promise<void> {
  if (!session.closed) {
    const closed = (): AbortedError => new AbortedError("the client was closed");
    session.closed = true;
    for (const call of session.calls) if (call.waiting) call.end(closed());
    lease?.release(closed());
  }
  await Promise.allSettled([...session.calls].map(({ promise }) => promise));
  clearLimits(session);
}

function lend({ fetch, rateLimit }: SvcClientOptions, { auth, baseUrl, clock, random }: NormalizedOptions): PacerLease {
  const limits = typeof rateLimit === "function" ? undefined : checkPolicy("rateLimit", rateLimit || {});
  const rateLimited = (at: number | undefined): Error =>
    new RateLimitError(`rateLimit: ${at ? "the wait is longer than maxWaitMs" : "more calls wait than maxQueued"}`, {
      retryAt: toDate(at === Infinity ? undefined : at),
    });
  const isText = typeof auth === "string";
  const identity = [clock, fetch, rateLimit, isText ? undefined : auth].map((given) => given ?? DEFAULT) as object[];
  const credential = isText ? auth : undefined;
  const context = { origin: baseUrl.origin, credential, clock, random, errors: { rateLimited } };
  return leasePacer(identity, `${baseUrl.origin} ${credential}`, () =>
    typeof rateLimit === "function" ? rateLimit(context) : createPacer({ ...limits, ...context }),
  );
}
