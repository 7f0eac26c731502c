import * as oauth from "oauth4webapi";
import type { CredentialSource } from "../auth/renew-once.ts";
import { checkKind } from "../checks.ts";
import { AuthenticationError } from "../errors/errors.ts";
import { openFlow, type RegisteredClient } from "./registered-client.ts";

/** Options of {@link oauth2AuthorizationCode}. */
export interface AuthorizationCodeOptions extends RegisteredClient {
  /** Address to which the authorization server sends the user back, as registered there. */
  readonly redirectUri: string;
  /** Sends the user to an address, and resolves to the address at which the user came back. */
  readonly authorize: (url: URL) => Promise<URL | string>;
  /** Address of the authorization endpoint. @default the one that the document declares */
  readonly authorizationUrl?: string | undefined;
  /** Refresh token of an earlier process: the user is only asked when it is refused. @default none */
  readonly refreshToken?: string | undefined;
}

/**
 * Access tokens of a user, by the authorization code grant with PKCE. The user is asked when the first call needs a token,
 * and when the refresh token is refused.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7636
 * @throws ConfigurationError naming the invalid option
 */
export function oauth2AuthorizationCode(options: AuthorizationCodeOptions): CredentialSource {
  checkKind("oauth2AuthorizationCode", options, "object");
  const { authorize, authorizationUrl, clientId, redirectUri, refreshToken, scope } = options;
  checkKind("authorize", authorize);
  return openFlow(options, {
    name: "authorizationCode",
    options: ["redirectUri", "authorize", "authorizationUrl", "refreshToken"],
    urls: { authorizationUrl },
    refreshToken,
    async first({ server, client, clientAuth, http }) {
      const verifier = oauth.generateRandomCodeVerifier();
      const state = oauth.generateRandomState();
      const url = new URL(server.authorization_endpoint as string);
      const query = {
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ...(scope && { scope }),
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      const back = new URL(await authorize(url));
      const code = oauth.validateAuthResponse(server, client, back, state);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        clientAuth,
        code,
        redirectUri,
        verifier,
        http(),
      );
      return oauth.processAuthorizationCodeResponse(server, client, response);
    },
  });
}

/** Options of {@link oauth2ClientCredentials}. */
export interface ClientCredentialsOptions extends RegisteredClient {
  readonly clientSecret: string;
}

/**
 * Access tokens of the program itself, by the client credentials grant.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.4
 * @throws ConfigurationError naming the invalid option
 */
export function oauth2ClientCredentials(options: ClientCredentialsOptions): CredentialSource {
  checkKind("oauth2ClientCredentials", options, "object");
  const { scope } = options;
  return openFlow(options, {
    name: "clientCredentials",
    options: [],
    async first({ server, client, clientAuth, http }) {
      const params: Record<string, string> = scope ? { scope } : {};
      const response = await oauth.clientCredentialsGrantRequest(server, client, clientAuth, params, http());
      return oauth.processClientCredentialsResponse(server, client, response);
    },
  });
}

/** Options of {@link oauth2Refresh}. */
export interface RefreshOptions extends RegisteredClient {
  /** Refresh token that the program has stored. */
  readonly refreshToken: string;
  /** Flow of the document to which the token belongs. @default "authorizationCode" */
  readonly flow?: string | undefined;
}

/**
 * Access tokens by a refresh token that was stored before. When the endpoint refuses it, calls fail with an
 * `AuthenticationError`: then the user has to sign in again.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-6
 * @throws ConfigurationError naming the invalid option
 */
export function oauth2Refresh(options: RefreshOptions): CredentialSource {
  checkKind("oauth2Refresh", options, "object");
  return openFlow(options, {
    name: options.flow ?? "authorizationCode",
    options: ["refreshToken", "flow"],
    refreshToken: options.refreshToken,
    first: () => Promise.reject(new AuthenticationError("oauth2: the refresh token was refused: sign in again")),
  });
}
