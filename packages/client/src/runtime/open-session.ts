import { createCredentials } from "../auth/credentials.ts";
import type { Session } from "../call/call.ts";
import { type Hooks, hooksOf, type Observers, report } from "../call/hooks.ts";
import { checkKind, checkNames, checkPolicy, invalid, isSafeAddress, PACE } from "../checks.ts";
import { systemClock } from "../clock.ts";
import { AbortedError, ConfigurationError } from "../errors/errors.ts";
import type { Extras } from "../extras.ts";
import { sdkVersion } from "../generated/version.ts";
import { createPacer, leasePacer, type PacerLease } from "../pacing/create-pacer.ts";
import { clientPolicies } from "../policies/client-policies.ts";
import { pacerErrors } from "../policies/pace.ts";
import { createRetryBudget } from "../retry/retry-decision.ts";
import type { ClientTable } from "../table.ts";
import type { SvcClientOptions } from "./options.ts";

const OPTIONS =
  "auth baseUrl server serverVariables rateLimit retry timeoutMs totalTimeoutMs hooks policies fetch requestOrigin maxResponseBytes allowInsecure clock random";

/** Options with their defaults. @throws ConfigurationError naming the invalid one */
function readOptions(table: ClientTable, options: SvcClientOptions, { servers }: Extras) {
  const { env: prefix = "SVC" } = table;
  checkKind("options", options, "object");
  checkNames(options, OPTIONS.split(" "));
  const { env = {} } = platform();
  const {
    auth = env[`${prefix}_API_KEY`] || undefined,
    baseUrl = env[`${prefix}_BASE_URL`] || servers?.choose(table, options),
    clock = systemClock,
    random = Math.random,
    timeoutMs = 60_000,
    totalTimeoutMs = false,
    maxResponseBytes = 104_857_600,
    hooks = [],
    policies = [],
    retry = {},
    rateLimit,
    fetch,
    allowInsecure,
    requestOrigin,
  } = options;
  for (const name of ["now", "setTimeout", "clearTimeout"] as const) checkKind(`clock.${name}`, clock?.[name]);
  checkKind("random", random);
  if (fetch !== undefined) checkKind("fetch", fetch);
  const all = hooksOf(hooks);
  const { href, origin } = checkBaseUrl(baseUrl, allowInsecure, prefix);
  if (/[^ -~]|^\[object /.test(`${requestOrigin}`)) throw invalid("requestOrigin", "printable ASCII");
  if (typeof rateLimit !== "function") checkPolicy(PACE, rateLimit || {});
  const settings = {
    timeoutMs,
    totalTimeoutMs,
    maxResponseBytes,
    clock,
    random,
    fetch,
    retry: retry || { limit: 0 },
    policies,
    observers: observe(all, `${prefix}_LOG`),
    base: href.replace(/\/?$/, "/"),
    unset: env[`${prefix}_API_KEY`] === "" ? `; ${prefix}_API_KEY is empty` : `, or set ${prefix}_API_KEY`,
    headers: commonHeaders(table, requestOrigin),
    ownHeaders: Object.values(table.clientHeaders ?? {}),
  };
  return { settings, auth, rateLimit, origin };
}

function commonHeaders({ clientHeaders, headers }: ClientTable, requestOrigin: string | undefined) {
  const all: { [name: string]: string } = {};
  const { version, origin } = clientHeaders ?? {};
  if (version) all[version] = sdkVersion;
  for (const [name, value] of Object.entries(headers ?? {})) all[name.toLowerCase()] = value;
  if (origin && requestOrigin !== undefined) all[origin] = requestOrigin;
  return all;
}

/**
 * Checks the options and makes what the calls of one client share. `shared` is the pacer of another client of the same
 * credential and origin, if there is one. `close` rejects waiting and later calls, and resolves when the others have ended.
 *
 * @throws ConfigurationError
 */
export function openSession(
  table: ClientTable,
  options: SvcClientOptions,
  extras: Extras,
  shared?: PacerLease,
): { readonly session: Session; readonly lease: PacerLease | undefined; readonly close: () => Promise<void> } {
  const { settings, auth, rateLimit, origin } = readOptions(table, options, extras);
  const { clock, random, fetch, retry } = settings;
  const credentials = createCredentials(auth, { table, extras, ...settings });
  const credential = typeof auth === "string" ? auth : undefined;
  const { limit = 3, baseMs = 300, budget: most = 10 } = retry;
  const budget = createRetryBudget(most);
  const send = clientPolicies({ ...settings, credentials, budget, pacerOf: () => session.pacer });
  // Several times as long as the retries of one call may take: 9.6 s.
  const maxOutageMs = baseMs * 2 ** (limit + 2);
  const errors = pacerErrors(clock, () => session.pacer.snapshot());
  const context = { origin, credential, clock, random, errors, maxOutageMs };
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
    claim: extras.claim,
    additions: [...(extras.additions ?? [])],
    baseOf: (row) => (row?.server && extras.servers?.serverOf(table, row, session.base)) || session.base,
    pacer: lease?.pacer ?? createPacer({ ...context, limits: extras.limits, isWatching: true }),
    budget,
    calls: new Set(),
    closed: false,
    rateLimit: () => session.pacer.snapshot(),
    send,
  };
  return { session, close: () => close(session, lease), lease };
}

