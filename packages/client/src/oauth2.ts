/**
 * Access tokens by the OAuth 2.0 flows that a document may declare besides the password flow. The package `oauth4webapi`
 * is yours to bring.
 *
 * @packageDocumentation
 */

export {
  type AuthorizationCodeOptions,
  type ClientCredentialsOptions,
  type DeviceOptions,
  type DevicePrompt,
  oauth2AuthorizationCode,
  oauth2ClientCredentials,
  oauth2Device,
  oauth2Refresh,
  type RefreshOptions,
} from "./oauth2/grants.ts";
export type { OAuthTokens, RegisteredClient } from "./oauth2/registered-client.ts";
