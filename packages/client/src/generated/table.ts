// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.
import type { ClientTable, OperationRow } from "../runtime.ts";

/** The operations of the document as the runtime needs them. */
export const table: ClientTable = {
  documentVersion: "1.4.40",
  clientHeaders: { version: "x-svc-sdk-version", origin: "x-svc-request-origin" },
  headers: { "Content-Type": "application/json" },
  schemes: {
    oauth2Password: { kind: "bearer", flows: { password: { tokenUrl: "token" } } },
    apiKey: { kind: "bearer" },
  },
  security: [["oauth2Password"], ["apiKey"]],
  operations: /* @__PURE__ */ Array.of<OperationRow>(
    {
      id: "persona_emails_list",
      method: "GET",
      path: "/personas/{persona_id}/emails",
      name: "personas.emails.list",
      params: { limit: {}, timedelta: { duration: true }, only_unread: {} },
    },
    {
      id: "sessions_cookies_get",
      method: "GET",
      path: "/sessions/{session_id}/cookies",
      name: "sessions.cookies.get",
    },
    {
      id: "sessions_network_logs_get",
      method: "GET",
      path: "/sessions/{session_id}/network/logs",
      name: "sessions.network.logs.get",
      params: { limit: {} },
    },
    {
      id: "sessions_replay_get",
      method: "GET",
      path: "/sessions/{session_id}/replay",
      name: "sessions.replay.get",
    },
    { id: "health_get", method: "GET", path: "/health", name: "health.get", untyped: true, empty: true },
  ),
};
