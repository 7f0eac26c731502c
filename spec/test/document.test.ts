import { describe, expect, test } from "vitest";
import json from "../src/generated/openapi.json" with { type: "json" };
import { document, documentVersion } from "../src/index.ts";

// What the interface description says, section by section; what it does not show is in UNKNOWNS.md.
const { paths, components } = document;

test("the constant, the JSON and the version are one document", () => {
  expect(document).toEqual(json);
  expect(documentVersion).toBe("1.4.40");
  expect(document.openapi).toBe("3.1.0");
});

test("there are twelve tags, each with its purpose", () => {
  expect(document.tags.map(({ name }) => name)).toEqual(
    "agents sessions debug page storage network vaults personas scrape health usage functions".split(" "),
  );
  expect(document.tags.every(({ description }) => description.length > 0)).toBe(true);
});

test("there are five operations, all GET, and one of them has an id", () => {
  expect(Object.entries(paths).map(([path, item]) => [path, Object.keys(item)])).toEqual([
    ["/personas/{persona_id}/emails", ["get"]],
    ["/sessions/{session_id}/cookies", ["get"]],
    ["/sessions/{session_id}/network/logs", ["get"]],
    ["/sessions/{session_id}/replay", ["get"]],
    ["/health", ["get"]],
  ]);
  const ids = Object.values(paths).map(({ get }) => (get as { operationId?: string }).operationId);
  expect(ids.filter((id) => id !== undefined)).toEqual(["persona_emails_list"]);
});

describe("parameters", () => {
  const emails = paths["/personas/{persona_id}/emails"].get.parameters;

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
    for (const { in: location, schema } of [components.parameters.RequestOrigin, components.parameters.SdkVersion]) {
      expect([location, schema.type]).toEqual(["header", ["string", "null"]]);
    }
  });

  test("logs: limit 1 to 1000, without a default; the boolean parameter has no name, so it is not there", () => {
    const [, limit, ...rest] = paths["/sessions/{session_id}/network/logs"].get.parameters;
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
    expect(Object.keys(paths[path].get.responses).sort()).toEqual([...statuses]);
  });

  test("every answer carries the three rate-limit headers", () => {
    const own = Object.values(paths).flatMap(({ get }) => Object.values(get.responses));
    const answers = [...own, ...Object.values(components.responses)].filter((answer) => !("$ref" in answer));
    expect(answers).not.toHaveLength(0);
    for (const { headers } of answers as { headers: object }[]) {
      expect(Object.keys(headers)).toEqual(["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"]);
    }
  });
});

describe("schemas", () => {
  const { schemas } = components;

  test("an email has the fields and the presence that are shown", () => {
    expect(schemas.EmailResponse.required).toEqual([
      "subject",
      "email_id",
      "created_at",
      "sender_email",
      "sender_name",
    ]);
    expect(Object.keys(schemas.EmailResponse.properties)).toEqual([
      ...schemas.EmailResponse.required,
      "text_content",
      "html_content",
    ]);
  });

  test.each(["Cookie", "NetworkLogs", "NetworkLogBatch", "Replay", "RateLimitExceeded"] as const)(
    "%s: presence is not shown, so every field is optional and nullable, and the question is listed",
    (name) => {
      const schema: { required?: unknown; properties: object; "x-svc-unknown"?: readonly string[] } = schemas[name];
      expect(schema.required).toBeUndefined();
      expect(schema["x-svc-unknown"]).toContain("Which fields are required and which are nullable.");
      for (const { type } of Object.values(schema.properties) as { type: unknown }[]) expect(type).toContain("null");
    },
  );

  test("a cookie has its twelve fields", () => {
    expect(Object.keys(schemas.Cookie.properties)).toEqual(
      "name value domain path httpOnly expirationDate hostOnly secure session storeId expires partitionKey".split(" "),
    );
  });
});

test("the credential is an access token of the password flow, or an API key, as bearer", () => {
  expect(components.securitySchemes.oauth2Password.flows).toEqual({ password: { tokenUrl: "token", scopes: {} } });
  expect(components.securitySchemes.apiKey).toMatchObject({ type: "http", scheme: "bearer" });
  expect(document.security).toEqual([{ oauth2Password: [] }, { apiKey: [] }]);
});

test("the address is a variable, because it is not given", () => {
  expect(document.servers[0].url).toBe("{base_url}");
});
