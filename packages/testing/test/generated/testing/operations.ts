// Generated from engines/model/fixtures/service.yaml by `pnpm generate`. Do not edit.
import type * as t from "../types/index.ts";

/** Where an operation has no parameters. */
type None = Record<never, never>;

/** The operations of the document: requests after validation, and bodies of successful responses. */
export interface OperationTypes {
  persona_emails_list: {
    path: { persona_id: string };
    query: { limit: number; timedelta?: string | null | undefined; only_unread: boolean };
    headers: { "x-svc-request-origin"?: string | null | undefined; "x-svc-sdk-version"?: string | null | undefined };
    cookies: None;
    body: undefined;
    response: t.Email[];
  };
  sessions_cookies_get: {
    path: { session_id: unknown };
    query: None;
    headers: None;
    cookies: None;
    body: undefined;
    response: t.SessionCookies;
  };
  sessions_network_logs_get: {
    path: { session_id: unknown };
    query: { limit?: number | undefined };
    headers: None;
    cookies: None;
    body: undefined;
    response: t.NetworkLogs;
  };
  sessions_replay_get: {
    path: { session_id: unknown };
    query: None;
    headers: None;
    cookies: None;
    body: undefined;
    response: t.Replay;
  };
  health_get: { path: None; query: None; headers: None; cookies: None; body: undefined; response: unknown };
  "personas.emails.list": OperationTypes["persona_emails_list"];
  "sessions.cookies.get": OperationTypes["sessions_cookies_get"];
  "sessions.network.logs.get": OperationTypes["sessions_network_logs_get"];
  "sessions.replay.get": OperationTypes["sessions_replay_get"];
  "health.get": OperationTypes["health_get"];
}

/** Any operation of the document, by its id or by the name of its method: `personas.emails.list`. */
export type OperationId = keyof OperationTypes;

/** Payloads of the webhooks that the fake can send, by name; those of callbacks as `operation.callback`. */
export interface WebhookTypes {}
