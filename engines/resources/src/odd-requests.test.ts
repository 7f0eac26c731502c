import type { Json } from "@svc/model";
import { expect, test } from "vitest";
import { LISTS, thingsModel } from "../test/support/documents.ts";
import { createWorld, type World } from "../test/support/world.ts";

function made(world: World, fields: { readonly [name: string]: Json } = {}): { readonly [name: string]: Json } {
  const answer = world.call("create", { body: { name: "a", ...fields } });
  if (answer?.kind !== "answer") throw new Error(JSON.stringify(answer));
  return answer.body as { [name: string]: Json };
}

const at = ({ id }: { readonly [name: string]: Json }) => ({ path: { thing_id: id } });

test("If-Match of an item that is not there, and If-None-Match of one that is, are refused", () => {
  const world = createWorld(thingsModel(), { onUnseeded: "not-found" });
  const thing = made(world);
  const put = (path: { readonly thing_id: Json }, headers: { readonly [name: string]: string }) =>
    world.call("put", { path, body: { name: "b" }, headers });
  expect(put({ thing_id: thing["id"] ?? "" }, { "if-none-match": "*" })).toMatchObject({ status: 412 });
  expect(put({ thing_id: thing["id"] ?? "" }, { "if-none-match": '"other"' })).toMatchObject({ status: 200 });
  expect(put({ thing_id: "none" }, { "if-match": "*" })).toMatchObject({ kind: "refused" });
  expect(world.call("get", { path: { thing_id: "none" } })).toMatchObject({ status: 404 });
});

/** Things that are read, and changed by a PATCH of a media type. */
function patchedWorld(type: string, schema: object) {
  const ref = { $ref: "#/components/schemas/Thing" };
  const answer = { description: "", content: { "application/json": { schema: ref } } };
  const id = { name: "thing_id", in: "path", required: true, schema: { type: "string" } };
  const requestBody = { content: { [type]: { schema } } };
  const patch = { operationId: "patch", requestBody, responses: { 200: answer, 422: { description: "" } } };
  const get = { operationId: "get", responses: { 200: answer } };
  return createWorld(thingsModel({ paths: { "/things/{thing_id}": { parameters: [id], get, patch } } }));
}

test("a JSON Patch that leaves what the document does not allow is refused as a whole", () => {
  const world = patchedWorld("application/json-patch+json", { type: "array", items: { type: "object" } });
  const thing = made(world, { tags: ["a"] });
  const patch = (...body: Json[]) => world.call("patch", { ...at(thing), body });
  for (const step of [
    { op: "replace", path: "/name", value: 5 },
    { op: "remove", path: "/name" },
    { op: "add", path: "/tags/-", value: 5 },
    { op: "test", path: "/nothing" },
    { op: "add", path: "/a~2b", value: 1 },
  ])
    expect(patch({ op: "replace", path: "/locked", value: true }, step)).toMatchObject({ status: 422 });
  expect(world.call("get", at(thing))).toMatchObject({ body: thing });
});

test("a body of any fields has those of the item, and is refused where it leaves what the document does not allow", () => {
  const world = patchedWorld("application/merge-patch+json", { type: "object" });
  const thing = made(world, { tags: ["a"] });
  const headers = { "content-type": "application/merge-patch+json" };
  const patch = (body: Json) => world.call("patch", { ...at(thing), headers, body });
  expect(patch({ name: "b", id: "other", tags: null })).toMatchObject({ body: { id: thing["id"], name: "b" } });
  const changed = world.call("get", at(thing));
  expect(changed).not.toMatchObject({ body: { tags: ["a"] } });
  for (const body of [{ name: 5 }, { name: null }, { tags: [5] }]) expect(patch(body)).toMatchObject({ status: 422 });
  expect(world.call("get", at(thing))).toEqual(changed);
});

