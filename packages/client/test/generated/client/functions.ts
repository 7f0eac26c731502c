// Generated from engines/model/fixtures/service.yaml by `pnpm generate`. Do not edit.
import {
  createFunctionClient,
  type FunctionClient,
  type OperationFunction,
  operation,
  formatDuration,
  oneLimit,
} from "@svc/client/runtime";
import type { Operations } from "./client.ts";
import type { createSvcClient } from "./index.ts";

/**
 * Makes the first argument of all functions: the policies of a client, without its methods.
 *
 * @throws ConfigurationError naming the invalid option
 */
export function createSvcFunctions(options: NonNullable<Parameters<typeof createSvcClient>[0]> = {}): FunctionClient {
  return createFunctionClient({
    documentVersion: "1.4.40",
    clientHeaders: { version: "x-svc-sdk-version", origin: "x-svc-request-origin" },
    headers: { "Content-Type": "application/json" },
    schemes: {
      oauth2Password: { kind: "bearer", flows: { password: { tokenUrl: "token" } } },
      apiKey: { kind: "bearer" },
    },
    security: [["oauth2Password"], ["apiKey"]],
  }, options, { limits: oneLimit });
}

/**
 * List persona emails
 *
 * Lists the emails that a persona has received.
 *
 * `GET /personas/{persona_id}/emails` (persona_emails_list)
 */
export const personaEmailsList: OperationFunction<
  Operations["personas"]["emails"]["list"]
> = /* @__PURE__ */ operation({
  id: "persona_emails_list",
  method: "GET",
  path: "/personas/{persona_id}/emails",
  params: { limit: {}, timedelta: { duration: true }, only_unread: {} },
}, { durations: formatDuration });

/**
 * Get session cookies
 *
 * Gets the cookies of a session.
 *
 * `GET /sessions/{session_id}/cookies` (sessions_cookies_get)
 */
export const sessionsCookiesGet: OperationFunction<
  Operations["sessions"]["cookies"]["get"]
> = /* @__PURE__ */ operation(
  { id: "sessions_cookies_get", method: "GET", path: "/sessions/{session_id}/cookies" }
);

/**
 * Get session network logs
 *
 * Lists the batch files that hold a session's network logs.
 *
 * `GET /sessions/{session_id}/network/logs` (sessions_network_logs_get)
 */
export const sessionsNetworkLogsGet: OperationFunction<
  Operations["sessions"]["network"]["logs"]["get"]
> = /* @__PURE__ */ operation({
  id: "sessions_network_logs_get",
  method: "GET",
  path: "/sessions/{session_id}/network/logs",
  params: { limit: {} },
});

/**
 * Get session replay
 *
 * Gets the recording of a session.
 *
 * `GET /sessions/{session_id}/replay` (sessions_replay_get)
 */
export const sessionsReplayGet: OperationFunction<Operations["sessions"]["replay"]["get"]> = /* @__PURE__ */ operation(
  { id: "sessions_replay_get", method: "GET", path: "/sessions/{session_id}/replay" }
);

/**
 * Check health
 *
 * Accepts an authenticated request and returns the rate-limit headers: a cheap way to learn the limit.
 *
 * `GET /health` (health_get)
 */
export const healthGet: OperationFunction<Operations["health"]["get"]> = /* @__PURE__ */ operation(
  { id: "health_get", method: "GET", path: "/health", untyped: true, empty: true }
);
