import { createModel, readDocument } from "@svc/model";
import { readForeignDocument } from "@svc/model/test-support/documents";
import { expect, test } from "vitest";
import { thingsModel } from "../../test/support/documents.ts";
import { inferResources } from "../infer/infer.ts";
import { inferTable } from "../infer/table.ts";
import { EMPTY_ROLE, readTable } from "./table.ts";

const foreign = (name: string) => createModel(readDocument(readForeignDocument(name), name).document);

test.each([
  ["train-travel", () => foreign("train-travel")],
  ["clerk", () => foreign("clerk")],
  ["a document of this test", () => thingsModel()],
] as const)("%s: a table that went through JSON says what was inferred", (_, create) => {
  const model = create();
  const table = readTable(JSON.parse(JSON.stringify(inferTable(model))), model);
  const inferred = inferResources(model).map((resource) => ({
    ...resource,
    roles: Object.fromEntries(
      Object.entries(resource.roles).map(([operation, role]) => [operation, { ...EMPTY_ROLE, ...role }]),
    ),
  }));
  expect(inferred.length).toBeGreaterThan(0);
  expect(table.resources).toEqual(inferred);
});

test("rows of methods that a document no longer has are left out", () => {
  const model = thingsModel();
  const [first] = model.operations;
  const without = { ...model, operations: model.operations.filter((one) => one !== first) };
  const { resources } = readTable(inferTable(model), without);
  expect(resources.flatMap(({ roles }) => Object.keys(roles))).not.toContain(first?.id);
});

test("a list is paged as its client is told to, before what is inferred", () => {
  const model = foreign("clerk");
  const lists = Object.entries(
    readTable(inferTable(model), model).resources.flatMap(({ roles }) => Object.entries(roles)),
  );
  const [, [id = "", was] = []] = lists.find(([, [, role]]) => role.does === "list" && role.pagination) ?? [];
  const page = { kind: "page", parameter: "p", items: [], size: "n", defaultSize: 3 } as const;
  const { resources } = readTable(inferTable(model, new Map([[id, page]])), model);
  const role = resources.map(({ roles }) => roles[id]).find((one) => one !== undefined);
  expect(was).toBeDefined();
  expect(role).toMatchObject({ does: "list", pagination: page, limit: "n" });
});
