/**
 * Access tokens by the OAuth 2.0 flows that a document may declare besides the password flow. The package `oauth4webapi`
 * is yours to bring.
 *
 * @packageDocumentation
 */

export { type AuthorizationCodeOptions, oauth2AuthorizationCode } from "./oauth2/authorization-code.ts";
export { type ClientCredentialsOptions, oauth2ClientCredentials } from "./oauth2/client-credentials.ts";
export { type DeviceOptions, type DevicePrompt, oauth2Device } from "./oauth2/device.ts";
export { oauth2Refresh, type RefreshOptions } from "./oauth2/refresh.ts";
export type { OAuthTokens, RegisteredClient } from "./oauth2/registered-client.ts";
