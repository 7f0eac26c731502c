// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.
import type { components } from "./openapi.ts";

export type { components, operations, paths, webhooks } from "./openapi.ts";

/** Version of the OpenAPI document that these types were generated from: its `info.version`. */
export const documentVersion = "1.4.40";

/** An email that a persona has received. */
export type Email = components["schemas"]["EmailResponse"];

/** The cookies of a session. */
export type SessionCookies = components["schemas"]["SessionCookies"];

/** A cookie of a session. */
export type Cookie = components["schemas"]["Cookie"];

/** Listing of the batch files that hold a session's network logs. */
export type NetworkLogs = components["schemas"]["NetworkLogs"];

/** One batch file of network logs. */
export type NetworkLogBatch = components["schemas"]["NetworkLogBatch"];

/** The recording of a session. */
export type Replay = components["schemas"]["Replay"];

/** Why a request was refused. */
export type HTTPValidationError = components["schemas"]["HTTPValidationError"];

/** One parameter that fails validation. */
export type ValidationIssue = components["schemas"]["ValidationError"];

/** Body of an answer with status 429. */
export type RateLimitExceeded = components["schemas"]["RateLimitExceeded"];
