import * as oauth from "oauth4webapi";
import type { CredentialSource } from "../auth/renew-once.ts";
import { checkKind } from "../checks.ts";
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
