// Generated from engines/model/fixtures/service.yaml by `pnpm generate`. Do not edit.
import type * as t from "../types/index.ts";
import type { Builder, BuilderTools, ListBuilder, TraitBuilders } from "@svc/testing/runtime";
import type { OperationTypes } from "./operations.ts";

/** One builder per schema of the document. */
export interface Builders extends BuilderTools<OperationArguments, OperationTypes> {
  /** An email that a persona has received. */
  email: Builder<t.Email> & TraitBuilders<t.Email, { html: unknown; plain: unknown; anonymous: unknown }>;
  emails: ListBuilder<t.Email>;
  /** The cookies of a session. */
  sessionCookies: Builder<t.SessionCookies>;
  /** A cookie of a session. */
  cookie: Builder<t.Cookie>;
  cookies: ListBuilder<t.Cookie>;
  /** Listing of the batch files that hold a session's network logs. */
  networkLogs: Builder<t.NetworkLogs>;
  /** One batch file of network logs. */
  networkLogBatch: Builder<t.NetworkLogBatch>;
  networkLogBatches: ListBuilder<t.NetworkLogBatch>;
  /** The recording of a session. */
  replay: Builder<t.Replay>;
  replays: ListBuilder<t.Replay>;
  /** Why a request was refused. */
  httpValidationError: Builder<t.HTTPValidationError>;
  httpValidationErrors: ListBuilder<t.HTTPValidationError>;
  /** One parameter that fails validation. */
  validationIssue: Builder<t.ValidationIssue>;
  validationIssues: ListBuilder<t.ValidationIssue>;
  /** Body of an answer with status 429. */
  rateLimitExceeded: Builder<t.RateLimitExceeded>;
  rateLimitExceededs: ListBuilder<t.RateLimitExceeded>;
}

/** Arguments with which the client's method of an operation can be called. */
export interface OperationArguments {
  persona_emails_list: [
    personaId: string,
    params?: {
      limit?: number | undefined;
      timedelta?: string | null | undefined;
      only_unread?: boolean | undefined;
    } | undefined,
  ];
  sessions_cookies_get: [sessionId: string];
  sessions_network_logs_get: [sessionId: string, params?: { limit?: number | undefined } | undefined];
  sessions_replay_get: [sessionId: string];
  health_get: [];
  "personas.emails.list": OperationArguments["persona_emails_list"];
  "sessions.cookies.get": OperationArguments["sessions_cookies_get"];
  "sessions.network.logs.get": OperationArguments["sessions_network_logs_get"];
  "sessions.replay.get": OperationArguments["sessions_replay_get"];
  "health.get": OperationArguments["health_get"];
}
