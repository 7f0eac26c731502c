// Generated from engines/model/fixtures/service.yaml by `pnpm generate`. Do not edit.
import type { Model } from "@svc/testing/runtime";

/** The document as the fake and the builders read it. */
export const model: Model = {
  version: "1.4.40",
  openapi: "3.1.0",
  servers: [{ url: "{base_url}", variables: { base_url: { default: "https://svc.invalid" } } }],
  tags: [
    { name: "agents" },
    { name: "sessions" },
    { name: "debug" },
    { name: "page" },
    { name: "storage" },
    { name: "network" },
    { name: "vaults" },
    { name: "personas" },
    { name: "scrape" },
    { name: "health" },
    { name: "usage" },
    { name: "functions" },
  ],
  securitySchemes: {
    oauth2Password: {
      type: "oauth2",
      flows: ["password"],
      urls: { password: { tokenUrl: "token" } },
      tokenUrl: "token",
    },
    apiKey: { type: "http", scheme: "bearer" },
  },
  operations: [
    {
      id: "persona_emails_list",
      name: ["personas", "emails", "list"],
      method: "get",
      path: "/personas/{persona_id}/emails",
      tags: ["personas"],
      parameters: [
        {
          name: "persona_id",
          in: "path",
          required: true,
          schema: { type: "string" },
          style: "simple",
          explode: false,
          pointer: "/paths/~1personas~1{persona_id}~1emails/get/parameters/0",
        },
        {
          name: "limit",
          in: "query",
          required: false,
          schema: { type: "integer", default: 10, minimum: 1, maximum: 100 },
          style: "form",
          explode: true,
          pointer: "/paths/~1personas~1{persona_id}~1emails/get/parameters/1",
        },
        {
          name: "timedelta",
          in: "query",
          required: false,
          schema: { type: ["string", "null"], format: "duration" },
          style: "form",
          explode: true,
          pointer: "/paths/~1personas~1{persona_id}~1emails/get/parameters/2",
        },
        {
          name: "only_unread",
          in: "query",
          required: false,
          schema: { type: "boolean", default: false },
          style: "form",
          explode: true,
          pointer: "/paths/~1personas~1{persona_id}~1emails/get/parameters/3",
        },
        {
          name: "x-svc-request-origin",
          in: "header",
          required: false,
          schema: { type: ["string", "null"] },
          style: "simple",
          explode: false,
          pointer: "/components/parameters/RequestOrigin",
        },
        {
          name: "x-svc-sdk-version",
          in: "header",
          required: false,
          schema: { type: ["string", "null"] },
          style: "simple",
          explode: false,
          pointer: "/components/parameters/SdkVersion",
        },
      ],
      responses: [
        {
          status: "200",
          content: [
            {
              mediaType: "application/json",
              schema: { type: "array", items: { $ref: "#/components/schemas/EmailResponse" } },
            },
          ],
          headers: [
            { name: "X-RateLimit-Limit", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Remaining", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Reset", required: true, schema: { type: "integer" } },
          ],
          pointer: "/paths/~1personas~1{persona_id}~1emails/get/responses/200",
        },
        {
          status: "422",
          content: [
            {
              mediaType: "application/json",
              schema: { $ref: "#/components/schemas/HTTPValidationError" },
            },
          ],
          headers: [
            { name: "X-RateLimit-Limit", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Remaining", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Reset", required: true, schema: { type: "integer" } },
          ],
          pointer: "/components/responses/ValidationFailed",
        },
        {
          status: "429",
          content: [
            {
              mediaType: "application/json",
              schema: { $ref: "#/components/schemas/RateLimitExceeded" },
            },
          ],
          headers: [
            { name: "X-RateLimit-Limit", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Remaining", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Reset", required: true, schema: { type: "integer" } },
          ],
          pointer: "/components/responses/RateLimitExceeded",
        },
      ],
      security: [{ oauth2Password: [] }, { apiKey: [] }],
      pointer: "/paths/~1personas~1{persona_id}~1emails/get",
    },
    {
      id: "sessions_cookies_get",
      derivedId: true,
      name: ["sessions", "cookies", "get"],
      method: "get",
      path: "/sessions/{session_id}/cookies",
      tags: ["sessions"],
      parameters: [
        {
          name: "session_id",
          in: "path",
          required: true,
          schema: {},
          style: "simple",
          explode: false,
          pointer: "/components/parameters/SessionId",
        },
      ],
      responses: [
        {
          status: "200",
          content: [
            {
              mediaType: "application/json",
              schema: { $ref: "#/components/schemas/SessionCookies" },
            },
          ],
          headers: [
            { name: "X-RateLimit-Limit", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Remaining", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Reset", required: true, schema: { type: "integer" } },
          ],
          pointer: "/paths/~1sessions~1{session_id}~1cookies/get/responses/200",
        },
        {
          status: "422",
          content: [
            {
              mediaType: "application/json",
              schema: { $ref: "#/components/schemas/HTTPValidationError" },
            },
          ],
          headers: [
            { name: "X-RateLimit-Limit", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Remaining", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Reset", required: true, schema: { type: "integer" } },
          ],
          pointer: "/components/responses/ValidationFailed",
        },
        {
          status: "429",
          content: [
            {
              mediaType: "application/json",
              schema: { $ref: "#/components/schemas/RateLimitExceeded" },
            },
          ],
          headers: [
            { name: "X-RateLimit-Limit", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Remaining", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Reset", required: true, schema: { type: "integer" } },
          ],
          pointer: "/components/responses/RateLimitExceeded",
        },
      ],
      security: [{ oauth2Password: [] }, { apiKey: [] }],
      pointer: "/paths/~1sessions~1{session_id}~1cookies/get",
    },
    {
      id: "sessions_network_logs_get",
      derivedId: true,
      name: ["sessions", "network", "logs", "get"],
      method: "get",
      path: "/sessions/{session_id}/network/logs",
      tags: ["sessions"],
      parameters: [
        {
          name: "session_id",
          in: "path",
          required: true,
          schema: {},
          style: "simple",
          explode: false,
          pointer: "/components/parameters/SessionId",
        },
        {
          name: "limit",
          in: "query",
          required: false,
          schema: { type: "integer", minimum: 1, maximum: 1000 },
          style: "form",
          explode: true,
          pointer: "/paths/~1sessions~1{session_id}~1network~1logs/get/parameters/1",
        },
      ],
      responses: [
        {
          status: "422",
          content: [
            {
              mediaType: "application/json",
              schema: { $ref: "#/components/schemas/HTTPValidationError" },
            },
          ],
          headers: [
            { name: "X-RateLimit-Limit", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Remaining", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Reset", required: true, schema: { type: "integer" } },
          ],
          pointer: "/components/responses/ValidationFailed",
        },
        {
          status: "429",
          content: [
            {
              mediaType: "application/json",
              schema: { $ref: "#/components/schemas/RateLimitExceeded" },
            },
          ],
          headers: [
            { name: "X-RateLimit-Limit", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Remaining", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Reset", required: true, schema: { type: "integer" } },
          ],
          pointer: "/components/responses/RateLimitExceeded",
        },
        {
          status: "2XX",
          content: [{ mediaType: "application/json", schema: { $ref: "#/components/schemas/NetworkLogs" } }],
          headers: [
            { name: "X-RateLimit-Limit", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Remaining", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Reset", required: true, schema: { type: "integer" } },
          ],
          pointer: "/paths/~1sessions~1{session_id}~1network~1logs/get/responses/2XX",
        },
      ],
      security: [{ oauth2Password: [] }, { apiKey: [] }],
      pointer: "/paths/~1sessions~1{session_id}~1network~1logs/get",
    },
    {
      id: "sessions_replay_get",
      derivedId: true,
      name: ["sessions", "replay", "get"],
      method: "get",
      path: "/sessions/{session_id}/replay",
      tags: ["sessions"],
      parameters: [
        {
          name: "session_id",
          in: "path",
          required: true,
          schema: {},
          style: "simple",
          explode: false,
          pointer: "/components/parameters/SessionId",
        },
      ],
      responses: [
        {
          status: "422",
          content: [
            {
              mediaType: "application/json",
              schema: { $ref: "#/components/schemas/HTTPValidationError" },
            },
          ],
          headers: [
            { name: "X-RateLimit-Limit", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Remaining", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Reset", required: true, schema: { type: "integer" } },
          ],
          pointer: "/components/responses/ValidationFailed",
        },
        {
          status: "429",
          content: [
            {
              mediaType: "application/json",
              schema: { $ref: "#/components/schemas/RateLimitExceeded" },
            },
          ],
          headers: [
            { name: "X-RateLimit-Limit", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Remaining", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Reset", required: true, schema: { type: "integer" } },
          ],
          pointer: "/components/responses/RateLimitExceeded",
        },
        {
          status: "2XX",
          content: [{ mediaType: "application/json", schema: { $ref: "#/components/schemas/Replay" } }],
          headers: [
            { name: "X-RateLimit-Limit", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Remaining", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Reset", required: true, schema: { type: "integer" } },
          ],
          pointer: "/paths/~1sessions~1{session_id}~1replay/get/responses/2XX",
        },
      ],
      security: [{ oauth2Password: [] }, { apiKey: [] }],
      pointer: "/paths/~1sessions~1{session_id}~1replay/get",
    },
    {
      id: "health_get",
      derivedId: true,
      name: ["health", "get"],
      method: "get",
      path: "/health",
      tags: ["health"],
      parameters: [],
      responses: [
        {
          status: "429",
          content: [
            {
              mediaType: "application/json",
              schema: { $ref: "#/components/schemas/RateLimitExceeded" },
            },
          ],
          headers: [
            { name: "X-RateLimit-Limit", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Remaining", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Reset", required: true, schema: { type: "integer" } },
          ],
          pointer: "/components/responses/RateLimitExceeded",
        },
        {
          status: "2XX",
          content: [{ mediaType: "application/json", schema: {} }],
          headers: [
            { name: "X-RateLimit-Limit", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Remaining", required: true, schema: { type: "integer" } },
            { name: "X-RateLimit-Reset", required: true, schema: { type: "integer" } },
          ],
          pointer: "/paths/~1health/get/responses/2XX",
        },
      ],
      security: [{ oauth2Password: [] }, { apiKey: [] }],
      pointer: "/paths/~1health/get",
    },
  ],
  schemas: {
    EmailResponse: {
      wireName: "EmailResponse",
      typeName: "Email",
      builderName: "email",
      listBuilderName: "emails",
      schema: {
        type: "object",
        properties: {
          subject: { type: "string" },
          email_id: { type: "string" },
          created_at: { type: "string", format: "date-time" },
          sender_email: { type: ["string", "null"] },
          sender_name: { type: ["string", "null"] },
          text_content: { type: ["string", "null"] },
          html_content: { type: ["string", "null"] },
        },
        required: ["subject", "email_id", "created_at", "sender_email", "sender_name"],
        "x-svc-name": "Email",
        "x-svc-traits": {
          html: {
            html_content: "<p>Your code is <b>123456\u003c/b>.\u003c/p>",
            text_content: "Your code is 123456.",
          },
          plain: { html_content: null, text_content: "Your code is 123456." },
          anonymous: { sender_email: null, sender_name: null },
        },
      },
      pointer: "/components/schemas/EmailResponse",
    },
    SessionCookies: {
      wireName: "SessionCookies",
      typeName: "SessionCookies",
      builderName: "sessionCookies",
      schema: {
        type: "object",
        properties: { cookies: { type: "array", items: { $ref: "#/components/schemas/Cookie" } } },
        required: ["cookies"],
      },
      pointer: "/components/schemas/SessionCookies",
    },
    Cookie: {
      wireName: "Cookie",
      typeName: "Cookie",
      builderName: "cookie",
      listBuilderName: "cookies",
      schema: {
        type: "object",
        properties: {
          name: { type: ["string", "null"] },
          value: { type: ["string", "null"] },
          domain: { type: ["string", "null"] },
          path: { type: ["string", "null"] },
          httpOnly: { type: ["boolean", "null"] },
          expirationDate: { type: ["number", "null"], "x-svc-unknown": ["The unit of `expirationDate`."] },
          hostOnly: { type: ["boolean", "null"] },
          secure: { type: ["boolean", "null"] },
          session: { type: ["boolean", "null"] },
          storeId: { type: ["string", "null"] },
          expires: { type: ["number", "null"], "x-svc-unknown": ["The unit of `expires`."] },
          partitionKey: { type: ["string", "null"] },
        },
        "x-svc-unknown": ["Which fields are required and which are nullable."],
      },
      pointer: "/components/schemas/Cookie",
    },
    NetworkLogs: {
      wireName: "NetworkLogs",
      typeName: "NetworkLogs",
      builderName: "networkLogs",
      schema: {
        type: "object",
        properties: {
          session_id: { type: ["string", "null"] },
          batches: { type: ["array", "null"], items: { $ref: "#/components/schemas/NetworkLogBatch" } },
          total_batch_count: { type: ["integer", "null"] },
          format: { type: ["string", "null"], enum: ["batched_v1", null] },
        },
        "x-svc-unknown": ["Which fields are required and which are nullable."],
      },
      pointer: "/components/schemas/NetworkLogs",
    },
    NetworkLogBatch: {
      wireName: "NetworkLogBatch",
      typeName: "NetworkLogBatch",
      builderName: "networkLogBatch",
      listBuilderName: "networkLogBatches",
      schema: {
        type: "object",
        properties: {
          key: { type: ["string", "null"] },
          size: { type: ["integer", "null"] },
          download_url: { type: ["string", "null"] },
          download_url_expires_in_seconds: { type: ["integer", "null"] },
        },
        "x-svc-unknown": [
          "Which fields are required and which are nullable.",
          "Whether `download_url` and `download_url_expires_in_seconds` are present when download " +
            "URLs are not requested.",
          "The content of a batch file.",
          "The unit of `size`.",
        ],
      },
      pointer: "/components/schemas/NetworkLogBatch",
    },
    Replay: {
      wireName: "Replay",
      typeName: "Replay",
      builderName: "replay",
      listBuilderName: "replays",
      schema: {
        type: "object",
        properties: {
          expires_at: { type: ["string", "null"], "x-svc-unknown": ["The format of `expires_at`."] },
          playlist_content: { type: ["string", "null"], "x-svc-unknown": ["The format of `playlist_content`."] },
          mp4_url: { type: ["string", "null"] },
          video_start_ms: { type: ["integer", "null"] },
          video_duration_ms: { type: ["integer", "null"] },
        },
        "x-svc-unknown": ["Which fields are required and which are nullable."],
      },
      pointer: "/components/schemas/Replay",
    },
    HTTPValidationError: {
      wireName: "HTTPValidationError",
      typeName: "HTTPValidationError",
      builderName: "httpValidationError",
      listBuilderName: "httpValidationErrors",
      schema: {
        type: "object",
        properties: {
          detail: { type: ["array", "null"], items: { $ref: "#/components/schemas/ValidationError" } },
        },
        "x-svc-unknown": ["Whether `detail` is always present."],
      },
      pointer: "/components/schemas/HTTPValidationError",
    },
    ValidationError: {
      wireName: "ValidationError",
      typeName: "ValidationIssue",
      builderName: "validationIssue",
      listBuilderName: "validationIssues",
      schema: {
        type: "object",
        properties: {
          loc: { type: "array", items: { type: ["string", "integer"] } },
          msg: { type: "string" },
          type: { type: "string" },
          input: {},
          ctx: { type: "object" },
        },
        required: ["loc", "msg", "type"],
        "x-svc-name": "ValidationIssue",
      },
      pointer: "/components/schemas/ValidationError",
    },
    RateLimitExceeded: {
      wireName: "RateLimitExceeded",
      typeName: "RateLimitExceeded",
      builderName: "rateLimitExceeded",
      listBuilderName: "rateLimitExceededs",
      schema: {
        type: "object",
        properties: { message: { type: ["string", "null"] }, detail: { type: ["string", "null"] } },
        "x-svc-unknown": ["Which fields are required and which are nullable."],
      },
      pointer: "/components/schemas/RateLimitExceeded",
    },
  },
  requestHeaders: { "Content-Type": "application/json" },
  unknowns: [
    {
      pointer: "/info",
      notShown: [
        "Methods, paths and payloads of all operations other than the five in this document.",
        "Fields of persona, session, agent, vault and the other records.",
        "States and transitions of sessions, agents and other records.",
        "Events, webhooks and callbacks.",
        "Versioning policy, compatibility guarantees and deprecation rules.",
        "Statuses and bodies of answers to missing or invalid credentials, unknown ids and server errors.",
      ],
    },
    { pointer: "/servers/0", notShown: ["The base address of the service."] },
    {
      pointer: "/paths/~1personas~1{persona_id}~1emails/get",
      notShown: ["Ordering of the returned emails."],
    },
    {
      pointer: "/paths/~1personas~1{persona_id}~1emails/get/parameters/2",
      notShown: ["The textual syntax accepted for a duration value."],
    },
    { pointer: "/paths/~1sessions~1{session_id}~1cookies/get", notShown: ["The operation id."] },
    {
      pointer: "/paths/~1sessions~1{session_id}~1network~1logs/get",
      notShown: [
        "The operation id.",
        "The name and the default of the boolean query parameter that asks for download URLs.",
        "The success status code.",
      ],
    },
    {
      pointer: "/paths/~1sessions~1{session_id}~1network~1logs/get/parameters/1",
      notShown: ["The default of the batch limit."],
    },
    {
      pointer: "/paths/~1sessions~1{session_id}~1replay/get",
      notShown: ["The operation id.", "The success status code."],
    },
    {
      pointer: "/paths/~1health/get",
      notShown: [
        "The operation id.",
        "The HTTP method; every specified operation uses GET, and so does this document.",
        "Whether a credential is required.",
        "The success status code.",
        "The response body.",
      ],
    },
    {
      pointer: "/components/securitySchemes/oauth2Password",
      notShown: ["Request and response shape of the token endpoint."],
    },
    { pointer: "/components/parameters/SessionId", notShown: ["The type of `session_id`."] },
    {
      pointer: "/components/headers/RateLimitLimit",
      notShown: ["The window length and the limit values per account."],
    },
    {
      pointer: "/components/schemas/Cookie",
      notShown: ["Which fields are required and which are nullable."],
    },
    {
      pointer: "/components/schemas/Cookie/properties/expirationDate",
      notShown: ["The unit of `expirationDate`."],
    },
    {
      pointer: "/components/schemas/Cookie/properties/expires",
      notShown: ["The unit of `expires`."],
    },
    {
      pointer: "/components/schemas/NetworkLogs",
      notShown: ["Which fields are required and which are nullable."],
    },
    {
      pointer: "/components/schemas/NetworkLogBatch",
      notShown: [
        "Which fields are required and which are nullable.",
        "Whether `download_url` and `download_url_expires_in_seconds` are present when download URLs " +
          "are not requested.",
        "The content of a batch file.",
        "The unit of `size`.",
      ],
    },
    {
      pointer: "/components/schemas/Replay",
      notShown: ["Which fields are required and which are nullable."],
    },
    {
      pointer: "/components/schemas/Replay/properties/expires_at",
      notShown: ["The format of `expires_at`."],
    },
    {
      pointer: "/components/schemas/Replay/properties/playlist_content",
      notShown: ["The format of `playlist_content`."],
    },
    {
      pointer: "/components/schemas/HTTPValidationError",
      notShown: ["Whether `detail` is always present."],
    },
    {
      pointer: "/components/schemas/RateLimitExceeded",
      notShown: ["Which fields are required and which are nullable."],
    },
  ],
  resources: {
    "/personas/{persona_id}/emails": {
      id: "email_id",
      order: { by: "created_at", direction: "newest-first", option: "emailOrder" },
      filters: { only_unread: { when: "unread" }, timedelta: { within: "created_at" } },
      extra: { unread: { type: "boolean", default: true } },
      defaults: { subject: "(no subject)", sender_email: null, sender_name: null },
    },
    "/sessions/{session_id}/cookies": { kind: "collection", items: "/cookies" },
    "/sessions/{session_id}/network/logs": {
      kind: "collection",
      items: "/batches",
      total: "/total_batch_count",
      extra: { body: { type: "content" } },
      files: [
        {
          url: "download_url",
          content: "body",
          mediaType: "application/x-ndjson",
          name: "batch-{index}.jsonl",
          nameField: "key",
          size: "size",
          seconds: "download_url_expires_in_seconds",
          otherwise: "{\"batch\":{index}}",
          asked: true,
          download: "downloadNetworkLogs",
        },
      ],
    },
    "/sessions/{session_id}/replay": {
      kind: "singleton",
      extra: { video: { type: "content" } },
      files: [
        {
          url: "mp4_url",
          content: "video",
          mediaType: "video/mp4",
          name: "replay.mp4",
          until: "expires_at",
          download: "downloadReplay",
        },
      ],
    },
    "/health": { kind: "none" },
  },
  title: "svc",
};
