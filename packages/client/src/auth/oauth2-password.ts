import { systemClock } from "../clock.ts";
import { RateLimitError, SvcApiError } from "../errors/errors.ts";
import { checkPasswordOptions, type OAuth2PasswordOptions } from "./password-options.ts";
import type { CredentialSource } from "./renew-once.ts";
import { requestToken, type TokenAnswer } from "./request-token.ts";

/**
 * Access tokens by the OAuth 2.0 password grant. A token is renewed before it expires and when the service refuses it: by
 * its refresh token if there is one, otherwise by the password. Calls that need a token at the same time share one
 * request. The service does not document its token endpoint: this is RFC 6749.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.3
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-6
 * @throws ConfigurationError naming the invalid option
 */
export function oauth2Password(options: OAuth2PasswordOptions): CredentialSource {
  checkPasswordOptions(options);
  const { username, password, clock = systemClock, marginMs = 30_000 } = options;
  // A copy: later changes of the checked object have no effect.
  const fixed = { ...options, clock, tokenUrl: `${options.tokenUrl}` };
  const byPassword = { grant_type: "password", username, password };
  let access = "";
  let refresh: string | undefined;
  let expiresAt = 0;
  let sameUntil = 0;
  let pending: Promise<void> | undefined;

  /** Resolves to `undefined` if the refresh token is refused or the response has no token; then the token is dropped. */
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
    // An endpoint that gives the refused token again is not asked for every call that is refused.
    sameUntil = answer.access === access ? clock.now() + 5000 : 0;
    access = answer.access;
    refresh = answer.refresh ?? refresh;
    expiresAt = clock.now() + lifeMs - Math.min(marginMs, lifeMs / 2);
  };

  return async (rejected) => {
    const isRefused = access === rejected && clock.now() >= sameUntil;
    if (!access || isRefused || clock.now() >= expiresAt) {
      pending ??= renew().finally(() => {
        pending = undefined;
      });
      await pending;
    }
    return access;
  };
}
