// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.
import { createTools, type Tool, type ToolOptions, type ToolTable } from "../runtime.ts";
import type { SvcClient } from "@svc/client";
import * as downloads from "@svc/client/downloads";
import type { Operations } from "@svc/client";

/** The tools as data. */
export const table: ToolTable = {
  name: "svc",
  title: "svc",
  version: "1.4.40",
  env: "SVC",
  schemas: {
    Cookie: {
      schema: {
        type: "object",
        description: "A cookie of a session.",
        properties: {
          name: { type: ["string", "null"] },
          value: { type: ["string", "null"] },
          domain: { type: ["string", "null"] },
          path: { type: ["string", "null"] },
          httpOnly: { type: ["boolean", "null"] },
          expirationDate: { type: ["number", "null"], description: "The unit is not shown." },
          hostOnly: { type: ["boolean", "null"] },
          secure: { type: ["boolean", "null"] },
          session: { type: ["boolean", "null"] },
          storeId: { type: ["string", "null"] },
          expires: { type: ["number", "null"], description: "The unit is not shown." },
          partitionKey: { type: ["string", "null"] },
        },
      },
    },
    EmailResponse: {
      schema: {
        type: "object",
        description: "An email that a persona has received.",
        properties: {
          subject: { type: "string", description: "Subject of the email" },
          email_id: { type: "string", description: "Email UUID" },
          created_at: { type: "string", format: "date-time", description: "Creation date" },
          sender_email: { type: ["string", "null"], description: "Email address of the sender" },
          sender_name: { type: ["string", "null"], description: "Name of the sender, if available" },
          text_content: {
            type: ["string", "null"],
            description: "Raw textual body; can differ from the HTML content",
          },
          html_content: { type: ["string", "null"], description: "HTML body; can differ from the raw content" },
        },
        required: ["subject", "email_id", "created_at", "sender_email", "sender_name"],
      },
    },
    NetworkLogBatch: {
      schema: {
        type: "object",
        description: "One batch file of network logs.",
        properties: {
          key: { type: ["string", "null"] },
          size: { type: ["integer", "null"], description: "The unit is not shown." },
          download_url: { type: ["string", "null"] },
          download_url_expires_in_seconds: { type: ["integer", "null"] },
        },
      },
    },
    NetworkLogs: {
      schema: {
        type: "object",
        description: "Listing of the batch files that hold a session's network logs.",
        properties: {
          session_id: { type: ["string", "null"], description: "Session the logs belong to" },
          batches: {
            type: ["array", "null"],
            description: "Batch files of logs",
            items: { $ref: "#/components/schemas/NetworkLogBatch" },
          },
          total_batch_count: { type: ["integer", "null"], description: "Total number of batches" },
          format: {
            type: ["string", "null"],
            description: "Value is `batched_v1`",
            enum: ["batched_v1", null],
          },
        },
      },
    },
    Replay: {
      schema: {
        type: "object",
        description: "The recording of a session.",
        properties: {
          expires_at: { type: ["string", "null"], description: "The format is not stated beyond string." },
          playlist_content: { type: ["string", "null"], description: "The format is not stated beyond string." },
          mp4_url: { type: ["string", "null"] },
          video_start_ms: { type: ["integer", "null"], description: "Milliseconds" },
          video_duration_ms: { type: ["integer", "null"], description: "Milliseconds" },
        },
      },
    },
    SessionCookies: {
      schema: {
        type: "object",
        description: "The cookies of a session.",
        properties: { cookies: { type: "array", items: { $ref: "#/components/schemas/Cookie" } } },
        required: ["cookies"],
      },
    },
  },
  tools: [
    {
      name: "personas_emails_list",
      method: "personas.emails.list",
      title: "List persona emails",
      description: "List persona emails\n\nLists the emails that a persona has received.",
      call: "GET /personas/{persona_id}/emails",
      tags: ["personas"],
      hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      path: ["persona_id"],
      params: { limit: "limit", timedelta: "timedelta", only_unread: "only_unread" },
      input: {
        type: "object",
        properties: {
          limit: {
            type: "integer",
            default: 10,
            minimum: 1,
            maximum: 100,
            description: "Maximum number of emails returned.",
          },
          timedelta: {
            type: ["string", "null"],
            format: "duration",
            description: "Maximum time since email reception; only emails received within that span are returned. " +
              "The textual syntax that the service accepts for a duration is not shown; format " +
              "duration is ISO 8601.",
          },
          only_unread: {
            type: "boolean",
            default: false,
            description: "When true, only unread messages are returned.",
          },
          persona_id: { type: "string", description: "Persona whose emails are listed." },
        },
        required: ["persona_id"],
        additionalProperties: { not: {} },
      },
      output: {
        type: "object",
        properties: { result: { type: "array", items: { $ref: "#/components/schemas/EmailResponse" } } },
        required: ["result"],
      },
      wrapped: true,
    },
    {
      name: "sessions_cookies_get",
      method: "sessions.cookies.get",
      title: "Get session cookies",
      description: "Get session cookies\n\nGets the cookies of a session.",
      call: "GET /sessions/{session_id}/cookies",
      tags: ["sessions"],
      hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      path: ["session_id"],
      input: {
        type: "object",
        properties: { session_id: { description: "Session to read." } },
        required: ["session_id"],
        additionalProperties: { not: {} },
      },
      output: { type: "object", $ref: "#/components/schemas/SessionCookies" },
    },
    {
      name: "sessions_network_logs_get",
      method: "sessions.network.logs.get",
      title: "Get session network logs",
      description: "Get session network logs\n\nLists the batch files that hold a session's network logs.",
      call: "GET /sessions/{session_id}/network/logs",
      tags: ["sessions"],
      hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      path: ["session_id"],
      params: { limit: "limit" },
      input: {
        type: "object",
        properties: {
          limit: {
            type: "integer",
            minimum: 1,
            maximum: 1000,
            description: "Maximum number of batch files to return.",
          },
          session_id: { description: "Session to read." },
        },
        required: ["session_id"],
        additionalProperties: { not: {} },
      },
      output: { type: "object", $ref: "#/components/schemas/NetworkLogs" },
      file: "downloadNetworkLogs",
    },
    {
      name: "sessions_replay_get",
      method: "sessions.replay.get",
      title: "Get session replay",
      description: "Get session replay\n\nGets the recording of a session.",
      call: "GET /sessions/{session_id}/replay",
      tags: ["sessions"],
      hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      path: ["session_id"],
      input: {
        type: "object",
        properties: { session_id: { description: "Session to read." } },
        required: ["session_id"],
        additionalProperties: { not: {} },
      },
      output: { type: "object", $ref: "#/components/schemas/Replay" },
      file: "downloadReplay",
    },
    {
      name: "health_get",
      method: "health.get",
      title: "Check health",
      description: "Check health\n\nAccepts an authenticated request and returns the rate-limit headers: a cheap " +
        "way to learn the limit.",
      call: "GET /health",
      tags: ["health"],
      hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      input: { type: "object", properties: {}, additionalProperties: { not: {} } },
    },
  ],
  files: [
    { name: "downloadNetworkLogs", title: "Get session network logs", args: ["session_id"] },
    { name: "downloadReplay", title: "Get session replay", args: ["session_id"] },
  ],
};

