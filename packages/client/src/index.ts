import type { paths } from "@svc/types";
import type { Operations } from "./generated/client.ts";
import { extras } from "./generated/extras.ts";
import { table } from "./generated/table.ts";
import { type SvcClient as Client, createCoreClient } from "./runtime/create-client.ts";
import type { SvcClientOptions } from "./runtime/options.ts";

/** A client of the service, created by {@link createSvcClient}. */
export type SvcClient = Client<Operations, paths>;

/**
 * Creates a client of the service. It sends nothing until a method is called.
 *
 * @throws ConfigurationError naming the invalid option
 */
export function createSvcClient(options: SvcClientOptions = {}): SvcClient {
  return createCoreClient(table, options, extras);
}

// Which schemas there are is for the document to say; the names above win.
export type * from "@svc/types";
export type { Auth } from "./auth/credentials.ts";
export { oauth2Password } from "./auth/oauth2-password.ts";
export type { CredentialContext, CredentialSource } from "./auth/renew-once.ts";
export type { OAuth2PasswordOptions } from "./auth/request-token.ts";
export type { CallOptions, SvcPromise, WithResponse } from "./call/call.ts";
export type { CallEvent, Hooks } from "./call/hooks.ts";
export { type Clock, systemClock } from "./clock.ts";
export {
  AbortedError,
  type ApiFacts,
  AuthenticationError,
  ConfigurationError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  type RateLimitFacts,
  ServerError,
  SvcApiError,
  SvcError,
  TimeoutError,
  ValidationError,
} from "./errors/errors.ts";
export type { ValidationIssue } from "./errors/validation-issue.ts";
export type { Operations } from "./generated/client.ts";
export { documentVersion, sdkVersion } from "./generated/version.ts";
export type {
  FailedPermit,
  PacedAnswer,
  PacedCall,
  Pacer,
  PacerContext,
  PacerFactory,
  RateLimitSnapshot,
  Refusal,
} from "./pacing/pacer.ts";
export type { DurationInput, DurationUnits } from "./params/styles.ts";
export type { ComposedFetch, PolicyInit } from "./policies/compose.ts";
export type { Next, Policy, PolicyCall } from "./policies/policy.ts";
export { type FailedAttempt, type RetryOptions, retryDelay, type SentRequest } from "./retry/retry-decision.ts";
export { createPolicyFetch, type PolicyFetch } from "./runtime/create-client.ts";
export type { RateLimitOptions, SvcClientOptions } from "./runtime/options.ts";
export type { Stream, StreamOptions, StreamPromise } from "./streams/options.ts";
export type { OAuthFlow } from "./table.ts";
