import { expect, test } from "vitest";
import { emitTree } from "../../generate-tree.ts";

const json = (schema?: object) => ({ content: { "application/json": schema ? { schema } : {} } });
const data = json({ type: "object", properties: { a: { type: "string" } } });
const text = { content: { "text/plain": { schema: { type: "string" } } } };

/** The signature and the row of an operation with these responses. */
function emitted(responses: object, method = "get"): { readonly type: string; readonly row: string } {
  const paths = { "/run": { [method]: { operationId: "run", responses } } };
  const document = { openapi: "3.1.0", info: { title: "", version: "1" }, paths };
  const files = emitTree(JSON.stringify(document), "document.json");
  const [, type = ""] = /SvcPromise<(.*)>;/.exec(files.get("client/client.ts") ?? "") ?? [];
  const [, row = ""] = /(\{[^{}]*id: "run"[^{}]*\})/.exec(files.get("client/table.ts") ?? "") ?? [];
  return { type, row };
}

test.each([
  ["JSON", { 200: data }, false],
  ["JSON of two statuses", { 200: data, 201: data }, false],
  ["a text", { 200: text }, false],
  ["JSON, or no content", { 200: data, 204: {} }, true],
  ["JSON, or an empty 202", { 200: data, 202: {} }, true],
  ["a text, or nothing", { 200: text, 204: {} }, true],
  ["nothing", { 204: {} }, true],
  ["JSON of which nothing is said", { 200: json() }, true],
  ["an error", { 404: data }, true],
])("an operation that gives %s: undefined is a result if its type has it", (_, responses, isEmpty) => {
  const { type, row } = emitted(responses);
  expect(/\b(?:undefined|unknown)\b/.test(type)).toBe(isEmpty);
  expect(row.includes("empty: true")).toBe(isEmpty);
});

test("HEAD has no data", () => {
  expect(emitted({ 200: data }, "head").row).toContain("empty: true");
});

test("rows are arguments: TypeScript compares the members of a list with each other, which takes most of a large document", () => {
  const operation = { responses: { 204: { description: "" } } };
  const paths = Object.fromEntries(Array.from({ length: 3 }, (_, index) => [`/p${index}`, { get: operation }]));
  const document = { openapi: "3.1.0", info: { title: "", version: "1" }, paths };
  const table = emitTree(JSON.stringify(document), "document.json").get("client/table.ts") ?? "";
  expect(table).toMatch(/operations: \/\* @__PURE__ \*\/ Array\.of<OperationRow>\(\n( {4}\{.*\},\n){3} {2}\),/);
});
