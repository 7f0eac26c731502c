import { modelOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { PUBLISHED } from "../../generate.ts";
import { md, ts } from "../../quote/index.ts";
import { DEFAULT_NAME } from "../sdk-name.ts";
import type { Target } from "../target.ts";
import { emitClientExtras } from "./client-extras.ts";

const target: Target = {
  sdk: DEFAULT_NAME,
  banner: ts`// banner`,
  markdownBanner: md``,
  types: "",
  runtimes: PUBLISHED,
};

function emitted(operation: object, securitySchemes: object = {}): string {
  const answers = { 200: { description: "good" } };
  return emitClientExtras(
    modelOf({
      paths: { "/a/{b}": { post: { operationId: "a", responses: answers, ...operation } } },
      components: { securitySchemes },
    }),
    target,
  );
}

const path = { name: "b", in: "path", required: true, schema: { type: "string" } };
const query = (more: object): object => ({ name: "q", in: "query", schema: { type: "array", items: {} }, ...more });

test.each([
  ["nothing special", { parameters: [path, query({})] }, []],
  ["a styled query", { parameters: [path, query({ explode: false })] }, ["placeStyled"]],
  ["a cookie", { parameters: [path, { name: "c", in: "cookie", schema: { type: "string" } }] }, ["placeStyled"]],
  ["a header of text", { parameters: [path, { name: "X-A", in: "header", schema: { type: "string" } }] }, []],
  [
    "a header that is an object",
    { parameters: [path, { name: "X-A", in: "header", schema: { type: "object" } }] },
    ["placeStyled"],
  ],
  ["a styled path", { parameters: [{ ...path, style: "label" }] }, ["stylePath"]],
  ["a body of JSON", { parameters: [path], requestBody: { content: { "application/json": {} } } }, []],
  ["a body of text", { parameters: [path], requestBody: { content: { "text/plain": {} } } }, ["encodeBody"]],
  [
    "a duration",
    { parameters: [path, { name: "age", in: "query", schema: { type: "string", format: "duration" } }] },
    ["formatDuration"],
  ],
])("a document with %s carries the parts that it needs", (_, operation, parts) => {
  const text = emitted(operation);
  for (const part of ["placeStyled", "stylePath", "encodeBody", "placeByScheme", "formatDuration"])
    expect([part, text.includes(part)]).toEqual([part, (parts as string[]).includes(part)]);
});

const header = { schema: { type: "integer" } };
const usual = { "X-RateLimit-Limit": header, "X-RateLimit-Remaining": header, "X-RateLimit-Reset": header };

test.each([
  ["no headers", {}, "undeclaredLimits"],
  ["the usual headers", usual, "oneLimit"],
  ["those of several limits", { ...usual, "X-RateLimit-Resource": header }, "limitsByOperation"],
  ["those of an IETF draft", { RateLimit: header }, "limitsByOperation"],
  ["a part of the usual headers", { "X-RateLimit-Limit": header }, "limitsByOperation"],
])("a document that declares %s reads the limits that it may have", (_, headers, limits) => {
  const text = emitted({ parameters: [path], responses: { 200: { description: "good", headers } } });
  expect(text).toContain(`limits: ${limits},`);
});

test("schemes that are not bearer need their part", () => {
  const operation = { parameters: [path], security: [{ one: [] }] };
  expect(emitted(operation, { one: { type: "http", scheme: "bearer" } })).not.toContain("placeByScheme");
  expect(emitted(operation, { one: { type: "http", scheme: "basic" } })).toContain("schemes: placeByScheme,");
});
