import { expect, test } from "vitest";
import type { Method } from "../model.ts";
import { identifyOperations } from "./operation-ids.ts";

function ids(...operations: readonly (readonly [Method, string, string?])[]): string[] {
  return identifyOperations(operations.map(([method, path, operationId]) => ({ method, path, operationId })));
}

test("an id is the document's, or static segments and method", () => {
  expect(
    ids(
      ["get", "/personas/{persona_id}/emails", "persona_emails_list"],
      ["get", "/sessions/{session_id}/network/logs"],
      ["get", "/health"],
      ["post", "/"],
    ),
  ).toEqual(["persona_emails_list", "sessions_network_logs_get", "health_get", "post"]);
});

test("where derived ids collide, parameters tell them apart", () => {
  expect(ids(["get", "/users/{id}"], ["get", "/users"])).toEqual(["users_get_by_id", "users_get"]);
});

test("what still collides gets a suffix made from its path, whatever the order", () => {
  const paths = ["/a-b", "/a_b", "/a/b", "/aB"].map((path) => ["get", path] as const);
  const found = ids(...paths);
  expect(new Set(found).size).toBe(4);
  expect(ids(...paths.toReversed())).toEqual(found.toReversed());
});

test("a derived id never takes an id that the document uses", () => {
  expect(ids(["get", "/a"], ["get", "/b", "a_get"])[0]).not.toBe("a_get");
});
