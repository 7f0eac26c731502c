import type { Schema } from "@svc/model";
import { list, text } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { errorValue } from "./error-value.ts";
import type { Refusal } from "./refusal.ts";

const integer: Schema = { type: "integer" };
const object = (properties: Record<string, Schema>, ...required: string[]): Schema => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
});

const invalid: Refusal = {
  status: 422,
  title: "Unprocessable Entity",
  detail: "items[0].price: Field required; limit: Too many",
  issues: [
    { loc: ["body", "items", 0, "price"], rule: "Field required", isMissing: true },
    { loc: ["query", "limit"], rule: "Too many", isMissing: false },
  ],
};
const notFound: Refusal = { status: 404, title: "Not Found", detail: "No such thing.", issues: [] };

const say = (schema: Schema, refusal: Refusal = invalid) => errorValue(schema, refusal, {});

test("an error in an envelope has text, parameter and the type that is named for it; codes that nobody lists are left out", () => {
  const types = ["api_error", "authentication_error", "card_error", "invalid_request_error"];
  const thing = object({ id: text, status: text, message: text }, "id");
  const schema = object({
    error: object(
      { type: { enum: types }, message: text, param: text, code: text, doc_url: text, payment: thing, source: thing },
      "type",
    ),
  });
  expect(say(schema)).toEqual({
    error: { type: "invalid_request_error", message: invalid.detail, param: "items[0].price" },
  });
  expect(say(schema, { ...notFound, status: 401 })).toMatchObject({ error: { type: "authentication_error" } });
});

test("what is required and may be null is null, and a required code is made of the status", () => {
  const nullable: Schema = { anyOf: [text, { type: "null" }] };
  const schema = object(
    { code: nullable, message: text, param: nullable, type: text },
    "code",
    "message",
    "param",
    "type",
  );
  expect(say(schema, notFound)).toEqual({
    code: "not_found",
    message: "No such thing.",
    param: null,
    type: "not_found",
  });
});

test("a list of what is wrong has an item for each part", () => {
  const item = object({ resource: text, field: text, code: text, message: text }, "code");
  expect(say(object({ message: text, documentation_url: text, errors: list(item) }, "message"))).toEqual({
    message: invalid.detail,
    errors: [
      { field: "items[0].price", code: "missing", message: "items[0].price: Field required" },
      { field: "limit", code: "invalid", message: "limit: Too many" },
    ],
  });
});

test("JSON:API has pointers for the body and parameters for the query", () => {
  const item = object({ status: text, title: text, detail: text, source: object({ pointer: text, parameter: text }) });
  expect(say(object({ errors: list(item) }, "errors"))).toEqual({
    errors: [
      {
        status: "422",
        title: "Unprocessable Entity",
        detail: "items[0].price: Field required",
        source: { pointer: "/items/0/price" },
      },
      { status: "422", title: "Unprocessable Entity", detail: "limit: Too many", source: { parameter: "limit" } },
    ],
  });
  expect(say(object({ errors: list(item) }), notFound)).toEqual({
    errors: [{ status: "404", title: "Not Found", detail: "No such thing." }],
  });
});

test.each<[string, Schema, unknown]>([
  [
    "numbers of statuses",
    object({ code: integer, message: text, status: integer }),
    { code: 404, message: "No such thing.", status: 404 },
  ],
  [
    "a word and a sentence",
    object({ statusCode: integer, error: text, message: text }),
    { statusCode: 404, error: "Not Found", message: "No such thing." },
  ],
  ["a sentence alone", object({ error: text }), { error: "No such thing." }],
  ["flags", object({ ok: { type: "boolean" }, error: text }), { ok: false, error: "No such thing." }],
  ["texts in a list", object({ errors: list(text) }), { errors: ["No such thing."] }],
  [
    "names in capitals",
    object({ error: object({ status: { enum: ["INVALID_ARGUMENT", "NOT_FOUND"] } }) }),
    { error: { status: "NOT_FOUND" } },
  ],
  [
    "an alternative with more places",
    { oneOf: [object({ id: text }), object({ message: text, status: integer })] },
    { message: "No such thing.", status: 404 },
  ],
  [
    "parts of allOf",
    { allOf: [object({ message: text }), object({ status: integer })] },
    { message: "No such thing.", status: 404 },
  ],
  ["a thing without a place", object({ id: text, amount: integer }), undefined],
  ["a bare text", text, "No such thing."],
])("%s", (_, schema, value) => {
  expect(say(schema, notFound)).toEqual(value);
});

test("a schema of itself ends", () => {
  const schema: Schema = { $ref: "#/components/schemas/E" };
  const schemas = { E: { schema: object({ message: text, error: schema, errors: list(schema) }) } } as never;
  expect(errorValue(schema, notFound, schemas)).toMatchObject({ message: "No such thing." });
});