test("an envelope tells that all went well", () => {
  const ref = { $ref: "#/components/schemas/Thing" };
  const problems = { type: "array", items: { type: "string" } };
  const enveloped = (required: string[]) => ({
    type: "object",
    required: ["data", "success", ...required],
    properties: { success: { type: "boolean" }, errors: problems, error: { type: ["string", "null"] }, data: ref },
  });
  const answer = (required: string[]) => ({
    200: { description: "", content: { "application/json": { schema: enveloped(required) } } },
  });
  const id = { name: "thing_id", in: "path", required: true, schema: { type: "string" } };
  const paths = {
    "/things/{thing_id}": {
      parameters: [id],
      get: { operationId: "get", responses: answer(["errors", "error"]) },
      delete: { operationId: "delete", responses: answer([]) },
    },
  };
  for (let seed = 1; seed <= 10; seed++) {
    const world = createWorld(thingsModel({ paths }), { seed });
    const thing = made(world);
    expect(world.call("get", at(thing))).toMatchObject({
      body: { success: true, errors: [], error: null, data: thing },
    });
    const gone = world.call("delete", at(thing));
    expect(Object.keys(gone?.kind === "answer" ? Object(gone.body) : {}).sort()).toEqual(["data", "success"]);
  }
});

test("an item without an id is found by the path that it or the answer says", () => {
  const film = { type: "object", properties: { uri: { type: "string" }, title: { type: "string" } } };
  const answer = { description: "", content: { "application/json": { schema: film } } };
  const sent = {
    content: { "application/json": { schema: { type: "object", properties: { title: { type: "string" } } } } },
  };
  const of = (made: object) => {
    const id = { name: "film_id", in: "path", required: true, schema: { type: "string" } };
    const user = { ...id, name: "user" };
    const paths = {
      "/users/{user}/films": {
        parameters: [user],
        post: { operationId: "make", requestBody: sent, responses: { 201: made } },
      },
      "/users/{user}/films/{film_id}": {
        parameters: [user, id],
        get: { operationId: "film", responses: { 200: answer } },
        delete: { operationId: "drop", responses: { 204: { description: "" } } },
      },
    };
    return createWorld(thingsModel({ paths }));
  };
  const world = of(answer);
  const made = world.call("make", { path: { user: "a b" }, body: { title: "t" } });
  expect(made).toMatchObject({ body: { title: "t", uri: "/users/a%20b/films/1" } });
  const path = { user: "a b", film_id: "1" };
  expect(world.call("film", { path })).toMatchObject({ body: { title: "t" } });
  expect(world.call("drop", { path })).toMatchObject({ status: 204 });
  expect(world.call("film", { path })).toMatchObject({ status: 404 });
  const told = of({ description: "", headers: { Location: { schema: { type: "string" } } } });
  const location = told.call("make", { path: { user: "u" }, body: { title: "t" }, target: "/users/u/films" } as never);
  expect(location).toMatchObject({ headers: [["location", expect.stringMatching(/\/1$/)]] });
  expect(told.call("film", { path: { user: "u", film_id: "1" } })).toMatchObject({ body: { title: "t" } });
});

test("a list cannot hold an id twice", () => {
  const world = createWorld(thingsModel());
  const [things] = world.store.resources;
  const holder = things && world.store.hold(things, [], (pointer, message) => `${pointer}: ${message}`);
  const thing = (id: string) => ({ id, name: "a" });
  expect(() => holder?.add([thing("a"), thing("b"), thing("a")])).toThrow('/2: "a" is there twice.');
  expect(holder?.all()).toEqual([]);
});

test("a cursor that no answer has given is refused where the document says how", () => {
  const refusing = {
    ...LISTS["cursor"],
    responses: { ...(LISTS["cursor"]?.["responses"] as object), 400: { description: "no" } },
  };
  const read = (list: object, cursor: string) => {
    const world = createWorld(thingsModel({ list: list as never }));
    made(world);
    return world.call("list", { query: { cursor, limit: 1 } });
  };
  for (const cursor of ["garbage", "1", "c-1", "c1 "]) {
    expect(read(refusing, cursor)).toMatchObject({ status: 400 });
    expect(read(LISTS["cursor"] ?? {}, cursor)).toMatchObject({ status: 200, body: { items: [] } });
  }
  expect(read(refusing, "c0")).toMatchObject({ status: 200 });
});
