import { createModel } from "@svc/model";
import { expect, test } from "vitest";
import { checkDeclarations } from "./check-declarations.ts";
import { inferResources } from "./infer.ts";

const object = (properties: object) => ({ type: "object", properties });
const text = { type: "string" };
const answer = (schema: object) => ({ 200: { description: "", content: { "application/json": { schema } } } });
const body = (schema: object) => ({ content: { "application/json": { schema } } });

function modelOf(paths: object, schemas: object = {}) {
  return createModel({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths, components: { schemas } });
}

const rolesOf = (paths: object, schemas: object = {}) =>
  inferResources(modelOf(paths, schemas)).map(({ path, kind, id, roles }) => ({
    path,
    kind,
    id,
    does: Object.fromEntries(Object.entries(roles).map(([operation, { does }]) => [operation, does])),
  }));

const NOTE = object({ ref: text, title: text });

test("`kind: collection` makes one where nothing looks like a list", () => {
  const page = object({ one: { type: "array", items: NOTE }, two: { type: "array", items: object({ x: text }) } });
  const paths = (declared: object) => ({
    "/board": {
      ...declared,
      get: { operationId: "show", responses: answer(page) },
      post: { operationId: "pin", requestBody: body(NOTE), responses: answer(NOTE) },
    },
  });
  expect(rolesOf(paths({}))).toMatchObject([{ kind: "singleton" }]);
  const declared = { "x-svc-resource": { kind: "collection", items: "/one", id: "ref" } };
  expect(rolesOf(paths(declared))).toEqual([
    { path: "/board", kind: "collection", id: "ref", does: { show: "list", pin: "create" } },
  ]);
});

test("`kind: singleton` makes one where nothing reads it, and where there is a list", () => {
  const put = { operationId: "put", requestBody: body(NOTE), responses: answer(NOTE) };
  expect(rolesOf({ "/note": { put } })).toEqual([]);
  const declared = { "x-svc-resource": { kind: "singleton" } };
  expect(rolesOf({ "/note": { ...declared, put } })).toMatchObject([{ kind: "singleton", does: { put: "update" } }]);
  const list = { operationId: "all", responses: answer(object({ notes: { type: "array", items: NOTE } })) };
  expect(rolesOf({ "/notes": { get: list } })).toMatchObject([{ kind: "collection" }]);
  expect(rolesOf({ "/notes": { ...declared, get: list } })).toMatchObject([
    { kind: "singleton", does: { all: "read" } },
  ]);
});

test("`schema` names what a path stores that shows nothing of it", () => {
  const post = { operationId: "add", requestBody: body(NOTE), responses: { 202: { description: "" } } };
  const declared = { "x-svc-resource": { kind: "collection", schema: "Note", id: "ref" } };
  expect(rolesOf({ "/notes": { ...declared, post } }, { Note: NOTE })).toEqual([
    { path: "/notes", kind: "collection", id: "ref", does: { add: "create" } },
  ]);
});

test("names that the document does not have are told with their place, those that it has are not", () => {
  const list = {
    operationId: "all",
    parameters: [{ name: "fresh", in: "query", schema: { type: "boolean" } }],
    responses: answer(object({ notes: { type: "array", items: NOTE } })),
  };
  const good = {
    id: "ref",
    items: "/notes",
    order: { by: "title" },
    filters: { fresh: { when: "unread" } },
    extra: { unread: { type: "boolean" } },
    unique: ["title"],
    defaults: { title: "none" },
  };
  const stale = (declared: object) => {
    const model = modelOf({ "/notes": { "x-svc-resource": declared, get: list } });
    return checkDeclarations(model, inferResources(model)).map(({ pointer, message }) => `${pointer}: ${message}`);
  };
  expect(stale(good)).toEqual([]);
  const at = "/paths/~1notes/x-svc-resource";
  expect(stale({ ...good, id: "reff", unique: ["tilte"] })).toEqual([
    `${at}/id: there is no field "reff"; there are ref, title`,
    `${at}/unique/0: there is no field "tilte"; there are ref, title`,
  ]);
  expect(stale({ ...good, filters: { stale: { equals: "title" }, fresh: { when: "red" } }, total: "/count" })).toEqual([
    `${at}/filters/stale: there is no query parameter "stale"; there are fresh`,
    `${at}/filters/fresh/when: there is no field "red"; there are ref, title, unread`,
    `${at}/total: the body has nothing at /count`,
  ]);
  expect(stale({ items: "/things" })).toContain(`${at}/items: the body has no list at /things`);
  expect(stale({ schema: "Note", parent: "/boards/{id}" })).toEqual([
    `${at}/schema: there is no schema "Note"; there are none`,
    `${at}/parent: there is no path "/boards/{id}"; there are /notes`,
  ]);
  const lost = modelOf({ "/x": { "x-svc-resource": { id: "a" }, delete: { operationId: "d", responses: {} } } });
  expect(checkDeclarations(lost, inferResources(lost))).toMatchObject([{ pointer: "/paths/~1x/x-svc-resource" }]);
});
