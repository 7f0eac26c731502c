import { createCredentials } from "../auth/credentials.ts";
import type { Session } from "../call/call.ts";
import { toDate } from "../call/decide-retry.ts";
import type { Hooks } from "../call/hooks.ts";
import { createTimeLimits } from "../call/time-limits.ts";
import { checkKind, checkLimit, checkPolicy, checkRest, invalid, isSafeAddress, unknownOption } from "../checks.ts";
import { systemClock } from "../clock.ts";
import { AbortedError, ConnectionError, RateLimitError } from "../errors/errors.ts";
import type { Extras } from "../extras.ts";
import { createPacer } from "../pacing/create-pacer.ts";
import { createRetryBudget } from "../retry/retry-budget.ts";
import type { ClientTable } from "../table.ts";
import { observe, platform } from "./observe.ts";
import type { SvcClientOptions } from "./options.ts";
import { leasePacer, type PacerLease } from "./shared-pacers.ts";
import { watchLimits } from "./watch-limits.ts";

/** Result of {@link openSession}. */
export interface OpenSession {
  readonly session: Session;
  /** Rejects the calls that wait and all later ones; resolves when those under way have ended. */
  readonly close: () => Promise<void>;
  /** `undefined`: no pacing. */
  readonly lease: PacerLease | undefined;
}

/** Options with their defaults. @throws ConfigurationError naming the invalid one */
function readOptions({ env: prefix = "SVC" }: ClientTable, options: SvcClientOptions) {
  checkKind("options", options, "object");
  const { env = {} } = platform();
  const {
    auth = env[`${prefix}_API_KEY`],
    baseUrl = env[`${prefix}_BASE_URL`],
    clock = systemClock,
    random = Math.random,
    timeoutMs = 60_000,
    totalTimeoutMs = false,
    maxResponseBytes = 104_857_600,
    hooks = [],
    retry = {},
    rateLimit,
    fetch,
    allowInsecure,
    requestOrigin: _,
    ...rest
  } = options;
  checkRest(rest);
  checkKind("hooks", hooks, "object");
  for (const name of Object.keys(systemClock)) checkKind(`clock.${name}`, clock?.[name as "now"]);
  const all = [hooks].flat() as Hooks[];
  for (const [name, value] of [{ fetch, random }, ...all].flatMap((given) => Object.entries(Object(given)))) {
    if (value === undefined) continue;
    if (!/^(fetch|random|on(Re(quest|sponse|try)|Item|Wait|RateLimit|End))$/.test(name)) throw unknownOption(name);
    checkKind(name, value);
  }
  const limits = { timeoutMs, totalTimeoutMs };
  for (const name of Object.keys(limits)) checkLimit(name, limits[name as "timeoutMs"]);
  const { href, origin } = checkBaseUrl(baseUrl, allowInsecure, prefix);
  const policy = checkPolicy("retry", retry || { limit: 0 });
  if (typeof rateLimit !== "function") checkPolicy("rateLimit", rateLimit || {});
  const observers = observe(all, env[`${prefix}_LOG`]);
  const most = checkLimit("maxResponseBytes", maxResponseBytes);
  return {
    ...limits,
    maxResponseBytes: most,
    clock,
    random,
    fetch,
    observers,
    auth,
    rateLimit,
    retry: policy,
    href,
    origin,
  };
}

/**
 * Checks the options and makes what the calls of one client share. `shared` is the pacer of another client of the same
 * credential and origin, if there is one.
 *
 * @throws ConfigurationError
 */
export function openSession(
  table: ClientTable,
  options: SvcClientOptions,
  extras: Extras,
  shared?: PacerLease,
): OpenSession {
  const { auth, rateLimit, href, origin, ...settings } = readOptions(table, options);
  const { clock, random, fetch, retry } = settings;
  const base = href.replace(/\/?$/, "/");
  const credentials = createCredentials(auth, { table, extras, base, ...settings });
  const credential = typeof auth === "string" ? auth : undefined;
  const { limit = 3, baseMs = 300, budget = 10 } = retry;
  // Several times as long as the retries of one call may take: 9.6 s.
  const maxOutageMs = baseMs * 2 ** (limit + 2);
  const rateLimited = (at: number | undefined): Error => tooLong(at, session);
  const context = { origin, credential, clock, random, errors: { rateLimited, unavailable }, maxOutageMs };
  const lease =
    rateLimit === false
      ? undefined
      : (shared?.share() ??
        leasePacer(
          [clock, fetch, rateLimit, credential === undefined ? (auth as object) : undefined],
          `${origin} ${credential}`,
          () =>
            typeof rateLimit === "function"
              ? rateLimit(context)
              : createPacer({ ...rateLimit, ...context, limits: extras.limits }),
        ));
  const session: Session = {
    ...settings,
    base,
    claim: extras.claim,
    credentials,
    pacer: lease?.pacer ?? watchLimits(random, extras.limits),
    budget: createRetryBudget(budget),
    limits: createTimeLimits(clock),
    calls: new Set(),
    closed: false,
  };
  return { session, close: () => close(session, lease), lease };
}

function checkBaseUrl(given: string | URL | undefined, allowInsecure: boolean | undefined, env: string): URL {
  const url = URL.canParse(given ?? "") ? new URL(given as string) : undefined;
  const { href = "", protocol, host } = (url ?? {}) as Partial<URL>;
  if (url && isSafeAddress(href, allowInsecure) && !/[?#]|\/\/[^/]*@/.test(href)) return url;
  const isHttp = /^https?:/.test(`${protocol}`);
  const got = isHttp
    ? `${protocol}//${host}`
    : given
      ? "no scheme: write https:// before the host"
      : `none (nor ${env}_BASE_URL)`;
  throw invalid("baseUrl", `https (or http on loopback; allowInsecure) without credentials and query, got ${got}`);
}

/** The error of a call that may not wait, or not longer, for the rate limit. Its operation is added by the call. */
function tooLong(at: number | undefined, { pacer, clock }: Session): Error {
  const { limit, resetAt, queued } = pacer.snapshot();
  const retryAt = toDate(at === Infinity ? undefined : at);
  const wait = retryAt ? `${Math.ceil((+retryAt - clock.now()) / 1000)} s` : "of unknown length";
  const window = resetAt ? ` (${limit} until ${resetAt.toISOString()})` : "";
  const reason = at
    ? `the wait for the rate limit${window} is ${wait}, longer than rateLimit.maxWaitMs`
    : `${queued} calls wait, as many as rateLimit.maxQueued`;
  return new RateLimitError(`${reason}: raise it, or call again later`, { retryAt });
}

/** The error of a call that waits while nothing is answered, for longer than retries are worth. */
function unavailable(): Error {
  return new ConnectionError("no answer: other calls fail, too, and for longer than retries wait");
}

async function close(session: Session, lease: PacerLease | undefined): Promise<void> {
  const { calls } = session;
  if (!session.closed) {
    const closed = (): AbortedError => new AbortedError("the client is closed");
    session.closed = true;
    for (const call of calls) if (call.waiting) call.end(closed());
    lease?.release(closed());
  }
  await Promise.allSettled([...calls].map(({ promise }) => promise));
  session.limits.clear();
}
