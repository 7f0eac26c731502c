import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { document, documentVersion } from "../src/index.ts";

/** The version that the interface description carries. Its facts are held against that document, also after a bump. */
const DESCRIBED = "1.4.40";

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly type: unknown };
}
interface Schema {
  readonly required?: readonly string[];
  readonly properties: { readonly [name: string]: { readonly type: unknown } };
  readonly "x-svc-unknown"?: readonly string[];
}
interface Operation {
  readonly operationId?: string;
  readonly parameters: readonly [Parameter, Parameter, Parameter, Parameter, ...Parameter[]];
  readonly responses: { readonly [status: string]: { readonly headers?: object } };
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly servers: readonly [{ readonly url: string }];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly security: unknown;
  readonly paths: { readonly [path: string]: { readonly get: Operation } };
  readonly components: {
    readonly parameters: { readonly [name: string]: Parameter };
    readonly responses: { readonly [name: string]: { readonly headers?: object } };
    readonly schemas: { readonly [name: string]: Schema };
    readonly securitySchemes: { readonly [name: string]: { readonly flows?: unknown } };
  };
}

const read = (path: string): Document => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")) as Document;
const current = read("../src/generated/openapi.json");
// A text like any other: after a bump the constant has another literal type.
const version: string = documentVersion;
const described = version === DESCRIBED ? current : read(`../history/${DESCRIBED}.json`);
const { paths, components } = described;
const operation = (path: string): Operation => paths[path]?.get ?? expect.fail(`no ${path}`);
const schemaOf = (name: string): Schema => components.schemas[name] ?? expect.fail(`no schema ${name}`);

test("the constant, the JSON and the version are one document", () => {
  expect(document).toEqual(current);
  expect(documentVersion).toBe(current.info.version);
});

// Facts of the interface description, section by section; what it does not show is in UNKNOWNS.md.

test("the document is OpenAPI 3.1 and has the described version", () => {
  expect([described.openapi, described.info.version]).toEqual(["3.1.0", DESCRIBED]);
});

test("there are twelve tags, each with its purpose", () => {
  expect(described.tags.map(({ name }) => name)).toEqual(
    "agents sessions debug page storage network vaults personas scrape health usage functions".split(" "),
  );
  expect(described.tags.every(({ description }) => description.length > 0)).toBe(true);
});

test("there are five operations, all GET, and one of them has an id", () => {
  // Beside them stands what the fake stores, which is no fact of the service.
  const methods = (item: object): string[] => Object.keys(item).filter((key) => key !== "x-svc-resource");
  expect(Object.entries(paths).map(([path, item]) => [path, methods(item)])).toEqual([
    ["/personas/{persona_id}/emails", ["get"]],
    ["/sessions/{session_id}/cookies", ["get"]],
    ["/sessions/{session_id}/network/logs", ["get"]],
    ["/sessions/{session_id}/replay", ["get"]],
    ["/health", ["get"]],
  ]);
  const ids = Object.values(paths).map(({ get }) => get.operationId);
  expect(ids.filter((id) => id !== undefined)).toEqual(["persona_emails_list"]);
});

describe("parameters", () => {
  const emails = operation("/personas/{persona_id}/emails").parameters;

  test("emails: limit 1 to 100, default 10; timedelta a duration or null; only_unread, default false", () => {
    expect(emails[1]).toMatchObject({
      name: "limit",
      in: "query",
      schema: { type: "integer", minimum: 1, maximum: 100, default: 10 },
    });
    expect(emails[2]).toMatchObject({ name: "timedelta", schema: { type: ["string", "null"], format: "duration" } });
    expect(emails[3]).toMatchObject({ name: "only_unread", schema: { type: "boolean", default: false } });
  });

  test("emails: two optional headers, text or null", () => {
    expect(emails.slice(4)).toEqual([
      { $ref: "#/components/parameters/RequestOrigin" },
      { $ref: "#/components/parameters/SdkVersion" },
    ]);
    for (const name of ["RequestOrigin", "SdkVersion"]) {
      expect(components.parameters[name]).toMatchObject({ in: "header", schema: { type: ["string", "null"] } });
    }
  });

  test("logs: limit 1 to 1000, without a default; the boolean parameter has no name, so it is not there", () => {
    const [, limit, ...rest] = operation("/sessions/{session_id}/network/logs").parameters;
    expect(limit.schema).toEqual({ type: "integer", minimum: 1, maximum: 1000 });
    expect(rest).toEqual([]);
  });
});

describe("answers", () => {
  test.each([
    ["/personas/{persona_id}/emails", ["200", "422", "429"]],
    ["/sessions/{session_id}/cookies", ["200", "422", "429"]],
    ["/sessions/{session_id}/network/logs", ["2XX", "422", "429"]],
    ["/sessions/{session_id}/replay", ["2XX", "422", "429"]],
    ["/health", ["2XX", "429"]],
  ] as const)("%s answers %j: a status that is not shown is a range", (path, statuses) => {
    expect(Object.keys(operation(path).responses).sort()).toEqual([...statuses]);
  });

  test("every answer carries the three rate-limit headers", () => {
    const own = Object.values(paths).flatMap(({ get }) => Object.values(get.responses));
    const answers = [...own, ...Object.values(components.responses)].filter((answer) => !("$ref" in answer));
    expect(answers).not.toHaveLength(0);
    for (const { headers = {} } of answers) {
      expect(Object.keys(headers)).toEqual(["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"]);
    }
  });
});

describe("schemas", () => {
  test("an email has the fields and the presence that are shown", () => {
    const email = schemaOf("EmailResponse");
    const shown = ["subject", "email_id", "created_at", "sender_email", "sender_name"];
    expect(email.required).toEqual(shown);
    expect(Object.keys(email.properties)).toEqual([...shown, "text_content", "html_content"]);
  });

  test.each(["Cookie", "NetworkLogs", "NetworkLogBatch", "Replay", "RateLimitExceeded"] as const)(
    "%s: presence is not shown, so every field is optional and nullable, and the question is listed",
    (name) => {
      const schema = schemaOf(name);
      expect(schema.required).toBeUndefined();
      expect(schema["x-svc-unknown"]).toContain("Which fields are required and which are nullable.");
      for (const { type } of Object.values(schema.properties)) expect(type).toContain("null");
    },
  );

  test("a cookie has its twelve fields", () => {
    expect(Object.keys(schemaOf("Cookie").properties)).toEqual(
      "name value domain path httpOnly expirationDate hostOnly secure session storeId expires partitionKey".split(" "),
    );
  });
});

test("the credential is an access token of the password flow, or an API key, as bearer", () => {
  expect(components.securitySchemes["oauth2Password"]?.flows).toEqual({ password: { tokenUrl: "token", scopes: {} } });
  expect(components.securitySchemes["apiKey"]).toMatchObject({ type: "http", scheme: "bearer" });
  expect(described.security).toEqual([{ oauth2Password: [] }, { apiKey: [] }]);
});

test("the address is a variable, because it is not given", () => {
  expect(described.servers[0].url).toBe("{base_url}");
});
