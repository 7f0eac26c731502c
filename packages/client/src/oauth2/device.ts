import * as oauth from "oauth4webapi";
import type { CredentialSource } from "../auth/renew-once.ts";
import { checkKind } from "../checks.ts";
import { monotonic } from "../clock.ts";
import { AuthenticationError } from "../errors/errors.ts";
import { type Exchange, openFlow, type RegisteredClient } from "./registered-client.ts";

/** Instructions for the user, on any device. */
export interface DevicePrompt {
  /** Address to open. */
  readonly verificationUri: string;
  /** Address with the code in it, for instance for a QR code; `undefined` if the server gives none. */
  readonly verificationUriComplete: string | undefined;
  /** Code to enter there. */
  readonly userCode: string;
  /** When the code ends, by the client's clock. */
  readonly expiresAt: Date;
}

/** Options of {@link oauth2Device}. */
export interface DeviceOptions extends RegisteredClient {
  /** Shows the user what to do. */
  readonly onPrompt: (prompt: DevicePrompt) => void;
  /** Address of the device authorization endpoint. @default the one that the document declares (OpenAPI 3.2) */
  readonly deviceAuthorizationUrl?: string | undefined;
  /** Refresh token of an earlier process: the user is only asked when it is refused. @default none */
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
  throw new AuthenticationError("oauth2: the user has not agreed in time: call again for another code");
}
