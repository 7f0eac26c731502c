import { describe, expect, test } from "vitest";
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

describe("with a ledger", () => {
  const routes = { "GET /jobs/{job_id}": "jobs_get", "GET /health": "health_get" };
  const known = (...operations: readonly (readonly [Method, string, string?])[]) =>
    identifyOperations(
      operations.map(([method, path, operationId]) => ({ method, path, operationId })),
      { routes },
    );

  test("a derived id stays with its method and path, whatever is added", () => {
    expect(known(["get", "/jobs"], ["get", "/jobs/{id}"])).toEqual(["jobs_get_without_id", "jobs_get"]);
  });

  test("a newcomer's own id does not take it either", () => {
    expect(known(["get", "/health"], ["post", "/check", "health_get"])).toEqual(["health_get", "check_post"]);
  });

  test("a newcomer that could not have its own id keeps the one that it got", () => {
    const ledger = { routes: { ...routes, "POST /check": "check_post" } };
    const operations = [
      { method: "get", path: "/health" },
      { method: "post", path: "/check", operationId: "health_get" },
      { method: "get", path: "/other", operationId: "check_post" },
    ] as const;
    expect(identifyOperations(operations, ledger)).toEqual(["health_get", "check_post", "other_get"]);
  });

  test("the id that the document gives an operation takes its place, and no other derived one does", () => {
    expect(known(["get", "/jobs/{job_id}", "readJob"], ["get", "/jobs"])).toEqual(["readJob", "jobs_get_without_id"]);
  });

  test("the id of what is gone is free again", () => {
    expect(known(["get", "/jobs"])).toEqual(["jobs_get"]);
  });

  test("no derived id is an alias of another operation", () => {
    const operations = [
      { method: "get", path: "/a", operationId: "readA" },
      { method: "get", path: "/{x}/a" },
    ] as const;
    expect(identifyOperations(operations, { aliases: { operations: { a_get: "readA" } } })).toEqual([
      "readA",
      "a_get_by_x",
    ]);
    expect(identifyOperations(operations, { aliases: { operations: { a_get: "gone" } } })).toEqual(["readA", "a_get"]);
  });
});
