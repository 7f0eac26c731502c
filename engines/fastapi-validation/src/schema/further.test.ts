import type { Json } from "@svc/model";
import { describe, expect, test } from "vitest";
import { errorsOf, requestOf, validatorOf, validOf } from "../../test/support/validate-document.ts";

const ofFastApi = { schemas: { HTTPValidationError: { type: "object" } } };

function validate(schema: object, components: object = {}) {
  const content = { "application/json": { schema } };
  const body = validatorOf({ "/x": { post: { requestBody: { required: true, content }, responses: {} } } }, components);
  return (value: unknown) => body(requestOf("/x", { body: value as Json }));
}

/** Not written out: an object with a `then` is awaited. */
const conditional = (...parts: object[]): object =>
  Object.fromEntries(parts.map((part, index) => [["if", "then", "else"][index], part]));
const text = { type: "string" };
const either = { type: "object", required: ["a"], properties: { a: text, b: text, c: text } };

describe("a body is refused for what the document forbids by", () => {
  test.each<[string, object, unknown, unknown]>([
    [
      "if, then",
      conditional({ properties: { m: { const: "card" } } }, { required: ["n"] }),
      { m: "card", n: "4" },
      { m: "card" },
    ],
    ["not", { type: "integer", not: { const: 3 } }, 4, 3],
    ["contains", { type: "array", items: { type: "integer" }, contains: { const: 5 } }, [1, 5], [1]],
    ["uniqueItems", { type: "array", uniqueItems: true, items: { type: "integer" } }, [1, 2], [1, 1]],
    [
      "patternProperties",
      { type: "object", properties: { a: text }, patternProperties: { "^x-": text }, additionalProperties: false },
      { a: "1", "x-b": "2" },
      { "x-b": 2 },
    ],
    [
      "unevaluatedProperties",
      { allOf: [{ type: "object", properties: { a: text } }], properties: { b: text }, unevaluatedProperties: false },
      { a: "1", b: "2" },
      { b: "2", q: 1 },
    ],
    [
      "dependentRequired",
      { type: "object", properties: { a: text, b: text }, dependentRequired: { a: ["b"] } },
      {},
      { a: "1" },
    ],
    [
      "minProperties beside properties",
      { type: "object", properties: { a: text }, minProperties: 2 },
      { a: "1", b: 1 },
      { a: "1" },
    ],
    [
      "anyOf of required",
      { ...either, anyOf: [{ required: ["b"] }, { required: ["c"] }] },
      { a: "1", c: "2" },
      { a: "1" },
    ],
  ])("%s", (_, schema, good, bad) => {
    expect(validOf(validate(schema)(good)).body).toBeDefined();
    expect(errorsOf(validate(schema)(bad))).toEqual([expect.stringMatching(/^value_error body/)]);
    // Services of FastAPI take their types for the whole truth.
    expect(validate(schema, ofFastApi)(bad).kind).toBe("valid");
  });
});

test("names of a dictionary are judged as pydantic does, which writes propertyNames for keys of a type", () => {
  const schema = { type: "object", propertyNames: { minLength: 2 }, additionalProperties: { type: "integer" } };
  for (const components of [{}, ofFastApi]) {
    expect(validOf(validate(schema, components)({ ab: 1 })).body).toEqual({ ab: 1 });
    expect(errorsOf(validate(schema, components)({ a: 1 }))).toEqual(["string_too_short body.a.[key]"]);
  }
});

test("a form is refused for what the document forbids, too", () => {
  const properties = {
    a: text,
    b: text,
    n: { type: "integer" },
    tags: { type: "array", items: text, uniqueItems: true },
  };
  const schema = {
    type: "object",
    properties: { ...properties, file: { type: "string", format: "binary" } },
    dependentRequired: { a: ["b"] },
    anyOf: [{ required: ["a"] }, { required: ["n"] }],
    not: { properties: { n: { const: 3 } }, required: ["n"] },
  };
  const send = (type: string, components: object, body: string) => {
    const requestBody = { required: true, content: { [type]: { schema } } };
    const sent = type.startsWith("multipart") ? `${type}; boundary=x` : type;
    const headers = [["content-type", sent]] as const;
    return validatorOf(
      { "/x": { post: { requestBody, responses: {} } } },
      components,
    )(requestOf("/x", { headers, body }));
  };
  const urlencoded = (body: string, components = {}) => send("application/x-www-form-urlencoded", components, body);
  expect(validOf(urlencoded("a=1&b=2&tags=x&tags=y&n=4")).body).toMatchObject({ n: 4, tags: ["x", "y"] });
  for (const body of ["a=1", "b=1", "n=3", "n=4&tags=x&tags=x"]) {
    expect([body, urlencoded(body).kind]).toEqual([body, "invalid"]);
    expect([body, urlencoded(body, ofFastApi).kind]).toEqual([body, "valid"]);
  }
  const part = (name: string, more: string, value: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const file = part("file", '; filename="a.png"', "bytes");
  expect(send("multipart/form-data", {}, `${file}${part("n", "", "4")}--x--`).kind).toBe("valid");
  expect(send("multipart/form-data", {}, `${file}${part("n", "", "3")}--x--`).kind).toBe("invalid");
});

test("what is converted is judged as what it is converted to, and nothing that only responses have is demanded", () => {
  const schema = {
    type: "object",
    required: ["id", "n"],
    properties: { id: { type: "string", readOnly: true }, n: { type: "integer" } },
    not: { properties: { n: { const: 3 } } },
  };
  expect(validOf(validate(schema)({ n: "4" })).body).toEqual({ n: 4 });
  expect(errorsOf(validate(schema)({ n: "3" }))).toEqual(["value_error body"]);
});
