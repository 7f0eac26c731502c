import { createModel, type Model, readDocument } from "@svc/model";
import { readForeignDocument } from "@svc/model/test-support/documents";
import { modelOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { thingsModel } from "../../test/support/documents.ts";
import { compareTables } from "./compare-tables.ts";
import { declarationsOf } from "./overlay.ts";
import { inferTable } from "./table.ts";

const foreign = (name: string) => createModel(readDocument(readForeignDocument(name), name).document);

/** A model that declares what was inferred of it, as an overlay of its resources makes it. */
function declaring(model: Model): Model {
  const resources: { [path: string]: object } = { ...model.resources };
  for (const { path, declaration } of declarationsOf(model)) resources[path] = { ...resources[path], ...declaration };
  return { ...model, resources: resources as NonNullable<Model["resources"]> };
}

const withoutReasons = (model: Model) => inferTable(model).resources.map(({ reasons: _, ...row }) => row);

test.each([
  ["train-travel", () => foreign("train-travel")],
  ["clerk", () => foreign("clerk")],
  ["a document of this test", () => thingsModel()],
] as const)("%s: declaring what is inferred changes nothing", (_, create) => {
  const model = create();
  expect(withoutReasons(declaring(model))).toEqual(withoutReasons(model));
});

test("the difference of two tables tells what methods do otherwise, in words", () => {
  const text = { schema: { type: "string" } };
  const items = { type: "array", items: { $ref: "#/components/schemas/Task" } };
  const answer = (schema: object) => ({ description: "", content: { "application/json": { schema } } });
  const task = (properties: object) => ({ type: "object", properties: { id: { type: "string" }, ...properties } });
  const documentOf = (query: readonly string[], properties: object) =>
    modelOf({
      paths: {
        "/tasks": {
          get: {
            operationId: "list",
            parameters: query.map((name) => ({ name, in: "query", ...text })),
            responses: { 200: answer(items) },
          },
        },
        "/tasks/{id}": {
          parameters: [{ name: "id", in: "path", required: true, ...text }],
          get: { operationId: "get", responses: { 200: answer({ $ref: "#/components/schemas/Task" }) } },
        },
      },
      schemas: { Task: task(properties) },
    });
  const project = { project: { type: "string" } };
  expect(compareTables(documentOf([], project), documentOf(["project"], project))).toEqual([
    "tasks.list now filters by project",
  ]);
  expect(compareTables(documentOf(["project"], project), documentOf(["project"], {}))).toEqual([
    "tasks.list no longer filters by project",
  ]);
  expect(compareTables(documentOf([], {}), documentOf([], {}))).toEqual([]);
});
