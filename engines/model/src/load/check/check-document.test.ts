import { expect, test } from "vitest";
import { checkDocument, warnAboutDocument } from "./check-document.ts";

const INFO = { title: "t", version: "1" };

function pointersOf(document: unknown): string[] {
  return checkDocument(document).map(({ pointer }) => pointer);
}

function withSchema(schema: unknown, openapi = "3.1.0"): unknown {
  return { openapi, info: INFO, components: { schemas: { S: schema } }, paths: {} };
}

function withOperation(operation: object, path = "/a"): unknown {
  return { openapi: "3.1.0", info: INFO, paths: { [path]: { get: { responses: {}, ...operation } } } };
}

test.each(["3.0.0", "3.0.4", "3.1.0", "3.1.1", "3.1", "3.0.0-rc2", "3.2.0"])("OpenAPI %s is supported", (openapi) => {
  expect(pointersOf({ openapi, info: INFO, paths: {} })).toEqual([]);
});

test.each(["2.0", "3.3.0", "4.0.0", "3.1.0\n", "v3.1.0", "", 3.1, 3, null, ["3.1.0"], undefined])(
  "version %j is refused",
  (openapi) => {
    expect(pointersOf({ openapi, info: INFO, paths: {} })).toEqual(["/openapi"]);
  },
);

test("Swagger 2.0 is refused at its own field", () => {
  expect(pointersOf({ swagger: "2.0", info: INFO, paths: {} })).toEqual(["/swagger"]);
});

test.each([null, 1, "text", [], true, undefined])("%j is no document", (document) => {
  expect(pointersOf(document)).toEqual([""]);
});

test("everything that is missing at the top is said at once", () => {
  expect(pointersOf({})).toEqual(["/openapi", "/info", "/paths"]);
  expect(pointersOf({ openapi: "3.0.0", info: {}, webhooks: {} })).toEqual(["/info/title", "/info/version", "/paths"]);
  expect(pointersOf({ openapi: "3.1.0", info: INFO, components: {} })).toEqual([]);
});

test("a document that contains itself is refused", () => {
  const document = { openapi: "3.1.0", info: INFO, paths: {}, "x-self": {} };
  document["x-self"] = document;
  expect(checkDocument(document)[0]?.message).toMatch(/nests more than 400 levels/);
});

test("a document that multiplies by sharing is refused", () => {
  let value: unknown = [1];
  for (let level = 0; level < 40; level++) value = [value, value];
  expect(checkDocument({ openapi: "3.1.0", info: INFO, paths: {}, "x-a": value })[0]?.message).toMatch(
    /is among more than/,
  );
});

test.each([
  ["http://example.com/a.json", /outside this document/],
  ["other.yaml#/A", /outside this document/],
  ["file:///etc/passwd", /outside this document/],
  ["#/components/schemas/Missing", /leads nowhere/],
  ["#/components/schemas/%ZZ", /leads nowhere/],
  ["#/components/schemas/S~2", /leads nowhere/],
  ["#anchor", /leads nowhere/],
  ["", /leads nowhere/],
  ["#/info/title", /leads to a string/],
  ["#/components/schemas", /leads nowhere/],
])("the reference %j is refused", (ref, message) => {
  const [finding, ...others] = checkDocument(withSchema({ properties: { p: { $ref: ref } } }));
  expect(finding?.pointer).toBe("/components/schemas/S/properties/p/$ref");
  expect(finding?.message).toMatch(message);
  expect(others).toEqual([]);
});

test("what a reference in an unknown place leads to is checked as well", () => {
  const document = { openapi: "3.1.0", info: INFO, paths: {}, definitions: { D: { minLength: "x" } } };
  expect(pointersOf({ ...document, components: { schemas: { S: { $ref: "#/definitions/D" } } } })).toEqual([
    "/definitions/D/minLength",
  ]);
});

test("data is not read as OpenAPI: examples, defaults, extensions and properties may hold a $ref", () => {
  const evil = { $ref: "file:///etc/passwd", minLength: "x" };
  const schema = {
    default: evil,
    example: evil,
    enum: [evil],
    const: evil,
    "x-a": evil,
    properties: { $ref: { type: "string" } },
  };
  expect(pointersOf(withSchema(schema))).toEqual([]);
});

