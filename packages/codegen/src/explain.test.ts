import { createModel } from "@svc/model";
import { expect, test } from "vitest";
import { explainResources } from "./explain.ts";

const item = { type: "object", properties: { id: { type: "string" }, tags: { type: "object" } } };
const json = (schema: object) => ({ description: "", content: { "application/json": { schema } } });
const list = { responses: { 200: json({ type: "array", items: item }) } };
const HEAD = { openapi: "3.1.0", info: { title: "t", version: "1" } };

test("conventions of changes are told where requests can change anything", () => {
  const get = { parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }], ...list };
  const kept = {
    ...HEAD,
    paths: { "/things": { get: list, post: { requestBody: json(item), ...list } }, "/things/{id}": { get } },
  };
  expect(explainResources(createModel(kept))).toContain("changes: a PATCH or a form contains only changes");
  expect(explainResources(createModel({ ...HEAD, paths: {} }))).not.toContain("changes: ");
});

test("lenient reading of bodies is told, but for FastAPI's documents", () => {
  const paths = { "/things": { get: list } };
  expect(explainResources(createModel({ ...HEAD, paths }))).toContain("bodies: JSON is also read");
  const schemas = { HTTPValidationError: { type: "object" } };
  expect(explainResources(createModel({ ...HEAD, paths, components: { schemas } }))).not.toContain("bodies: ");
});
