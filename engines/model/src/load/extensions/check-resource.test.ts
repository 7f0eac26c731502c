import { expect, test } from "vitest";
import { inspectDocument } from "../check/inspect-document.ts";

function findingsOf(declared: unknown): string[] {
  const paths = { "/things": { "x-svc-resource": declared, get: { responses: { 200: { description: "" } } } } };
  const { findings } = inspectDocument({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths }, "t.json");
  return findings.map(({ pointer, message }) => `${pointer.replace("/paths/~1things/x-svc-resource", "")} ${message}`);
}

test("a declaration that says what it may say is accepted", () => {
  const order = { by: "at", direction: "as-added", option: "thingOrder" };
  const file = { url: "u", content: "body", mediaType: "text/plain", name: "a.txt" };
  expect(findingsOf({})).toEqual([]);
  expect(findingsOf({ kind: "none" })).toEqual([]);
  expect(
    findingsOf({
      id: "id",
      parent: null,
      items: "/data/items",
      order,
      filters: { q: { equals: "name" }, unread: { when: "unread" }, since: { within: "at" } },
      extra: { unread: { type: "boolean", default: true } },
      files: [file],
      unique: ["name"],
      defaults: { name: null },
      sets: { status: "done" },
    }),
  ).toEqual([]);
});

test.each([
  ["text", / write an object/],
  [{ kinds: 1 }, /^\/kinds is not known here; there are kind, schema/],
  [{ kind: "list" }, /^\/kind is "list"; write one of collection, singleton, none/],
  [{ items: "items" }, /^\/items is "items"; write a JSON pointer/],
  [{ parent: "things" }, /^\/parent /],
  [{ order: {} }, /^\/order has no "by"; add it/],
  [{ order: { by: "a", option: "An option" } }, /^\/order\/option /],
  [{ filters: { q: {} } }, /^\/filters\/q needs exactly one/],
  [{ filters: { q: { equals: "a", when: "b" } } }, /^\/filters\/q needs exactly one/],
  [{ filters: { q: { like: "a" } } }, /^\/filters\/q\/like is not known/],
  [{ extra: { a: {} } }, /^\/extra\/a has no "type"/],
  [{ files: {} }, /^\/files is .* write a list/],
  [{ files: [{ url: "u" }] }, /^\/files\/0 has no "content"/],
  [{ unique: "name" }, /^\/unique /],
])("%j is refused with its place", (declared, expected) => {
  expect(findingsOf(declared)).toEqual(expect.arrayContaining([expect.stringMatching(expected)]));
});