test.each([
  [{ $ref: "#/components/schemas/S" }, "/components/schemas/S"],
  [{ anyOf: [{ type: "null" }, { $ref: "#/components/schemas/S" }] }, "/components/schemas/S/anyOf/1"],
  [{ not: { $ref: "#/components/schemas/S" } }, "/components/schemas/S/not"],
])("a circle that describes nothing is refused: %j", (schema, pointer) => {
  expect(pointersOf(withSchema(schema))).toEqual([pointer]);
});

test("a tree is no circle", () => {
  const self = { $ref: "#/components/schemas/S" };
  const schema = {
    properties: { a: self, b: { items: self } },
    additionalProperties: { anyOf: [self, { type: "null" }] },
  };
  expect(pointersOf(withSchema(schema))).toEqual([]);
});

test.each(["parameters", "responses", "pathItems", "headers", "requestBodies"])(
  "%s that refer to themselves are refused",
  (group) => {
    const document = {
      openapi: "3.1.0",
      info: INFO,
      components: { [group]: { P: { $ref: `#/components/${group}/P` } } },
    };
    expect(pointersOf(document)).toEqual([`/components/${group}/P`]);
  },
);

test("beside a $ref, 3.0 has nothing, and 3.1 has keywords", () => {
  const schema = { properties: { a: { $ref: "#/components/schemas/S/properties/b", minLength: "x" }, b: {} } };
  expect(pointersOf(withSchema(schema, "3.0.3"))).toEqual([]);
  expect(pointersOf(withSchema(schema))).toEqual(["/components/schemas/S/properties/a/minLength"]);
});

test.each([
  [{ type: "file" }, "/type"],
  [{ type: [] }, "/type"],
  [{ type: ["string", "date"] }, "/type/1"],
  [{ properties: [] }, "/properties"],
  [{ properties: { a: "string" } }, "/properties/a"],
  [{ items: [{}] }, "/items"],
  [{ allOf: {} }, "/allOf"],
  [{ required: "a" }, "/required"],
  [{ required: ["a", 1] }, "/required/1"],
  [{ enum: "a" }, "/enum"],
  [{ minLength: -1 }, "/minLength"],
  [{ maxItems: 1.5 }, "/maxItems"],
  [{ multipleOf: 0 }, "/multipleOf"],
  [{ maximum: null }, "/maximum"],
  [{ pattern: 1 }, "/pattern"],
  [{ discriminator: "kind" }, "/discriminator"],
  [{ discriminator: { propertyName: 1, mapping: { a: 1 } } }, "/discriminator/propertyName"],
  [{ nullable: "yes" }, "/nullable"],
])("a keyword of the wrong kind is refused: %j", (schema, pointer) => {
  expect(pointersOf(withSchema(schema))).toContain(`/components/schemas/S${pointer}`);
});

test("what is harmless is a warning: it is read in the only sensible way, or left out", () => {
  const warnings = warnAboutDocument(
    withSchema({
      properties: {
        a: { type: "string", pattern: "(?i)a" },
        b: { type: "integer", required: true },
        c: { type: "integer", enum: ["1", 2, 2] },
        d: { oneOf: [] },
      },
    }),
  );
  expect(warnings.map(({ pointer }) => pointer.replace("/components/schemas/S/properties", ""))).toEqual([
    "/a/pattern",
    "/b/required",
    "/c/enum/2",
    "/d/oneOf",
  ]);
});

test("paths that differ only in parameter names are refused where they share a method", () => {
  const item = (method: string, name: string): object => ({
    parameters: [{ name, in: "path", required: true, schema: {} }],
    [method]: {},
  });
  const document = (method: string): unknown => ({
    openapi: "3.1.0",
    info: INFO,
    paths: { "/a/{x}": item("get", "x"), "/a/{y}": item(method, "y") },
  });
  expect(pointersOf(document("delete"))).toEqual([]);
  expect(pointersOf(document("get"))).toEqual(["/paths/~1a~1{y}"]);
});

test("a fragment tells overloads of one address apart; alone it is a mistake", () => {
  const paths = { "/a": { get: {} }, "/a#b": { get: {} } };
  expect(pointersOf({ openapi: "3.1.0", info: INFO, paths })).toEqual([]);
  expect(pointersOf(withOperation({}, "/a#b"))).toEqual(["/paths/~1a#b"]);
});