type Arguments<Method> = Method extends (...args: infer Args) => unknown ? Required<Args> : never;
type Result<Method> = Method extends (...args: never[]) => infer Answer ? Awaited<Answer> : never;

/** The tools by name. No interface, which libraries that take any names would refuse. */
export type Tools = {
  readonly personas_emails_list: Tool<
    {
      readonly persona_id: Arguments<Operations["personas"]["emails"]["list"]>[0];
      readonly limit?: NonNullable<Arguments<Operations["personas"]["emails"]["list"]>[1]>["limit"];
      readonly timedelta?: NonNullable<Arguments<Operations["personas"]["emails"]["list"]>[1]>["timedelta"];
      readonly only_unread?: NonNullable<Arguments<Operations["personas"]["emails"]["list"]>[1]>["only_unread"];
    },
    Result<Operations["personas"]["emails"]["list"]>
  >;
  readonly sessions_cookies_get: Tool<
    { readonly session_id: Arguments<Operations["sessions"]["cookies"]["get"]>[0] },
    Result<Operations["sessions"]["cookies"]["get"]>
  >;
  readonly sessions_network_logs_get: Tool<
    {
      readonly session_id: Arguments<Operations["sessions"]["network"]["logs"]["get"]>[0];
      readonly limit?: NonNullable<Arguments<Operations["sessions"]["network"]["logs"]["get"]>[1]>["limit"];
    },
    unknown
  >;
  readonly sessions_replay_get: Tool<
    { readonly session_id: Arguments<Operations["sessions"]["replay"]["get"]>[0] },
    unknown
  >;
  readonly health_get: Tool<{  }, Result<Operations["health"]["get"]>>;
};

/** Creates the tools of a client: functions that take an object, with the schemas of inputs and results. */
export function createSvcTools(client: SvcClient, options: ToolOptions = {}): Tools {
  return createTools<Tools>({ table, client, downloads, ...options });
}
