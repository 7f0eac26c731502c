// Generated from engines/model/fixtures/service.yaml by `pnpm generate`. Do not edit.
import type * as t from "../types/index.ts";
import type { CallOptions, DurationInput, SvcPromise } from "@svc/client/runtime";

/** The operations of the document as methods. */
export interface Operations {
  readonly personas: {
    readonly emails: {
      /**
       * List persona emails
       *
       * Lists the emails that a persona has received.
       *
       * `GET /personas/{persona_id}/emails` (persona_emails_list)
       */
      list(
        personaId: string,
        params?: PersonasEmailsListParams | undefined,
        options?: CallOptions,
      ): SvcPromise<t.Email[]>;
    };
  };
  readonly sessions: {
    readonly cookies: {
      /**
       * Get session cookies
       *
       * Gets the cookies of a session.
       *
       * `GET /sessions/{session_id}/cookies` (sessions_cookies_get)
       */
      get(sessionId: string | number, options?: CallOptions): SvcPromise<t.SessionCookies>;
    };
    readonly network: {
      readonly logs: {
        /**
         * Get session network logs
         *
         * Lists the batch files that hold a session's network logs.
         *
         * `GET /sessions/{session_id}/network/logs` (sessions_network_logs_get)
         */
        get(
          sessionId: string | number,
          params?: SessionsNetworkLogsGetParams | undefined,
          options?: CallOptions,
        ): SvcPromise<t.NetworkLogs>;
      };
    };
    readonly replay: {
      /**
       * Get session replay
       *
       * Gets the recording of a session.
       *
       * `GET /sessions/{session_id}/replay` (sessions_replay_get)
       */
      get(sessionId: string | number, options?: CallOptions): SvcPromise<t.Replay>;
    };
  };
  readonly health: {
    /**
     * Check health
     *
     * Accepts an authenticated request and returns the rate-limit headers: a cheap way to learn the limit.
     *
     * `GET /health` (health_get)
     */
    get(options?: CallOptions): SvcPromise<unknown>;
  };
}

/** Parameters of `personas.emails.list`. */
export interface PersonasEmailsListParams {
  /**
   * Maximum number of emails returned. 1 to 100.
   * @default 10
   */
  limit?: number | undefined;
  /**
   * Maximum time since email reception; only emails received within that span are returned. The textual syntax that the
   * service accepts for a duration is not shown; format duration is ISO 8601. ISO 8601 text, or an object like `{
   * minutes: 5 }`.
   */
  timedelta?: string | null | DurationInput | undefined;
  /**
   * When true, only unread messages are returned.
   * @default false
   */
  only_unread?: boolean | undefined;
}

/** Parameters of `sessions.network.logs.get`. */
export interface SessionsNetworkLogsGetParams {
  /** Maximum number of batch files to return. 1 to 1000. */
  limit?: number | undefined;
}
