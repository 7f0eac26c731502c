import { systemClock } from "../clock.ts";
import { type CredentialContext, keepToken } from "./renew-once.ts";
import { checkPasswordOptions, checkTokenUrl, type OAuth2PasswordOptions, requestToken } from "./request-token.ts";

/** Credential source that can also be asked by itself, if its options say all that it has to know. */
export type PasswordSource = (rejected?: string, context?: CredentialContext) => Promise<string>;

/**
 * Access tokens by the OAuth 2.0 password grant, from the token endpoint that the document declares. A token is renewed
 * before it expires and when the service rejects it: with its refresh token if there is one, otherwise with the
 * password. Concurrent calls share one token request. The document declares only the address; the rest follows RFC
 * 6749.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.3
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-6
 * @throws ConfigurationError naming the invalid option
 */
export function oauth2Password(options: OAuth2PasswordOptions): PasswordSource {
  checkPasswordOptions(options);
  // A copy: later changes of the checked object have no effect.
  const { tokenUrl: address } = options;
  const fixed = { ...options, tokenUrl: address === undefined ? undefined : `${address}` };
  /** By address of the endpoint: a token of one service is never sent to another. */
  const kept = new Map<string, ReturnType<typeof keepToken>>();
  const open = (tokenUrl: string, context?: CredentialContext): ReturnType<typeof keepToken> => {
    const { username, password, marginMs = 30_000, clock = context?.clock ?? systemClock } = fixed;
    const send = context?.fetch;
    const byContext: typeof globalThis.fetch | undefined =
      send && ((input, init) => send(new Request(input, init), init?.signal ? { signal: init.signal } : {}));
    const settings = {
      ...fixed,
      tokenUrl,
      clock,
      fetch: fixed.fetch ?? byContext,
      timeoutMs: fixed.timeoutMs ?? context?.timeoutMs,
    };
    return keepToken({
      clock,
      marginMs,
      first: () => requestToken(settings, { grant_type: "password", username, password }),
      refresh: (token) => requestToken(settings, { grant_type: "refresh_token", refresh_token: token }),
    });
  };
  return async (rejected, context) => {
    const tokenUrl = checkTokenUrl(fixed.tokenUrl ?? context?.flows["password"]?.tokenUrl, context?.baseUrl);
    const keep = kept.get(tokenUrl) ?? open(tokenUrl, context);
    kept.set(tokenUrl, keep);
    return keep(rejected);
  };
}
