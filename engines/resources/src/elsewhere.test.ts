import type { Json } from "@svc/model";
import { inPath, json, modelOf, ok, text } from "@svc/model/test-support/small-document";
import { beforeEach, expect, test } from "vitest";
import { createWorld, ORIGIN, type Request, type World } from "../test/support/world.ts";

// What is made at one path, and asked for at another: searches by a body, counts, twins, lists with texts, links to the item itself.

const ref = { $ref: "#/components/schemas/Shop" };
const shops = { type: "object", properties: { shops: { type: "array", items: ref } } };
const sent = { allOf: [ref, { type: "object", properties: { phone_number: { type: "array", items: text } } }] };
const make = (operationId: string) => ({ operationId, requestBody: json(sent), ...ok(ref) });
const query = (name: string, schema: object = text) => ({ name, in: "query", schema });

const SHOP = {
  type: "object",
  required: ["id"],
  properties: {
    id: text,
    name: text,
    town_id: text,
    state: { type: "string" },
    phone_numbers: { type: "array", items: { type: "object", properties: { phone_number: text } } },
    _links: {
      type: "object",
      readOnly: true,
      required: ["self"],
      properties: { self: { type: "object", required: ["href"], properties: { href: text } } },
    },
  },
};

const model = modelOf({
  schemas: { Shop: SHOP },
  paths: {
    "/shops": {
      get: {
        operationId: "list",
        parameters: [
          query("name", { ...text, default: "none" }),
          query("state", { ...text, enum: ["open", "closed", "all"], default: "open" }),
          query("after"),
        ],
        ...ok(shops),
      },
      post: make("create"),
    },
    "/shops/{id}": { parameters: [inPath("id")], get: { operationId: "get", ...ok(ref) } },
    "/shops/search": { post: { operationId: "search", requestBody: json({ type: "object" }), ...ok(shops) } },
    "/shops/count": {
      get: {
        operationId: "count",
        parameters: [query("town_id")],
        ...ok({ type: "object", properties: { count: { type: "integer" } } }),
      },
    },
    "/towns/{town_id}/shops": {
      parameters: [inPath("town_id")],
      get: { operationId: "inTown", ...ok(shops) },
      post: make("createInTown"),
    },
    "/towns/{town_id}/shops/{id}": {
      parameters: [inPath("town_id"), inPath("id")],
      get: { operationId: "getInTown", ...ok(ref) },
    },
  },
});

let world: World;
const ask = (operation: string, request?: Partial<Request>): Json | undefined => {
  const answer = world.call(operation, request);
  return answer?.kind === "answer" ? answer.body : undefined;
};
const ids = (operation: string, request?: Partial<Request>): unknown =>
  (ask(operation, request) as { shops: { id: string }[] }).shops.map(({ id }) => id);

beforeEach(() => {
  world = createWorld(model);
  world.call("create", { body: { id: "a", name: "Ann's", town_id: "t1", state: "open" } });
  world.call("createInTown", { path: { town_id: "t2" }, body: { id: "b", name: "Bob's" } });
});

test.each<readonly [Json, readonly string[]]>([
  [{}, ["a", "b"]],
  [{ query: { filter: { town_ids: ["t1"] } }, limit: 5 }, ["a"]],
  [{ filter: { town_filter: {}, town_id: { exact: "t2" } } }, ["b"]],
  [{ filter: { name: { contains: "BOB" } } }, ["b"]],
  [{ filter: { town_id: { not: "t2" } } }, ["a"]],
  [{ filter: { town_id: { in: ["t1", "t2"] }, name: ["Bob's", "Carl's"] } }, ["b"]],
  [{ filter: { town_id: { none_that_is_known: "t9" } } }, ["a", "b"]],
  [{ town_id: "t9" }, []],
])("a search for %j finds %j", (body, found) => {
  expect(ids("search", { body })).toEqual(found);
});

test("a path called count counts what a list of the same filters shows", () => {
  expect([ask("count"), ask("count", { query: { town_id: "t2" } })]).toEqual([{ count: 2 }, { count: 1 }]);
});

test("items of one schema at two paths are the same, and have what the longer path says", () => {
  expect(ask("get", { path: { id: "b" } })).toMatchObject({ id: "b", town_id: "t2" });
  expect(ask("getInTown", { path: { town_id: "t1", id: "a" } })).toMatchObject({ id: "a", name: "Ann's" });
  expect([ids("inTown", { path: { town_id: "t1" } }), ids("inTown", { path: { town_id: "t2" } })]).toEqual([
    ["a"],
    ["b"],
  ]);
  expect(world.call("getInTown", { path: { town_id: "t2", id: "a" } })).toMatchObject({ status: 404 });
});

test("a list of texts is one of objects that have such a text", () => {
  expect(ask("create", { body: { id: "c", phone_number: ["1", "2"] } as Json })).toMatchObject({
    phone_numbers: [{ phone_number: "1" }, { phone_number: "2" }],
  });
});

test("an item's link to itself leads to where it is read, in an answer and in a list", () => {
  const links = { _links: { self: { href: `${ORIGIN}/shops/a` } } };
  expect(ask("get", { path: { id: "a" } })).toMatchObject(links);
  expect(ask("search", { body: { town_id: "t1" } })).toMatchObject({ shops: [links] });
});

test("a default leaves out what says another of the listed values, and nothing where no values are listed", () => {
  world.call("create", { body: { id: "c", state: "closed" } });
  const defaults = { name: "none", state: "open" };
  expect(ids("list", { query: defaults })).toEqual(["a", "b"]);
  expect(ids("list", { query: { ...defaults, state: "closed" } })).toEqual(["c"]);
  expect(ids("list", { query: { ...defaults, state: "all" } })).toEqual(["a", "b", "c"]);
});

test("what a test puts in below an item is there, though its fields do not say so", () => {
  const inTown = world.store.resources.find(({ path: own }) => own === "/towns/{town_id}/shops");
  if (inTown === undefined) throw new Error("no resource");
  const holder = world.store.hold(inTown, ["t3"], (_, message) => message);
  expect(new Set(holder.put([{ town_id: "elsewhere" }, {}, {}])).size).toBe(3);
  expect(ids("inTown", { path: { town_id: "t3" } })).toHaveLength(3);
});
