import { expect, test } from "vitest";
import { createModel, operationRoutes } from "../../create-model.ts";
import { repairDocument } from "../../repair/repair-document.ts";

/** Paths that differ in names only, each with an operation that may have an id. */
function documentOf(paths: { readonly [name: string]: string | undefined }): object {
  const items = Object.entries(paths).map(([name, operationId]) => [
    `/v1/{${name}}`,
    { get: { ...(operationId && { operationId }), responses: { 200: { description: "ok" } } } },
  ]);
  return { openapi: "3.1.0", info: { title: "t", version: "1" }, paths: Object.fromEntries(items) };
}

/** The paths of a new version, after those of an earlier one. */
function pathsAfter(old: object, now: object): string[] {
  const formerRoutes = operationRoutes(createModel(old));
  const { document } = repairDocument(now, { formerRoutes });
  return Object.keys((document as { paths: object }).paths).sort();
}

const before = documentOf({ snapshot: "getSnapshot", topic: "getTopic" });

test("paths that differ in parameter names only do not change places when one is added", () => {
  const kept = ["/v1/{snapshot}", "/v1/{topic}#topic"];
  expect(pathsAfter(before, documentOf({ topic: "getTopic", snapshot: "getSnapshot" }))).toEqual(kept);
  const added = documentOf({ a: "getA", snapshot: "getSnapshot", topic: "getTopic" });
  expect(pathsAfter(before, added)).toEqual(["/v1/{a}#a", ...kept]);
});

test("the place goes with the operation id where a parameter is renamed", () => {
  const renamed = documentOf({ zip: "getSnapshot", topic: "getTopic" });
  expect(pathsAfter(before, renamed)).toEqual(["/v1/{topic}#topic", "/v1/{zip}"]);
});

test("the place goes with the path where operations have no ids", () => {
  const old = documentOf({ snapshot: undefined, topic: undefined });
  const now = documentOf({ a: undefined, snapshot: undefined, topic: undefined });
  expect(pathsAfter(old, now)).toEqual(["/v1/{a}#a", "/v1/{snapshot}", "/v1/{topic}#topic"]);
});

test("a new path takes the address of one that is gone, and the others stay", () => {
  const now = documentOf({ a: "getA", topic: "getTopic" });
  expect(pathsAfter(before, now)).toEqual(["/v1/{a}", "/v1/{topic}#topic"]);
});
