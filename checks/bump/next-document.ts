/** The version that {@link nextDocument} carries. */
export const NEXT_VERSION = "1.5.0";

/**
 * A next version of the service's document, made up for the proof that a bump works: three operations added, one of them
 * with a body; `subject` of an email made nullable; the parameter `only_unread` renamed; the type of `session_id` said.
 *
 * @throws Error where the document is not the one that this was written for
 */
export function nextDocument(text: string): string {
  return EDITS.reduce((document, [from, to]) => {
    if (!document.includes(from)) throw new Error(`The document has no ${JSON.stringify(from)}.`);
    return document.replace(from, () => to);
  }, text);
}

/** Settles what the document leaves open; of the next version it has nothing to settle any more. */
export const OVERLAY = `overlay: 1.0.0
info: { title: Type of session ids, as support told, version: "1" }
actions:
  - target: $.components.parameters[?@.name == 'session_id' && @['x-svc-unknown']]
    update: { schema: { type: string } }
  - target: $.components.parameters.SessionId['x-svc-unknown']
    remove: true
`;

const OPERATIONS = `  /sessions/start:
    post:
      operationId: session_start
      tags: [sessions]
      summary: Start a session
      description: Starts a cloud browser session.
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: "#/components/schemas/SessionStartRequest" }
      responses:
        "200":
          description: The session.
          headers: *rate-limit-headers
          content:
            application/json:
              schema: { $ref: "#/components/schemas/SessionResponse" }
        "422": { $ref: "#/components/responses/ValidationFailed" }
        "429": { $ref: "#/components/responses/RateLimitExceeded" }
  /sessions/{session_id}:
    get:
      operationId: session_status
      tags: [sessions]
      summary: Get session status
      description: Gets a session.
      parameters:
        - $ref: "#/components/parameters/SessionId"
      responses:
        "200":
          description: The session.
          headers: *rate-limit-headers
          content:
            application/json:
              schema: { $ref: "#/components/schemas/SessionResponse" }
        "422": { $ref: "#/components/responses/ValidationFailed" }
        "429": { $ref: "#/components/responses/RateLimitExceeded" }
  /sessions/{session_id}/stop:
    delete:
      operationId: session_stop
      tags: [sessions]
      summary: Stop a session
      description: Stops a session.
      parameters:
        - $ref: "#/components/parameters/SessionId"
      responses:
        "200":
          description: The session.
          headers: *rate-limit-headers
          content:
            application/json:
              schema: { $ref: "#/components/schemas/SessionResponse" }
        "422": { $ref: "#/components/responses/ValidationFailed" }
        "429": { $ref: "#/components/responses/RateLimitExceeded" }
  /health:
`;

const SCHEMAS = `    SessionStartRequest:
      type: object
      description: How a session is to be.
      properties:
        headless: { type: boolean, default: true, description: Whether nobody sees the browser }
        timeout_minutes: { type: integer, minimum: 1, maximum: 30, default: 3, description: Idle time until it is closed }
        proxies: { type: array, items: { type: string }, description: Addresses of proxies }
    SessionResponse:
      type: object
      description: A session.
      required: [session_id, status, created_at]
      properties:
        session_id: { type: string, description: Session UUID }
        status: { type: string, enum: [active, closed, error], description: What it is doing }
        created_at: { type: string, format: date-time, description: Creation date }
    EmailResponse:
`;

const EDITS: readonly (readonly [from: string, to: string])[] = [
  ["version: 1.4.40", `version: ${NEXT_VERSION}`],
  ["  /health:\n", OPERATIONS],
  ["    EmailResponse:\n", SCHEMAS],
  [
    "subject: { type: string, description: Subject of the email }",
    'subject: { type: [string, "null"], description: Subject of the email }',
  ],
  ["name: only_unread", "name: unread"],
  ["      schema: {}\n      x-svc-unknown:\n        - The type of `session_id`.\n", "      schema: { type: string }\n"],
];
