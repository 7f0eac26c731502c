import { createModel } from "@svc/model";
import { expect, test } from "vitest";
import { createWorld, type World } from "../../test/support/world.ts";
import { inferResources } from "../infer/infer.ts";
import type { Answer } from "../items/context.ts";

const text = { type: "string" };
const number = { type: "integer" };
const object = (properties: object, required: readonly string[] = []) => ({ type: "object", required, properties });
const list = (items: object) => ({ type: "array", items });
const json = (schema: object) => ({ description: "", content: { "application/json": { schema } } });
const inPath = (...names: readonly string[]) =>
  names.map((name) => ({ name, in: "path", required: true, schema: text }));
const inQuery = (names: { readonly [name: string]: object }) =>
  Object.entries(names).map(([name, schema]) => ({ name, in: "query", schema }));
const modelOf = (paths: object) => createModel({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths });
const bodyOf = (answer: Answer | undefined) => (answer?.kind === "answer" ? answer.body : undefined) as never;

const deal = object(
  {
    id: text,
    name: text,
    status: { type: "string", enum: ["open", "won"] },
    amount: number,
    created_at: { type: "string", format: "datetime" },
    updated_at: { type: "string", format: "date-time" },
    properties: { type: "object", additionalProperties: text },
  },
  ["id", "created_at", "updated_at"],
);
const sent = object({ name: text, status: text, amount: number, properties: { type: "object" } });
const answer = (schema: object) => ({ responses: { 200: json(schema) } });
const several = object({ status: { type: "string", enum: ["PENDING", "COMPLETE"] }, results: list(deal) }, ["results"]);
const batch = (operationId: string, input: object, out: object) => ({
  post: { operationId, requestBody: json(object({ inputs: list(input) })), ...out },
});

const deals = modelOf({
  "/deals": {
    get: {
      operationId: "list",
      parameters: inQuery({
        q: text,
        where: text,
        filter: { type: "object" },
        sort: text,
        order: text,
        states: text,
        ids: list(text),
        limit: number,
        page: number,
        offset: number,
      }),
      ...answer(object({ total: number, data: list(deal) }, ["data"])),
    },
    post: { operationId: "create", requestBody: json(sent), ...answer(deal) },
  },
  "/deals/{id}": {
    parameters: inPath("id"),
    get: { operationId: "get", ...answer(deal) },
    patch: { operationId: "change", requestBody: json(sent), ...answer(deal) },
  },
  "/deals/name={name}": { parameters: inPath("name"), get: { operationId: "named", ...answer(deal) } },
  "/deals/search": {
    post: {
      operationId: "search",
      requestBody: json(object({ filterGroups: list(object({})), sorts: list(object({})) })),
      ...answer(object({ results: list(deal) }, ["results"])),
    },
  },
  "/deals/batch/create": batch("createAll", sent, answer(several)),
  "/deals/batch/read": batch("readAll", object({ id: text }), answer(several)),
  "/deals/batch/update": batch("changeAll", object({ id: text, name: text }), answer(several)),
  "/deals/batch/archive": batch("archiveAll", object({ id: text }), { responses: { 204: { description: "" } } }),
});

function withDeals(): { readonly world: World; readonly ids: readonly string[] } {
  const world = createWorld(deals);
  const made = [
    { name: "Blue boat", status: "open", amount: 30, properties: { stage: "new", owner: "ann" } },
    { name: "Red car", status: "won", amount: 5 },
    { name: "Blue car", status: "open", amount: 200 },
  ].map((body) => (bodyOf(world.call("create", { body })) as { readonly id: string }).id);
  return { world, ids: made };
}

const names = (found: Answer | undefined): readonly string[] => {
  const { data, results } = bodyOf(found) as { readonly [list: string]: readonly { readonly name: string }[] };
  return (data ?? results ?? []).map(({ name }) => name);
};

test.each([
  [{ sort: "name" }, ["Blue boat", "Blue car", "Red car"]],
  [{ sort: "-amount" }, ["Blue car", "Blue boat", "Red car"]],
  [{ sort: "amount:desc" }, ["Blue car", "Blue boat", "Red car"]],
  [{ sort: "status,amount desc" }, ["Blue car", "Blue boat", "Red car"]],
  [{ sort: "amount", order: "asc" }, ["Red car", "Blue boat", "Blue car"]],
  [{ sort: "taste" }, ["Blue boat", "Red car", "Blue car"]],
  [{ q: "blue" }, ["Blue boat", "Blue car"]],
  [{ q: "blue car" }, ["Blue car"]],
  [{ q: "status:won" }, ["Red car"]],
  [{ where: 'name="Blue car" and amount > 100' }, ["Blue car"]],
  [{ where: "amount le 30" }, ["Blue boat", "Red car"]],
  [{ where: 'stage = "new"' }, ["Blue boat"]],
  [{ filter: { name: { _eq: "Red car" } } }, ["Red car"]],
  [{ filter: { amount: { gte: 30 }, status: "open" } }, ["Blue boat", "Blue car"]],
  [{ states: "won,lost" }, ["Red car"]],
  [{ limit: 1, offset: 2 }, ["Blue car"]],
  [{ limit: 1, page: 2 }, ["Red car"]],
])("a list that is asked for by %o", (query, expected) => {
  expect(names(withDeals().world.call("list", { query }))).toEqual(expected);
});

