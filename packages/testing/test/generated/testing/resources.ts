// Generated from engines/model/fixtures/service.yaml by `pnpm generate`. Do not edit.
import type { ResourceTable } from "@svc/testing/runtime";

/**
 * What the fake stores, as it was inferred from the document, with reasons. `x-svc-resource` in an overlay corrects a
 * row; `svc-codegen --resources` prints such an overlay.
 */
export const resources: ResourceTable = {
  resources: [
    {
      name: ["personas", "emails"],
      kind: "collection",
      path: "/personas/{persona_id}/emails",
      schema: "#/components/schemas/EmailResponse",
      id: "email_id",
      roles: {
        "personas.emails.list": {
          does: "list",
          limit: "limit",
          filters: {
            only_unread: { kind: "when", field: "unread" },
            timedelta: { kind: "within", field: "created_at" },
          },
        },
      },
      idNames: ["email_id"],
      created: ["created_at"],
      extra: {
        unread: { type: "boolean", default: true, description: "Whether the email has not been read yet." },
      },
      defaults: { subject: "(no subject)", sender_email: null, sender_name: null },
      order: { direction: "newest-first", by: "created_at", option: "emailOrder" },
      reasons: [
        "/personas/{persona_id}/emails is a collection: GET gives a list",
        "the schema is that of the items of personas.emails.list",
        "the id: \"email_id\", as declared",
        "personas.emails.list lists: GET of a list",
        "declared: id, order, filters, extra, defaults",
      ],
    },
    {
      name: ["sessions", "cookies"],
      kind: "collection",
      path: "/sessions/{session_id}/cookies",
      schema: "#/components/schemas/Cookie",
      roles: { "sessions.cookies.get": { does: "list", at: ["cookies"] } },
      alsoBy: [["name"]],
      reasons: [
        "/sessions/{session_id}/cookies is a collection: declared",
        "the schema is that of the declaration",
        "it is found by name, too",
        "sessions.cookies.get lists: GET of a list in \"cookies\"",
        "declared: kind, items",
      ],
    },
    {
      name: ["sessions", "network", "logs"],
      kind: "collection",
      path: "/sessions/{session_id}/network/logs",
      schema: "#/components/schemas/NetworkLogBatch",
      roles: {
        "sessions.network.logs.get": {
          does: "list",
          at: ["batches"],
          limit: "limit",
          shows: { "/total_batch_count": "total" },
        },
      },
      alsoBy: [["key"]],
      extra: { body: { type: "content", description: "What the download URL of the batch serves." } },
      files: [
        {
          url: "download_url",
          content: "body",
          mediaType: "application/x-ndjson",
          name: { text: "batch-{index}.jsonl", field: "key" },
          size: "size",
          seconds: "download_url_expires_in_seconds",
          otherwise: "{\"batch\":{index}}",
          download: "downloadNetworkLogs",
          lifetime: 3600,
          isAsked: true,
        },
      ],
      reasons: [
        "/sessions/{session_id}/network/logs is a collection: declared",
        "the schema is that of the declaration",
        "it is found by key, too",
        "sessions.network.logs.get lists: GET of a list in \"batches\"",
        "declared: kind, items, total, extra, files",
      ],
    },
    {
      name: ["sessions", "replay"],
      kind: "singleton",
      path: "/sessions/{session_id}/replay",
      schema: "#/components/schemas/Replay",
      roles: { "sessions.replay.get": { does: "read" } },
      extra: {
        video: {
          type: "content",
          description: "What `mp4_url` serves; without it `mp4_url` is answered as given.",
        },
      },
      files: [
        {
          url: "mp4_url",
          content: "video",
          mediaType: "video/mp4",
          name: { text: "replay.mp4" },
          until: "expires_at",
          download: "downloadReplay",
          lifetime: 3600,
          isAsked: false,
        },
      ],
      reasons: [
        "/sessions/{session_id}/replay is a singleton: declared",
        "the schema is that of sessions.replay.get",
        "sessions.replay.get reads: GET",
        "declared: kind, extra, files",
      ],
    },
  ],
};
