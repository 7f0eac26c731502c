import { RateLimitError } from "../errors/rate-limit-error.ts";
import { SvcApiError } from "../errors/svc-api-error.ts";
import { checkPasswordOptions } from "./check-password-options.ts";
import type { CredentialSource } from "./credentials.ts";
import { requestToken, type TokenAnswer } from "./request-token.ts";

/** What the token endpoint is asked with. */
export interface OAuth2PasswordOptions {
  /** Address of the token endpoint: https, or http on loopback. */
  readonly tokenUrl: string | URL;
  /** Name of the user, never empty. */
  readonly username: string;
  /** Password of the user, never empty. */
  readonly password: string;
  /** Where the client is registered; sent by HTTP Basic with the secret, in the form without one. */
  readonly clientId?: string | undefined;
  /** Secret of the client, where it has one. */
  readonly clientSecret?: string | undefined;
  /** @default the global `fetch` at the time of each call */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Epoch milliseconds. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** How long before its end a token is renewed, in milliseconds. @default 30_000, at most half of its life */
  readonly marginMs?: number | undefined;
  /** Longest time that the token endpoint may take, in milliseconds. @default 30_000 */
  readonly timeoutMs?: number | undefined;
}

/**
 * Tokens by the password grant, renewed before they expire and when the service refuses one: by refresh token where
 * there is one, else by password again. However many calls need one at a time, one request is made. What the service's
 * own token endpoint is like is not documented: this is RFC 6749.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.3
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-6
 * @throws ConfigurationError naming the option that is wrong
 */
export function oauth2Password(options: OAuth2PasswordOptions): CredentialSource {
  checkPasswordOptions(options);
  const { username, password, now = Date.now, marginMs = 30_000 } = options;
  // What was checked is what is used, whatever becomes of the object.
  const fixed = { ...options, tokenUrl: `${options.tokenUrl}` };
  const byPassword = { grant_type: "password", username, password };
  let access = "";
  let refresh: string | undefined;
  let expiresAt = 0;
  let askedUntil = 0;
  let pending: Promise<void> | undefined;

  /** Nothing where the token is refused, or good for nothing: the password is there. It is not tried again. */
  const byRefresh = async (token: string): Promise<TokenAnswer | undefined> => {
    try {
      return await requestToken(fixed, { grant_type: "refresh_token", refresh_token: token });
    } catch (error) {
      if (!SvcApiError.is(error) || RateLimitError.is(error)) throw error;
      refresh = undefined;
      return undefined;
    }
  };
  const renew = async (): Promise<void> => {
    const answer = (refresh && (await byRefresh(refresh))) || (await requestToken(fixed, byPassword));
    const { lifeMs } = answer;
    // Where the endpoint gives the refused token again, it is not asked for each call that is refused.
    askedUntil = answer.access === access ? now() + 5000 : 0;
    access = answer.access;
    refresh = answer.refresh ?? refresh;
    expiresAt = now() + lifeMs - Math.min(marginMs, lifeMs / 2);
  };

  return async (rejected) => {
    const isRefused = access === rejected && now() >= askedUntil;
    if (!access || isRefused || now() >= expiresAt) {
      pending ??= renew().finally(() => {
        pending = undefined;
      });
      await pending;
    }
    return access;
  };
}
