import { json, modelOf, ok, text } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createWorld, type World } from "../../test/support/world.ts";

const PET = {
  type: "object",
  required: ["id", "name"],
  properties: {
    id: { type: "integer" },
    name: text,
    status: { type: "string", enum: ["available", "sold"] },
    owner_id: text,
    vaccinated: { type: "boolean" },
  },
};
const ref = { $ref: "#/components/schemas/Pet" };
const list = { type: "array", items: ref };
const path = (name: string, type = "string") => ({ name, in: "path", required: true, schema: { type } });
const query = (name: string) => ({ name, in: "query", schema: text });

const model = modelOf({
  schemas: { Pet: PET },
  paths: {
    "/pets": {
      post: { operationId: "make", requestBody: json(ref), responses: { 400: { description: "no" } } },
      put: { operationId: "change", requestBody: json(ref), ...ok(ref) },
    },
    "/pets/{id}": {
      parameters: [path("id", "integer")],
      get: { operationId: "get", ...ok(ref) },
      delete: { operationId: "remove", ...ok({ type: "boolean" }) },
    },
    "/pets/sold": { get: { operationId: "sold", ...ok(list) } },
    "/pets/unvaccinated": { get: { operationId: "unvaccinated", ...ok(list) } },
    "/pets/find": { get: { operationId: "find", parameters: [query("status")], ...ok(list) } },
    "/owners/{id}/pets": { parameters: [path("id")], get: { operationId: "ofOwner", ...ok(list) } },
    "/shops/{shop}/pets": { parameters: [path("shop")], get: { operationId: "ofShop", ...ok(list) } },
    "/homes/{home}/pets": {
      parameters: [path("home")],
      get: { operationId: "atHome", ...ok(list) },
      post: { operationId: "makeAtHome", requestBody: json(ref), ...ok(ref) },
    },
    "/homes/{home}/pets/sold": { parameters: [path("home")], get: { operationId: "soldAtHome", ...ok(list) } },
    "/pets/colours": {
      get: {
        operationId: "colours",
        ...ok({ type: "array", items: { type: "object", properties: { id: text, name: text } } }),
      },
    },
  },
});

const world = (): World => {
  const made = createWorld(model);
  for (const body of [
    { id: 1, name: "a", status: "sold", owner_id: "o1", vaccinated: true },
    { id: 2, name: "b", status: "available", owner_id: "o2", vaccinated: false },
  ])
    expect(made.call("make", { body })).toMatchObject({ kind: "answer", status: 200 });
  return made;
};

const ids = (answer: ReturnType<World["call"]>): unknown =>
  answer?.kind === "answer" && Array.isArray(answer.body)
    ? answer.body.map((one) => (one as { id: unknown }).id)
    : answer;

test("lists of other paths show what is made, as far as the path and the parameters ask for it", () => {
  const pets = world();
  expect(ids(pets.call("find"))).toEqual([1, 2]);
  expect(ids(pets.call("find", { query: { status: "sold" } }))).toEqual([1]);
  expect(ids(pets.call("sold"))).toEqual([1]);
  expect(ids(pets.call("unvaccinated"))).toEqual([2]);
  expect(ids(pets.call("ofOwner", { path: { id: "o2" } }))).toEqual([2]);
  expect(ids(pets.call("ofOwner", { path: { id: "o3" } }))).toEqual([]);
});

test("a view below an item shows what is made below the same item", () => {
  const pets = createWorld(model);
  pets.call("makeAtHome", { path: { home: "h1" }, body: { id: 1, name: "a", status: "sold" } });
  pets.call("makeAtHome", { path: { home: "h2" }, body: { id: 2, name: "b", status: "sold" } });
  expect(ids(pets.call("soldAtHome", { path: { home: "h2" } }))).toEqual([2]);
});

test("a path whose parameter no field says, and items that are something else, are no views", () => {
  const pets = world();
  expect(pets.call("ofShop", { path: { shop: "s1" } })).toBeUndefined();
  expect(pets.call("colours")).toBeUndefined();
});

test("what is changed by an id in the body, or removed, is so in every view", () => {
  const pets = world();
  expect(pets.call("change", { body: { id: 2, name: "c", status: "sold" } })).toMatchObject({ body: { name: "c" } });
  expect(ids(pets.call("sold"))).toEqual([1, 2]);
  expect(pets.call("remove", { path: { id: 1 } })).toMatchObject({ status: 200, body: true });
  expect(ids(pets.call("sold"))).toEqual([2]);
  expect(pets.call("get", { path: { id: 1 } })).toMatchObject({ status: 404 });
});
