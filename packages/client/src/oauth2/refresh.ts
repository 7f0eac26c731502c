import type { CredentialSource } from "../auth/renew-once.ts";
import { checkKind } from "../checks.ts";
import { AuthenticationError } from "../errors/errors.ts";
import { openFlow, type RegisteredClient } from "./registered-client.ts";

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
