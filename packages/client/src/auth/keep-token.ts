import { type Clock, monotonic } from "../clock.ts";
import { RateLimitError, SvcApiError } from "../errors/errors.ts";
import type { TokenAnswer } from "./request-token.ts";

/** Where the tokens of {@link keepToken} come from. */
export interface TokenSource {
  readonly clock: Clock;
  /** Time before its expiry at which a token is renewed, in milliseconds; at most half of its life. */
  readonly marginMs: number;
  /** Asks for a token without a refresh token. */
  readonly first: () => Promise<TokenAnswer>;
  /** Asks for a token by a refresh token. */
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
