/**
 * Access tokens by the OAuth 2.0 flows that a document may declare besides the password flow. The package `oauth4webapi`
 * is yours to bring.
 *
 * @packageDocumentation
 */

import * as oauth from "oauth4webapi";
import type { CredentialSource } from "./auth/renew-once.ts";
import { checkKind } from "./checks.ts";
import { monotonic } from "./clock.ts";
import { AuthenticationError } from "./errors/errors.ts";
import { type Exchange, openFlow, type RegisteredClient } from "./oauth2/registered-client.ts";

/** Options of {@link oauth2AuthorizationCode}. */
export interface AuthorizationCodeOptions extends RegisteredClient {
  /** Address to which the authorization server sends the user back, as registered there. */
  readonly redirectUri: string;
  /** Sends the user to an address, and resolves to the address at which the user came back. */
  readonly authorize: (url: URL) => Promise<URL | string>;
  /** Address of the authorization endpoint. @default the one that the document declares */
  readonly authorizationUrl?: string | undefined;
  /** Refresh token of an earlier process; the user is asked only if it is rejected. @default none */
  readonly refreshToken?: string | undefined;
}

/**
 * Access tokens of a user, by the authorization code grant with PKCE. The user is asked when the first call requires a
 * token, and when the refresh token is rejected.
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
  /** Stored refresh token. */
  readonly refreshToken: string;
  /** Flow of the document to which the token belongs. @default "authorizationCode" */
  readonly flow?: string | undefined;
}

/**
 * Access tokens from a stored refresh token. If the endpoint rejects it, calls fail with an `AuthenticationError`, and
 * the user has to sign in again.
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
    first: () => Promise.reject(new AuthenticationError("oauth2: the refresh token was rejected: sign in again")),
  });
}

/** Instructions for the user, on any device. */
export interface DevicePrompt {
  /** Address to open. */
  readonly verificationUri: string;
  /** Address with the code in it, for instance for a QR code; `undefined` if the server has none. */
  readonly verificationUriComplete: string | undefined;
  /** Code to enter there. */
  readonly userCode: string;
  /** When the code expires, on the client's clock. */
  readonly expiresAt: Date;
}

/** Options of {@link oauth2Device}. */
export interface DeviceOptions extends RegisteredClient {
  /** Shows the user what to do. */
  readonly onPrompt: (prompt: DevicePrompt) => void;
  /** Address of the device authorization endpoint. @default the one that the document declares (OpenAPI 3.2) */
  readonly deviceAuthorizationUrl?: string | undefined;
  /** Refresh token of an earlier process; the user is asked only if it is rejected. @default none */
  readonly refreshToken?: string | undefined;
}

/**
 * Access tokens of a user who signs in on another device, by the device authorization grant: for command lines.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8628
 * @throws ConfigurationError naming the invalid option
 */
export function oauth2Device(options: DeviceOptions): CredentialSource {
  checkKind("oauth2Device", options, "object");
  const { onPrompt, deviceAuthorizationUrl, refreshToken, scope } = options;
  checkKind("onPrompt", onPrompt);
  return openFlow(options, {
    name: "deviceAuthorization",
    options: ["onPrompt", "deviceAuthorizationUrl", "refreshToken"],
    urls: { deviceAuthorizationUrl },
    refreshToken,
    async first(exchange) {
      const { server, client, clientAuth, http } = exchange;
      const { clock } = exchange.context;
      const params: Record<string, string> = scope ? { scope } : {};
      const asked = await oauth.deviceAuthorizationRequest(server, client, clientAuth, params, http());
      const device = await oauth.processDeviceAuthorizationResponse(server, client, asked);
      const expiresAt = clock.now() + device.expires_in * 1000;
      onPrompt({
        verificationUri: device.verification_uri,
        verificationUriComplete: device.verification_uri_complete,
        userCode: device.user_code,
        expiresAt: new Date(expiresAt),
      });
      return poll(exchange, device, expiresAt);
    },
  });
}

/** Asks until the user has agreed, no more often than the server allows. */
async function poll(
  { server, client, clientAuth, context: { clock }, http }: Exchange,
  device: oauth.DeviceAuthorizationResponse,
  expiresAt: number,
): Promise<oauth.TokenEndpointResponse> {
  // RFC 8628 counts in whole seconds: a server that says 0 is not asked without a pause.
  let intervalMs = Math.max(1, device.interval ?? 5) * 1000;
  const end = monotonic(clock) + expiresAt - clock.now();
  while (monotonic(clock) + intervalMs < end) {
    await new Promise<void>((resolve) => clock.setTimeout(resolve, intervalMs));
    const response = await oauth.deviceCodeGrantRequest(server, client, clientAuth, device.device_code, http());
    try {
      return await oauth.processDeviceCodeResponse(server, client, response);
    } catch (error) {
      const reason = error instanceof oauth.ResponseBodyError ? error.error : "";
      if (reason === "slow_down") intervalMs += 5000;
      else if (reason !== "authorization_pending") throw error;
    }
  }
  throw new AuthenticationError("oauth2: the user did not approve in time: call again for another code");
}

export type { OAuthTokens, RegisteredClient } from "./oauth2/registered-client.ts";
