import { expect, test } from "vitest";
import type { Method } from "../model.ts";
import { separateIds } from "./operation-ids.ts";

function at(method: Method, path: string, id: string) {
  return { id, method, path, pointer: `${path} ${method}` };
}

function assumed(operations: ReturnType<typeof at>[], formerRoutes?: { [id: string]: string }): unknown[] {
  return separateIds(operations, formerRoutes).map(([pointer, { edits }]) => [pointer, edits[0]]);
}

test("an id stays with the method that it names, in whatever order", () => {
  const [get, post] = [at("get", "/echo", "echo_get"), at("post", "/echo", "echo_get")];
  const renamed = [
    ["/echo post/operationId", { op: "set", pointer: "/echo post", key: "operationId", value: "echo_post" }],
  ];
  expect(assumed([get, post])).toEqual(renamed);
  expect(assumed([post, get])).toEqual(renamed);
});

test("an id stays where it was in the version before, whatever is added", () => {
  const operations = [at("get", "/", "a_get"), at("post", "/longer", "a_get")];
  expect(assumed(operations)).toMatchObject([["/longer post/operationId", { value: "a_post" }]]);
  const before = { a_get: "POST /longer" };
  expect(assumed(operations, before)).toMatchObject([["/ get/operationId", { value: "a_get_get" }]]);
});

test("an operation that got an id in the version before keeps it", () => {
  const operations = [at("get", "/", "a_get"), at("delete", "/", "a_get")];
  const before = { a_get: "GET /", removal: "DELETE /" };
  expect(assumed(operations, before)).toMatchObject([["/ delete/operationId", { value: "removal" }]]);
});
