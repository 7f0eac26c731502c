import { describe, expect, test } from "vitest";
import type { Method } from "../model.ts";
import { type NamableOperation, nameOperations } from "./operation-names.ts";

function operation(method: Method, path: string, rest: Partial<NamableOperation> = {}): NamableOperation {
  return { id: `${method} ${path}`, method, path, listsItems: false, ...rest };
}

function names(...operations: readonly NamableOperation[]): string[] {
  return nameOperations(operations).map((name) => name.join("."));
}

describe("method names", () => {
  test.each<[Method, string, Partial<NamableOperation>, string]>([
    ["get", "/personas/{persona_id}/emails", { listsItems: true }, "personas.emails.list"],
    ["get", "/sessions/{session_id}/cookies", {}, "sessions.cookies.get"],
    ["get", "/sessions/{session_id}/network/logs", {}, "sessions.network.logs.get"],
    ["get", "/sessions/{session_id}/replay", {}, "sessions.replay.get"],
    ["get", "/health", {}, "health.get"],
    ["post", "/sessions/start", {}, "sessions.start"],
    ["delete", "/sessions/{session_id}/stop", {}, "sessions.stop"],
    ["post", "/personas", {}, "personas.create"],
    ["put", "/personas/{id}", {}, "personas.replace"],
    ["patch", "/personas/{id}", {}, "personas.update"],
    ["delete", "/personas/{id}", {}, "personas.delete"],
    ["post", "/scrape", {}, "scrape"],
    ["post", "/sign_in_tokens", {}, "signInTokens.create"],
    ["post", "/users/{id}/verify_password", {}, "users.verifyPassword"],
    ["post", "/bookings/{id}/payment", {}, "bookings.payment.create"],
    ["get", "/", {}, "root.get"],
    ["get", "/x", { override: ["very", "own"] }, "very.own"],
    ["get", "/raw", {}, "raw_.get"],
    ["get", "/constructor/then", {}, "constructor_.then_.get"],
    ["get", "/agents/{id}/events", { streams: true }, "agents.events"],
    ["get", "/ticks", { streams: true }, "ticks"],
    ["get", "/events/{id}", { streams: true }, "events.get"],
    ["get", "/raw", { streams: true }, "raw_"],
  ])("%s %s is called %4$s", (method, path, rest, expected) => {
    expect(names(operation(method, path, rest))).toEqual([expected]);
  });

  test("a path below which single items live is a collection", () => {
    expect(names(operation("get", "/users"), operation("get", "/users/{id}"))).toEqual(["users.list", "users.get"]);
  });

  test("a stream has the name of what it gives, also where methods lie below it, and keeps a name that it had", () => {
    const events = operation("get", "/jobs/{id}/events", { id: "events", streams: true });
    expect(names(events, operation("get", "/jobs/{id}/events/{event}"))).toEqual(["jobs.events", "jobs.events.get"]);
    const released = { operations: { events: "jobs.events.get" } };
    expect(nameOperations([events], released)).toEqual([["jobs", "events", "get"]]);
  });

  test("of two operations with one name, that of one item keeps it, or the shorter path; the other is called by its id", () => {
    const ban = operation("post", "/users/{user_id}/ban", { id: "BanUser" });
    const banMany = operation("post", "/users/ban", { id: "banMany" });
    expect(names(banMany, ban)).toEqual(["users.banMany", "users.ban"]);
  });

  test("POST on an item updates it, if POST on the collection creates, GET reads it, and no PATCH updates", () => {
    const get = operation("get", "/customers/{customer}", { id: "GetCustomer" });
    const create = operation("post", "/customers", { id: "PostCustomers" });
    const update = operation("post", "/customers/{customer}", { id: "PostCustomersCustomer" });
    expect(names(update, create, get)).toEqual(["customers.update", "customers.create", "customers.get"]);
    expect(names(update, create)).toEqual(["customers.postCustomersCustomer", "customers.create"]);
    expect(names(update)).toEqual(["customers.create"]);
    const patch = operation("patch", "/customers/{customer}", { id: "PatchCustomer" });
    expect(names(update, create, get, patch)).toEqual([
      "customers.postCustomersCustomer",
      "customers.create",
      "customers.get",
      "customers.update",
    ]);
  });

  test("no name says its nouns twice", () => {
    const ban = operation("post", "/users/{user_id}/ban", { id: "BanUser" });
    const banMany = operation("post", "/users/ban", { id: "UsersBan" });
    expect(names(banMany, ban)).toEqual(["users.banMany", "users.ban"]);
    const search = operation("post", "/videoRelease/search", { id: "video_release_search_post" });
    const searchGet = operation("get", "/videoRelease/search", { id: "video_release_search_get" });
    expect(names(search, searchGet)).toEqual(["videoRelease.search", "videoRelease.searchGet"]);
    expect(names(operation("get", "/a/{b}/{c}", { id: "other" }), operation("get", "/a/{b}"))).toEqual([
      "a.other",
      "a.get",
    ]);
  });

  test("of several methods of an action, the one that does it has its name", () => {
    expect(
      names(
        operation("delete", "/gists/{id}/star", { id: "gists/unstar" }),
        operation("get", "/gists/{id}/star", { id: "gists/check-is-starred" }),
        operation("put", "/gists/{id}/star", { id: "gists/star" }),
      ),
    ).toEqual(["gists.unstar", "gists.checkIsStarred", "gists.star"]);
  });

  test("an operation id that stands for a name does not say again what the nouns say", () => {
    expect(
      names(
        operation("delete", "/users/{id}/runs", { id: "runs/delete-all" }),
        operation("delete", "/users/{id}/runs/{run}/{part}", { id: "runs/delete-part" }),
      ),
    ).toEqual(["users.runs.delete", "users.runs.deletePart"]);
  });

  test("names do not depend on the order of the document", () => {
    const operations = ["/a-b", "/a_b", "/a/b", "/aB", "/a/{b}", "/", "/a/", "/A/B"].map((path) =>
      operation("get", path),
    );
    const byPath = (list: readonly NamableOperation[]) =>
      Object.fromEntries(nameOperations(list).map((name, index) => [list[index]?.path, name.join(".")]));
    expect(byPath(operations)).toEqual(byPath(operations.toReversed()));
    expect(new Set(Object.values(byPath(operations))).size).toBe(operations.length);
  });

  test("a released name stays, whatever the document says now", () => {
    const operations = [operation("get", "/users", { id: "a" }), operation("get", "/users/{id}", { id: "b" })];
    expect(nameOperations(operations, { operations: { a: "users.get" } })).toEqual([
      ["users", "get"],
      ["users", "b"],
    ]);
  });

  test("a newcomer's wish takes no name of an operation whose own wish comes to nothing", () => {
    const operations = [
      operation("get", "/", { id: "first", override: ["a", "start"] }),
      operation("get", "/a", { id: "second", override: ["a", "start"] }),
      operation("delete", "/", { id: "new", override: ["a", "get"] }),
    ];
    const ledger = { operations: { first: "a.start", second: "a.get" } };
    expect(nameOperations(operations, ledger).map((name) => name.join("."))).toEqual([
      "a.start",
      "a.get",
      "root.delete",
    ]);
  });

  test("no derived name is one that another operation had; a wish is", () => {
    const operations = [
      operation("get", "/users/{id}", { id: "a", override: ["people", "get"] }),
      operation("get", "/users/{id}/", { id: "b" }),
    ];
    const ledger = { operations: { a: "people.get" }, aliases: { methods: { "users.get": "a" } } };
    expect(nameOperations(operations, ledger).map((name) => name.join("."))).toEqual(["people.get", "users.b"]);
    const wishing = [...operations.slice(0, 1), operation("get", "/users", { id: "c", override: ["users", "get"] })];
    expect(nameOperations(wishing, ledger).map((name) => name.join("."))).toEqual(["people.get", "users.get"]);
  });
});
