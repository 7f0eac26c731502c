// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

/** The OpenAPI document, overlays applied. */
export const document = {
  openapi: "3.1.0",
  info: {
    title: "svc",
    version: "1.4.40",
    summary: "Cloud browser sessions, webpage scraping and web AI agents.",
    description: "A REST API for creating cloud browser sessions, scraping webpages, and running web AI agents that act on a user's\nbehalf on the internet. All request and response bodies are JSON.\n\nOnly the operations below are specified. The service has others (see the tags); their methods, paths and payloads\nare not shown.",
    "x-svc-unknown": [
      "Methods, paths and payloads of all operations other than the five in this document.",
      "Fields of persona, session, agent, vault and the other records.",
      "States and transitions of sessions, agents and other records.",
      "Events, webhooks and callbacks.",
      "Versioning policy, compatibility guarantees and deprecation rules.",
      "Statuses and bodies of answers to missing or invalid credentials, unknown ids and server errors.",
    ],
  },
  servers: [
    {
      url: "{base_url}",
      description: "The address of the service is given to each customer.",
      variables: {
        base_url: {
          default: "https://svc.invalid",
          description: "Base address, without a trailing slash. The default is a reserved name (RFC 2606) that never resolves.",
        },
      },
      "x-svc-unknown": ["The base address of the service."],
    },
  ],
  "x-svc-request-headers": { "Content-Type": "application/json" },
  security: [{ oauth2Password: [] }, { apiKey: [] }],
  tags: [
    { name: "agents", description: "Web AI agents (start, stop, status, replay)" },
    { name: "sessions", description: "Session management (start, stop, status)" },
    { name: "debug", description: "Session debugging tools (replay, logs, recording)" },
    { name: "page", description: "Page operations within a session (observe, step, scrape)" },
    { name: "storage", description: "File storage interface (upload, download, list)" },
    { name: "network", description: "Network requests and responses within a session (intercept)" },
    { name: "vaults", description: "Vaults and credentials management" },
    { name: "personas", description: "Persona management (create, delete, list emails, list sms)" },
    {
      name: "scrape",
      description: "Webpage scraping (scrape, screenshot) with automatic session management",
    },
    { name: "health", description: "Health check endpoint" },
    { name: "usage", description: "Usage logs" },
    { name: "functions", description: "Functions management (create, delete, list)" },
  ],
  paths: {
    "/personas/{persona_id}/emails": {
      get: {
        operationId: "persona_emails_list",
        tags: ["personas"],
        summary: "List persona emails",
        description: "Lists the emails that a persona has received.",
        "x-svc-unknown": ["Ordering of the returned emails."],
        parameters: [
          {
            name: "persona_id",
            in: "path",
            required: true,
            description: "Persona whose emails are listed.",
            schema: { type: "string" },
          },
          {
            name: "limit",
            in: "query",
            description: "Maximum number of emails returned.",
            schema: { type: "integer", minimum: 1, maximum: 100, default: 10 },
          },
          {
            name: "timedelta",
            in: "query",
            description: "Maximum time since email reception; only emails received within that span are returned. The textual syntax that the service accepts for a duration is not shown; format duration is ISO 8601.",
            schema: { type: ["string", "null"], format: "duration" },
            "x-svc-unknown": ["The textual syntax accepted for a duration value."],
          },
          {
            name: "only_unread",
            in: "query",
            description: "When true, only unread messages are returned.",
            schema: { type: "boolean", default: false },
          },
          { $ref: "#/components/parameters/RequestOrigin" },
          { $ref: "#/components/parameters/SdkVersion" },
        ],
        responses: {
          "200": {
            description: "The emails.",
            headers: {
              "X-RateLimit-Limit": { $ref: "#/components/headers/RateLimitLimit" },
              "X-RateLimit-Remaining": { $ref: "#/components/headers/RateLimitRemaining" },
              "X-RateLimit-Reset": { $ref: "#/components/headers/RateLimitReset" },
            },
            content: {
              "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/EmailResponse" } } },
            },
          },
          "422": { $ref: "#/components/responses/ValidationFailed" },
          "429": { $ref: "#/components/responses/RateLimitExceeded" },
        },
      },
      "x-svc-resource": {
        id: "email_id",
        order: { by: "created_at", direction: "newest-first", option: "emailOrder" },
        filters: { only_unread: { when: "unread" }, timedelta: { within: "created_at" } },
        extra: {
          unread: { type: "boolean", default: true, description: "Whether the email has not been read yet." },
        },
        defaults: { subject: "(no subject)", sender_email: null, sender_name: null },
      },
    },
    "/sessions/{session_id}/cookies": {
      get: {
        tags: ["sessions"],
        summary: "Get session cookies",
        description: "Gets the cookies of a session.",
        "x-svc-unknown": ["The operation id."],
        parameters: [{ $ref: "#/components/parameters/SessionId" }],
        responses: {
          "200": {
            description: "The cookies.",
            headers: {
              "X-RateLimit-Limit": { $ref: "#/components/headers/RateLimitLimit" },
              "X-RateLimit-Remaining": { $ref: "#/components/headers/RateLimitRemaining" },
              "X-RateLimit-Reset": { $ref: "#/components/headers/RateLimitReset" },
            },
            content: { "application/json": { schema: { $ref: "#/components/schemas/SessionCookies" } } },
          },
          "422": { $ref: "#/components/responses/ValidationFailed" },
          "429": { $ref: "#/components/responses/RateLimitExceeded" },
        },
      },
      "x-svc-resource": { kind: "collection", items: "/cookies" },
    },
    "/sessions/{session_id}/network/logs": {
      get: {
        tags: ["sessions"],
        summary: "Get session network logs",
        description: "Lists the batch files that hold a session's network logs.",
        "x-svc-unknown": [
          "The operation id.",
          "The name and the default of the boolean query parameter that asks for download URLs.",
          "The success status code.",
        ],
        parameters: [
          { $ref: "#/components/parameters/SessionId" },
          {
            name: "limit",
            in: "query",
            description: "Maximum number of batch files to return.",
            schema: { type: "integer", minimum: 1, maximum: 1000 },
            "x-svc-unknown": ["The default of the batch limit."],
          },
        ],
        responses: {
          "422": { $ref: "#/components/responses/ValidationFailed" },
          "429": { $ref: "#/components/responses/RateLimitExceeded" },
          "2XX": {
            description: "The listing.",
            headers: {
              "X-RateLimit-Limit": { $ref: "#/components/headers/RateLimitLimit" },
              "X-RateLimit-Remaining": { $ref: "#/components/headers/RateLimitRemaining" },
              "X-RateLimit-Reset": { $ref: "#/components/headers/RateLimitReset" },
            },
            content: { "application/json": { schema: { $ref: "#/components/schemas/NetworkLogs" } } },
          },
        },
      },
      "x-svc-resource": {
        kind: "collection",
        items: "/batches",
        total: "/total_batch_count",
        extra: { body: { type: "content", description: "What the download URL of the batch serves." } },
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
    },
    "/sessions/{session_id}/replay": {
      get: {
        tags: ["sessions"],
        summary: "Get session replay",
        description: "Gets the recording of a session.",
        "x-svc-unknown": ["The operation id.", "The success status code."],
        parameters: [{ $ref: "#/components/parameters/SessionId" }],
        responses: {
          "422": { $ref: "#/components/responses/ValidationFailed" },
          "429": { $ref: "#/components/responses/RateLimitExceeded" },
          "2XX": {
            description: "The replay.",
            headers: {
              "X-RateLimit-Limit": { $ref: "#/components/headers/RateLimitLimit" },
              "X-RateLimit-Remaining": { $ref: "#/components/headers/RateLimitRemaining" },
              "X-RateLimit-Reset": { $ref: "#/components/headers/RateLimitReset" },
            },
            content: { "application/json": { schema: { $ref: "#/components/schemas/Replay" } } },
          },
        },
      },
      "x-svc-resource": {
        kind: "singleton",
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
            name: "replay.mp4",
            until: "expires_at",
            download: "downloadReplay",
          },
        ],
      },
    },
    "/health": {
      get: {
        tags: ["health"],
        summary: "Check health",
        description: "Accepts an authenticated request and returns the rate-limit headers: a cheap way to learn the limit.",
        "x-svc-unknown": [
          "The operation id.",
          "The HTTP method; every specified operation uses GET, and so does this document.",
          "Whether a credential is required.",
          "The success status code.",
          "The response body.",
        ],
        responses: {
          "429": { $ref: "#/components/responses/RateLimitExceeded" },
          "2XX": {
            description: "The service is up.",
            headers: {
              "X-RateLimit-Limit": { $ref: "#/components/headers/RateLimitLimit" },
              "X-RateLimit-Remaining": { $ref: "#/components/headers/RateLimitRemaining" },
              "X-RateLimit-Reset": { $ref: "#/components/headers/RateLimitReset" },
            },
            content: { "application/json": { schema: {} } },
          },
        },
      },
      "x-svc-resource": { kind: "none" },
    },
  },
  components: {
    securitySchemes: {
      oauth2Password: {
        type: "oauth2",
        description: "OAuth 2.0 password flow. The access token is sent as `Authorization: Bearer <ACCESS_TOKEN>`. The token URL is relative to the base address.",
        flows: { password: { tokenUrl: "token", scopes: {} } },
        "x-svc-unknown": ["Request and response shape of the token endpoint."],
      },
      apiKey: {
        type: "http",
        scheme: "bearer",
        description: "An API key in place of an access token: `Authorization: Bearer <API_KEY>`.",
      },
    },
    parameters: {
      SessionId: {
        name: "session_id",
        in: "path",
        required: true,
        description: "Session to read.",
        schema: {},
        "x-svc-unknown": ["The type of `session_id`."],
      },
      RequestOrigin: {
        name: "x-svc-request-origin",
        in: "header",
        description: "Where the request comes from. `svc` stands for the service's own name.",
        schema: { type: ["string", "null"] },
      },
      SdkVersion: {
        name: "x-svc-sdk-version",
        in: "header",
        description: "Version of the client. `svc` stands for the service's own name.",
        schema: { type: ["string", "null"] },
      },
    },
    headers: {
      RateLimitLimit: {
        description: "Maximum requests allowed per window.",
        required: true,
        schema: { type: "integer" },
        "x-svc-unknown": ["The window length and the limit values per account."],
      },
      RateLimitRemaining: {
        description: "Requests remaining in the current window.",
        required: true,
        schema: { type: "integer" },
      },
      RateLimitReset: {
        description: "Unix timestamp at which the window resets.",
        required: true,
        schema: { type: "integer" },
      },
    },
    responses: {
      ValidationFailed: {
        description: "A path, query or header parameter fails validation, for example a limit outside its bounds.",
        headers: {
          "X-RateLimit-Limit": { $ref: "#/components/headers/RateLimitLimit" },
          "X-RateLimit-Remaining": { $ref: "#/components/headers/RateLimitRemaining" },
          "X-RateLimit-Reset": { $ref: "#/components/headers/RateLimitReset" },
        },
        content: { "application/json": { schema: { $ref: "#/components/schemas/HTTPValidationError" } } },
      },
      RateLimitExceeded: {
        description: "The rate limit is exceeded. Higher limits are available by arrangement with the operator.",
        headers: {
          "X-RateLimit-Limit": { $ref: "#/components/headers/RateLimitLimit" },
          "X-RateLimit-Remaining": { $ref: "#/components/headers/RateLimitRemaining" },
          "X-RateLimit-Reset": { $ref: "#/components/headers/RateLimitReset" },
        },
        content: { "application/json": { schema: { $ref: "#/components/schemas/RateLimitExceeded" } } },
      },
    },
    schemas: {
      EmailResponse: {
        "x-svc-name": "Email",
        type: "object",
        description: "An email that a persona has received.",
        required: ["subject", "email_id", "created_at", "sender_email", "sender_name"],
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
        "x-svc-traits": {
          html: {
            html_content: "<p>Your code is <b>123456\u003c/b>.\u003c/p>",
            text_content: "Your code is 123456.",
          },
          plain: { html_content: null, text_content: "Your code is 123456." },
          anonymous: { sender_email: null, sender_name: null },
        },
      },
      SessionCookies: {
        type: "object",
        description: "The cookies of a session.",
        required: ["cookies"],
        properties: { cookies: { type: "array", items: { $ref: "#/components/schemas/Cookie" } } },
      },
      Cookie: {
        type: "object",
        description: "A cookie of a session.",
        "x-svc-unknown": ["Which fields are required and which are nullable."],
        properties: {
          name: { type: ["string", "null"] },
          value: { type: ["string", "null"] },
          domain: { type: ["string", "null"] },
          path: { type: ["string", "null"] },
          httpOnly: { type: ["boolean", "null"] },
          expirationDate: {
            type: ["number", "null"],
            description: "The unit is not shown.",
            "x-svc-unknown": ["The unit of `expirationDate`."],
          },
          hostOnly: { type: ["boolean", "null"] },
          secure: { type: ["boolean", "null"] },
          session: { type: ["boolean", "null"] },
          storeId: { type: ["string", "null"] },
          expires: {
            type: ["number", "null"],
            description: "The unit is not shown.",
            "x-svc-unknown": ["The unit of `expires`."],
          },
          partitionKey: { type: ["string", "null"] },
        },
      },
      NetworkLogs: {
        type: "object",
        description: "Listing of the batch files that hold a session's network logs.",
        "x-svc-unknown": ["Which fields are required and which are nullable."],
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
            enum: ["batched_v1", null],
            description: "Value is `batched_v1`",
          },
        },
      },
      NetworkLogBatch: {
        type: "object",
        description: "One batch file of network logs.",
        "x-svc-unknown": [
          "Which fields are required and which are nullable.",
          "Whether `download_url` and `download_url_expires_in_seconds` are present when download URLs are not requested.",
          "The content of a batch file.",
          "The unit of `size`.",
        ],
        properties: {
          key: { type: ["string", "null"] },
          size: { type: ["integer", "null"], description: "The unit is not shown." },
          download_url: { type: ["string", "null"] },
          download_url_expires_in_seconds: { type: ["integer", "null"] },
        },
      },
      Replay: {
        type: "object",
        description: "The recording of a session.",
        "x-svc-unknown": ["Which fields are required and which are nullable."],
        properties: {
          expires_at: {
            type: ["string", "null"],
            description: "The format is not stated beyond string.",
            "x-svc-unknown": ["The format of `expires_at`."],
          },
          playlist_content: {
            type: ["string", "null"],
            description: "The format is not stated beyond string.",
            "x-svc-unknown": ["The format of `playlist_content`."],
          },
          mp4_url: { type: ["string", "null"] },
          video_start_ms: { type: ["integer", "null"], description: "Milliseconds" },
          video_duration_ms: { type: ["integer", "null"], description: "Milliseconds" },
        },
      },
      HTTPValidationError: {
        type: "object",
        description: "Why a request was refused.",
        "x-svc-unknown": ["Whether `detail` is always present."],
        properties: {
          detail: { type: ["array", "null"], items: { $ref: "#/components/schemas/ValidationError" } },
        },
      },
      ValidationError: {
        "x-svc-name": "ValidationIssue",
        type: "object",
        description: "One parameter that fails validation.",
        required: ["loc", "msg", "type"],
        properties: {
          loc: {
            type: "array",
            description: "Where the value is, outermost first.",
            items: { type: ["string", "integer"] },
          },
          msg: { type: "string" },
          type: { type: "string" },
          input: {},
          ctx: { type: "object" },
        },
      },
      RateLimitExceeded: {
        type: "object",
        description: "Body of an answer with status 429.",
        "x-svc-unknown": ["Which fields are required and which are nullable."],
        properties: { message: { type: ["string", "null"] }, detail: { type: ["string", "null"] } },
      },
    },
  },
} as const;

/** Version of the document: its `info.version`. */
export const documentVersion = "1.4.40";
