import { createModel } from "@svc/model";
import { documentOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { functions } from "../../emitters/functions.ts";
import { emitTree } from "../../generate-tree.ts";
import { functionNames, sdkName } from "../sdk-name.ts";

const responses = { 200: { description: "Done", content: { "application/json": { schema: { type: "object" } } } } };
const DOCUMENT = documentOf({
  paths: {
    "/a": { get: { operationId: "list-a", responses }, post: { operationId: "list_a", responses } },
    "/b": { get: { operationId: "delete", responses } },
    "/c": { get: { operationId: "操作", responses } },
  },
});

test("functions are called by operation ids, each by a name of its own", () => {
  const names = functionNames(createModel(DOCUMENT).operations);
  expect(names.slice(0, 2)).toEqual(["listA", expect.stringMatching(/^listA_\w{7}$/)]);
  expect(new Set(names).size).toBe(4);
});

test("functions take what the configuration says of addresses and retries", () => {
  const config = { environments: { live: "https://a.test" }, retry: { limit: 1 } };
  const file = emitTree(JSON.stringify(DOCUMENT), "a", {
    config: { ...config, emitters: [functions()] },
    sdk: sdkName("acme"),
  }).get("client/functions.ts");
  expect(file).toContain('servers: { live: { url: "https://a.test" } },');
  expect(file).toContain("const retry = { limit: 1 };");
});

test("a function that begins something has the row of what ends it", () => {
  const end = {
    operationId: "stop",
    responses,
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
  };
  const answer = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
  const begin = {
    operationId: "start",
    "x-svc-lifecycle": { end: "stop", id: "/id" },
    responses: { 200: { description: "Done", content: { "application/json": { schema: answer } } } },
  };
  const document = { ...DOCUMENT, paths: { "/runs": { post: begin }, "/runs/{id}": { delete: end } } };
  const file =
    emitTree(JSON.stringify(document), "a", { config: { emitters: [functions()] } }).get("client/functions.ts") ?? "";
  expect(file).toMatch(/const start:[\s\S]*beside: \[\s*\{\s*id: "stop"[\s\S]*\}, withLifecycles\);/);
  expect(file).toMatch(/const stop:[^;]*"stop"[^;]*\},?\s*\);/);
});
