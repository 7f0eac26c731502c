import { invalid } from "../checks.ts";
import { type Clock, monotonic } from "../clock.ts";
import { ConfigurationError, RateLimitError, SvcApiError, SvcError } from "../errors/errors.ts";
import { fromCause } from "../errors/redact.ts";
import type { OAuthFlow } from "../table.ts";
import type { TokenAnswer } from "./request-token.ts";

/** Context of a credential source: the client that calls it. */
export interface CredentialContext {
  /** Address of the service; ends with a slash. */
  readonly baseUrl: string;
  /** The OAuth flows that the document declares for the scheme, by their names in OpenAPI: `password`, `clientCredentials`. */
  readonly flows: { readonly [name: string]: OAuthFlow };
  /** Sends requests with the client's `fetch`, without its credential, pacing and retries. */
  readonly fetch: (request: Request, init?: RequestInit) => Promise<Response>;
  /** Clock of the client, by which tokens expire. */
  readonly clock: Clock;
  /** The client's limit for one attempt, in milliseconds; `false`: none. */
  readonly timeoutMs: number | false;
}

/**
 * Returns the credential of one request right before it is sent. `rejected` is the credential that the service rejected
 * (401): return a new one, or the same one if there is no other.
 */
export type CredentialSource = (rejected: string | undefined, context: CredentialContext) => string | Promise<string>;

/** One credential of a client. */
export interface Credential {
  /** The value to send now; not `rejected`, where another one is to be had. */
  get(rejected?: string): string | Promise<string>;
  /** The replacement of a refused value: fetched once, however many calls were refused. The same value if there is none. */
  renew(rejected: string): string | Promise<string>;
}

/** How long after a renewal the refusal of an earlier request shares it; also the longest time of a renewal. */
const SHARED_MS = 60_000;

/** How long a failed renewal is not repeated: token endpoints lock accounts. */
const FAILED_MS = 5_000;

/** How long a renewed value is sent without asking the source again; later it may have expired. */
const FRESH_MS = 1_000;

/** Most renewals in memory, for a service that refuses everything. */
const MOST = 100;

interface Renewal {
  readonly result: Promise<string>;
  /** Time by the monotonic clock until which it is shared. */
  until: number;
}

/** A credential that is given as text, or by a function. @throws ConfigurationError for text that is none */
export function openCredential(source: string | CredentialSource, context: CredentialContext): Credential {
  if (typeof source === "function") return renewOnce(source, context);
  const secret = checkCredential(source);
  return { get: () => secret, renew: () => secret };
}

/** A credential whose concurrent and late refusals share one renewal. */
function renewOnce(source: CredentialSource, context: CredentialContext): Credential {
  const { clock } = context;
  const renewals = new Map<string, Renewal>();
  let last = "";
  const ask = async (rejected?: string): Promise<string> => {
    try {
      last = checkCredential(await source(rejected, context), "function");
      return last;
    } catch (cause) {
      if (SvcError.is(cause)) throw cause;
      const call = { operation: "auth", sent: [{ last, rejected: rejected ?? "" }] };
      throw fromCause(ConfigurationError, call, "the token function threw", cause);
    }
  };
  const start = (rejected: string): Renewal => {
    const renewal = { result: ask(rejected), until: 0 };
    const keep = (ms: number): void => {
      renewal.until = monotonic(clock) + ms;
    };
    keep(SHARED_MS);
    renewal.result.then(
      (token) => {
        keep(SHARED_MS);
        // The value is current, again or still.
        renewals.delete(token);
      },
      () => keep(FAILED_MS),
    );
    renewals.set(rejected, renewal);
    if (renewals.size > MOST) renewals.delete(renewals.keys().next().value as string);
    return renewal;
  };
  const renew = async (rejected: string): Promise<string> => {
    const known = renewals.get(rejected);
    const token = await (known && monotonic(clock) < known.until ? known : start(rejected)).result;
    // When a late refusal arrives, the replacement may itself have been replaced.
    return renewals.has(token) ? renew(token) : token;
  };
  return {
    renew,
    async get(rejected = "") {
      const known = renewals.get(rejected);
      if (known && monotonic(clock) < known.until - SHARED_MS + FRESH_MS) return renew(rejected);
      const token = await ask();
      return token === rejected ? renew(token) : token;
    },
  };
}

/**
 * Checks a credential without printing it. Passwords may hold spaces and letters of any script.
 *
 * @param from what gave it
 * @throws ConfigurationError
 */
function checkCredential(value: unknown, from = ""): string {
  const text = typeof value === "string" ? value : undefined;
  const problem =
    text === undefined
      ? `${value === null ? "null" : typeof value}`
      : text.trim() === ""
        ? "an empty one"
        : text !== text.trim()
          ? "one with white space around it: trim it"
          : /[\p{Cc}\p{Cs}]/u.test(text)
            ? "one with a control character"
            : "";
  if (problem) throw invalid("auth", `a non-empty string; ${from ? `the ${from} returned` : "got"} ${problem}`);
  return text as string;
}

interface TokenSource {
  readonly clock: Clock;
  /** Time before its expiry at which a token is renewed, in milliseconds; at most half of its life. */
  readonly marginMs: number;
  readonly first: () => Promise<TokenAnswer>;
  readonly refresh: (token: string) => Promise<TokenAnswer>;
  /** Refresh token of an earlier process. */
  readonly refreshToken?: string | undefined;
}

/** Keeps an access token until it expires or is refused. Calls that need one at the same time share one request. */
export function keepToken({ clock, marginMs, first, refresh: byRefresh, refreshToken }: TokenSource) {
  let access = "";
  let refresh = refreshToken;
  let expiresAt = -Infinity;
  let sameUntil = -Infinity;
  let pending: Promise<void> | undefined;

  /** Resolves to `undefined` if the refresh token is refused or the response has no token; then the token is dropped. */
  const tryRefresh = async (token: string): Promise<TokenAnswer | undefined> => {
    try {
      return await byRefresh(token);
    } catch (error) {
      if (!SvcApiError.is(error) || RateLimitError.is(error)) throw error;
      refresh = undefined;
      return undefined;
    }
  };
  const renew = async (): Promise<void> => {
    const answer = (refresh && (await tryRefresh(refresh))) || (await first());
    const { lifeMs } = answer;
    // An endpoint that gives the refused token again is not asked for every call that is refused.
    sameUntil = answer.access === access ? monotonic(clock) + 5000 : -Infinity;
    access = answer.access;
    refresh = answer.refresh ?? refresh;
    expiresAt = monotonic(clock) + lifeMs - Math.min(marginMs, lifeMs / 2);
  };

  return async (rejected?: string): Promise<string> => {
    const isRefused = access === rejected && monotonic(clock) >= sameUntil;
    if (!access || isRefused || monotonic(clock) >= expiresAt) {
      pending ??= renew().finally(() => {
        pending = undefined;
      });
      await pending;
    }
    return access;
  };
}