test("a list is asked for by several ids", () => {
  const { world, ids } = withDeals();
  expect(names(world.call("list", { query: { ids: [ids[0], ids[2]] } }))).toEqual(["Blue boat", "Blue car"]);
});

test("a search finds what the conditions in its body say: all of a group, of one of the groups", () => {
  const { world } = withDeals();
  const where = (propertyName: string, operator: string, value: string) => ({ propertyName, operator, value });
  const body = {
    filterGroups: [
      { filters: [where("status", "EQ", "open"), where("amount", "GT", "100")] },
      { filters: [where("owner", "EQ", "ann")] },
    ],
    sorts: [{ propertyName: "amount", direction: "DESCENDING" }],
  };
  expect(names(world.call("search", { body }))).toEqual(["Blue car", "Blue boat"]);
});

test("an item is found by the field that its path names", () => {
  const { world, ids } = withDeals();
  expect(bodyOf(world.call("named", { path: { name: "Red car" } }))).toMatchObject({ id: ids[1] });
  expect(world.call("named", { path: { name: "Green car" } })).toMatchObject({ status: 404 });
});

test("a change of a part keeps the rest of an object, takes away what is null, and is later than what it changes", () => {
  const { world, ids } = withDeals();
  const before: { readonly created_at: string; readonly updated_at: string } = bodyOf(
    world.call("get", { path: { id: ids[0] } }),
  );
  expect(before.created_at).toBe(before.updated_at);
  const change = { path: { id: ids[0] }, body: { properties: { stage: "old", owner: null } } };
  const after: { readonly properties: object; readonly updated_at: string } = bodyOf(world.call("change", change));
  expect(after.properties).toEqual({ stage: "old" });
  expect(after.updated_at > before.updated_at).toBe(true);
});

test("a batch makes, reads, changes and removes what its body lists", () => {
  const { world } = withDeals();
  const inputs = [{ name: "x" }, { name: "y" }];
  const made: { readonly status: string; readonly results: readonly { readonly id: string; readonly name: string }[] } =
    bodyOf(world.call("createAll", { body: { inputs } }));
  expect([made.status, made.results.map(({ name }) => name)]).toEqual(["COMPLETE", ["x", "y"]]);
  const [x, y] = made.results.map(({ id }) => ({ id }));
  const ask = (operation: string, ...asked: readonly object[]) =>
    world.call(operation, { body: { inputs: asked } as never });
  expect(names(ask("changeAll", { ...x, name: "z" }))).toEqual(["z"]);
  expect(names(ask("readAll", x as object, { id: "none" }, y as object))).toEqual(["z", "y"]);
  expect(ask("archiveAll", x as object)).toMatchObject({ status: 204 });
  expect(names(ask("readAll", x as object, y as object))).toEqual(["y"]);
});

const things = modelOf({
  "/things/{kind}": {
    parameters: inPath("kind"),
    get: { operationId: "list", ...answer(object({ data: list({ type: "object" }) })) },
    post: { operationId: "create", requestBody: json({ type: "object" }), ...answer({ type: "object" }) },
  },
  "/things/{kind}/{id}": {
    parameters: inPath("kind", "id"),
    get: { operationId: "get", ...answer(object({ data: { type: "object" } })) },
  },
});

test("objects of which a document names no field are kept by an id, and below another path there are none", () => {
  const world = createWorld(things);
  const made: { readonly id: string } = bodyOf(world.call("create", { path: { kind: "a" }, body: { title: "x" } }));
  expect(made).toEqual({ id: expect.any(String), title: "x" });
  expect(bodyOf(world.call("get", { path: { kind: "a", id: made.id } }))).toEqual({ data: made });
  const listed = (kind: string): unknown => bodyOf(world.call("list", { path: { kind } }));
  expect([listed("a"), listed("b")]).toEqual([{ data: [made] }, { data: [] }]);
});

test("a search that only tests fill finds what they put in, whatever it is asked for", () => {
  const found = createWorld(
    modelOf({
      "/search/deals": {
        get: {
          operationId: "find",
          parameters: inQuery({ q: text }),
          ...answer(object({ data: list(deal) }, ["data"])),
        },
      },
    }),
  );
  const [resource] = found.store.resources;
  if (resource !== undefined) found.store.hold(resource, [], () => "").add([{ name: "Red car" }]);
  expect(names(found.call("find", { query: { q: "blue" } }))).toEqual(["Red car"]);
});

test("reasons tell by what a list is asked for, and what a batch does", () => {
  const told = inferResources(deals).flatMap(({ reasons }) => reasons);
  expect(told).toContainEqual(
    expect.stringMatching(/^deals.list lists: .*filtered by .*states, ids, q, where, filter, sorted by sort$/),
  );
  expect(told).toContain('deals.batch.read reads several: what its body lists in "inputs"');
});