/** Parts that no base address may have. What they hold may be secret. */
const NO_BASE: readonly (readonly [pattern: RegExp, part: string])[] = [
  [/^[^?#]*\/\/[^/?#]*@/, "credentials before the host"],
  [/\?/, "a query"],
  [/#/, "a fragment"],
  [/[{}]|%7b/i, "a {template}, which is not filled in"],
];

function checkBaseUrl(given: string | URL | undefined, allowInsecure: boolean | undefined, env: string): URL {
  if (!given) throw new ConfigurationError(`baseUrl: missing; pass the service's address, or set ${env}_BASE_URL`);
  const url = new URL(URL.canParse(given) ? given : "none:");
  const { href, protocol, host, pathname } = url;
  const extra = NO_BASE.find(([pattern]) => pattern.test(href))?.[1];
  if (isSafeAddress(href, allowInsecure) && !extra) return url;
  const got = /^https?:/.test(protocol)
    ? `${protocol}//${host}${pathname}${extra ? ` with ${extra}` : ""}`
    : "no scheme: write https:// before it";
  throw invalid(
    "baseUrl",
    `an https URL without credentials or query (http only on loopback, or with allowInsecure), got ${got}`,
  );
}

async function close(session: Session, lease: PacerLease | undefined): Promise<void> {
  const { calls } = session;
  if (!session.closed) {
    const closed = (): AbortedError => new AbortedError("the client is closed");
    session.closed = true;
    for (const call of calls) if (call.isWaiting()) call.end(closed());
    lease?.release(closed());
  }
  await Promise.allSettled([...calls].map(({ promise }) => promise));
}

/** The used part of Node's `process`, which Bun and Deno have, too. */
interface Platform {
  readonly env?: { readonly [name: string]: string | undefined };
  getBuiltinModule?(name: string): {
    channel(name: string): Observers["channel"];
    createRequire(from: string): (name: string) => { logTo(logger: Console, options: object): Hooks };
  };
}

/** The platform's `process`; nothing in browsers and workers. */
export function platform(): Platform {
  return (globalThis as { process?: Platform }).process ?? {};
}

/**
 * The observers of a client. The level is that of a variable of the environment: the log is an entry of its own, and loaded only where it
 * is asked for.
 */
export function observe(hooks: readonly Hooks[], variable: string): Observers {
  const level = platform().env?.[variable];
  const builtin = (name: string) => platform().getBuiltinModule?.(`node:${name}`);
  const channel = builtin("diagnostics_channel")?.channel("svc:client");
  let log: Hooks | undefined;
  try {
    if (level)
      log = builtin("module")
        ?.createRequire(import.meta.url)("@svc/client/log")
        .logTo(console, { level });
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: a log was asked for, and there is no other place to say this
    console.warn(`${variable}: ${error}; logTo of @svc/client/log makes a log, too`);
  }
  return { hooks: log ? [...hooks, log] : hooks, channel, report };
}