test.each(["a", "/a?b=1", "/a/{", "/a/}", "/a/{}", "/a/{b}/{b}", "/a/../b", "/a\nb", "/a\\b", "/{a/b}"])(
  "the path %j is refused",
  (path) => {
    expect(pointersOf(withOperation({}, path))[0]).toBe(`/paths/${path.replaceAll("/", "~1")}`);
  },
);

test("parameters are found through references, and by path item", () => {
  const document = {
    openapi: "3.1.0",
    info: INFO,
    components: { parameters: { Id: { name: "id", in: "path", required: true, schema: {} } } },
    paths: {
      "/a/{id}": { parameters: [{ $ref: "#/components/parameters/Id" }], get: {} },
      "/b": { get: { parameters: [{ $ref: "#/components/parameters/Id" }] } },
    },
  };
  expect(pointersOf(document)).toEqual(["/paths/~1b/get/parameters/0"]);
});

test.each([
  [{ name: "a", in: "body" }, "/in"],
  [{ name: "", in: "query" }, "/name"],
  [{ name: "a", in: "header", style: "form" }, "/style"],
  [{ name: "a\r\nb", in: "header" }, "/name"],
  [{ name: "a", in: "query", explode: "yes" }, "/explode"],
  [{ name: "a", in: "query", required: "x" }, "/required"],
  ["a", ""],
])("the parameter %j is refused", (parameter, pointer) => {
  expect(pointersOf(withOperation({ parameters: [parameter] }))).toContain(`/paths/~1a/get/parameters/0${pointer}`);
});

test("a parameter that comes twice is refused; header names have no case", () => {
  const parameters = [
    { name: "A", in: "header" },
    { name: "a", in: "query" },
    { name: "a", in: "header" },
  ];
  expect(pointersOf(withOperation({ parameters }))).toEqual(["/paths/~1a/get/parameters/2"]);
});

test("operation ids are strings, and each has its own", () => {
  const paths = {
    "/a": {
      get: { operationId: "x" },
      put: { operationId: "x" },
      post: { operationId: 1 },
      delete: { operationId: "" },
    },
  };
  expect(pointersOf({ openapi: "3.1.0", info: INFO, paths }).sort()).toEqual([
    "/paths/~1a/delete/operationId",
    "/paths/~1a/post/operationId",
    "/paths/~1a/put/operationId",
  ]);
});

test("a finding is one line with escaped, bounded values", () => {
  const [finding] = checkDocument(withSchema({ minLength: `\u202e\n${"x".repeat(10_000)}` }));
  expect(finding?.message).toMatch(/^is "\\u202e\\nx+…; write a whole number from 0$/);
  expect(finding?.message.length).toBeLessThan(120);
});

test("security requirements name schemes that exist, also where a path item is shared", () => {
  const document = {
    openapi: "3.1.0",
    info: INFO,
    security: [{ missing: [] }, { key: "x" }],
    paths: { "/a": { $ref: "#/components/pathItems/A" } },
    components: {
      securitySchemes: { key: { type: "apiKey", in: "header", name: "K" } },
      pathItems: { A: { get: { security: [{}, { unknown: [] }] } } },
    },
  };
  expect(pointersOf(document).sort()).toEqual([
    "/components/pathItems/A/get/security/1",
    "/security/0",
    "/security/1/key",
  ]);
});

test("a discriminator's mapping to nowhere is refused", () => {
  const mapping = { a: "S", b: "#/components/schemas/S", c: "Missing", d: "other.yaml", e: "#/components/schemas/%ZZ" };
  const pointers = pointersOf(withSchema({ discriminator: { propertyName: "k", mapping } }));
  expect(pointers.map((pointer) => pointer.replace("/components/schemas/S/discriminator/mapping", ""))).toEqual([
    "/c",
    "/d",
    "/e",
  ]);
});

test("a schema name that no reference can spell is refused", () => {
  expect(pointersOf({ openapi: "3.1.0", info: INFO, components: { schemas: { "\ud800": {} } } })).toEqual([
    "/components/schemas/\ud800",
  ]);
});
