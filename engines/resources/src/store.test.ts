import type { Json } from "@svc/model";
import { modelOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { thingsModel } from "../test/support/documents.ts";
import { createWorld, type World } from "../test/support/world.ts";

const MINUTE = 60_000;

function made(world: World, fields: { readonly [name: string]: Json } = {}): { readonly [name: string]: Json } {
  const answer = world.call("create", { body: { name: "a", ...fields } });
  if (answer?.kind !== "answer") throw new Error(JSON.stringify(answer));
  return answer.body as { [name: string]: Json };
}

const at = ({ id }: { readonly [name: string]: Json }) => ({ path: { thing_id: id } });

test("what is made has an id like the document's, the times of the clock, and no secret", () => {
  const world = createWorld(thingsModel());
  const thing = made(world, { secret: "s", tags: ["x"], status: "stopped" });
  expect(thing["id"]).toMatch(/^thg_\d[A-Z][a-z]\d$/);
  expect(thing).toMatchObject({
    name: "a",
    tags: ["x"],
    locked: false,
    note: null,
    version: 1,
    created_at: "2025-06-01T12:00:00Z",
  });
  expect(thing).not.toHaveProperty("secret");
  expect(world.call("get", at(thing))).toMatchObject({ status: 200, body: thing });
});

test("the same seed gives the same ids, another seed others", () => {
  const idOf = (seed: number) => made(createWorld(thingsModel(), { seed }))["id"];
  expect(idOf(1)).toBe(idOf(1));
  expect(idOf(1)).not.toBe(idOf(2));
});

test("a change moves the time and the version, and nothing that is the service's", () => {
  const world = createWorld(thingsModel());
  const thing = made(world);
  world.now += MINUTE;
  const changed = world.call("patch", { ...at(thing), body: { name: "b", id: "other", status: "stopped" } });
  const moved = { name: "b", version: 2, updated_at: "2025-06-01T12:01:00Z" };
  expect(changed).toMatchObject({ status: 200, body: { ...thing, ...moved } });
});

test("a merge patch takes a field away; a replacement leaves out what it does not give", () => {
  const world = createWorld(thingsModel());
  const thing = made(world, { tags: ["x"], note: "n" });
  const patched = world.call("patch", {
    ...at(thing),
    headers: { "content-type": "application/merge-patch+json" },
    body: { note: null },
  });
  expect(patched).toMatchObject({ body: { tags: ["x"] } });
  expect(patched?.kind === "answer" && patched.body).not.toHaveProperty("note");
  const replaced = world.call("put", { ...at(thing), body: { name: "c" } });
  expect(replaced).toMatchObject({ body: { name: "c", id: thing["id"], created_at: thing["created_at"] } });
  expect(replaced?.kind === "answer" && replaced.body).not.toHaveProperty("tags");
});

test("If-Match of another state is refused where the document says so; If-None-Match of this one is answered 304", () => {
  const world = createWorld(thingsModel());
  const thing = made(world);
  const read = world.call("get", at(thing));
  const tag = (read?.kind === "answer" ? read.headers.find(([name]) => name === "etag")?.[1] : undefined) ?? "";
  expect(world.call("get", { ...at(thing), headers: { "if-none-match": tag } })).toMatchObject({ status: 304 });
  const body = { name: "b" };
  expect(world.call("put", { ...at(thing), body, headers: { "if-match": '"x"' } })).toMatchObject({ status: 412 });
  expect(world.call("put", { ...at(thing), body, headers: { "if-match": tag } })).toMatchObject({ status: 200 });
  expect(world.call("put", { ...at(thing), body, headers: { "if-match": tag } })).toMatchObject({ status: 412 });
});

test("actions set the state that their names begin", () => {
  const world = createWorld(thingsModel());
  const thing = made(world);
  expect(world.call("start", at(thing))).toMatchObject({ body: { id: thing["id"], status: "started" } });
  expect(world.call("lock", at(thing))).toMatchObject({ body: { locked: true, status: "started" } });
  expect(world.call("get", at(thing))).toMatchObject({ body: { locked: true, status: "started" } });
});

test("a list is filtered by fields that are called like its parameters", () => {
  const world = createWorld(thingsModel());
  const [first] = [made(world, { tags: ["x", "y"] }), made(world, { name: "b", tags: ["z"] })];
  world.call("start", at(first ?? {}));
  expect(world.call("list", { query: { status: "started" } })).toMatchObject({ body: [{ id: first?.["id"] }] });
  expect(world.call("list", { query: { tags: "z" } })).toMatchObject({ body: [{ name: "b" }] });
  expect(world.call("list", { query: { tags: "none" } })).toMatchObject({ body: [] });
});

test("what lies below an item goes with it", () => {
  const world = createWorld(thingsModel());
  const thing = made(world);
  const part = { path: { id: thing["id"] } };
  expect(world.call("add_part", part)).toMatchObject({ status: 201, body: { id: 1 } });
  expect(world.call("parts", part)).toMatchObject({ body: [{ id: 1 }] });
  world.call("delete", at(thing));
  expect(world.call("parts", part)).toMatchObject({ kind: "refused", status: 404 });
  // Items that requests make say nothing of what else there is.
  expect(world.call("add_part", { path: { id: "unknown" } })).toMatchObject({ status: 201 });
});

test("nothing is known of what nobody has put in, until a request changes it", () => {
  const world = createWorld(thingsModel());
  const path = { thing_id: "t9" };
  expect([world.call("list"), world.call("get", { path })]).toEqual([undefined, undefined]);
  expect(world.call("patch", { path, body: { name: "b" } })).toMatchObject({ body: { id: "t9", name: "b" } });
  expect(world.call("get", { path })).toMatchObject({ body: { id: "t9", name: "b" } });
  expect(world.call("list")).toBeUndefined();
  expect(world.call("delete", { path })).toMatchObject({ status: 204 });
  expect(world.call("get", { path })).toBeUndefined();
});

test("where that is wanted, what nobody has put in is not there", () => {
  const world = createWorld(thingsModel(), { onUnseeded: "not-found" });
  expect(world.call("list")).toMatchObject({ body: [] });
  expect(world.call("get", { path: { thing_id: "t1" } })).toMatchObject({ status: 404 });
  expect(world.call("parts", { path: { id: "t1" } })).toMatchObject({ status: 404 });
});

test("an id or a unique value that is taken is a conflict where the document knows one", () => {
  const world = createWorld(thingsModel({ resource: { unique: ["name"] } }));
  made(world);
  expect(world.call("create", { body: { name: "a" } })).toMatchObject({ kind: "refused", status: 409 });
  expect(world.call("create", { body: { name: "b" } })).toMatchObject({ status: 201 });
});

test("a declaration says the order, the meaning of a parameter, and what only tests know", () => {
  const world = createWorld(
    thingsModel({
      resource: {
        order: { by: "created_at" },
        filters: { status: { when: "seen" } },
        extra: { seen: { type: "boolean", default: true } },
        defaults: { note: "none" },
      },
      list: {
        parameters: [{ name: "status", in: "query", schema: { type: "boolean" } }],
        responses: {
          200: {
            description: "",
            content: {
              "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/Thing" } } },
            },
          },
        },
      },
    }),
  );
  const [things] = world.store.resources;
  if (things === undefined) throw new Error("no resource");
  const holder = world.store.hold(things, [], (pointer, message) => `${pointer}: ${message}`);
  holder.add([{ name: "old", created_at: "2025-01-01T00:00:00Z" }, { name: "new" }]);
  holder.add([{ name: "unseen", created_at: "2024-01-01T00:00:00Z" }], { seen: false });
  expect(world.call("list")).toMatchObject({
    body: [{ name: "new", note: "none" }, { name: "old" }, { name: "unseen" }],
  });
  expect(world.call("list", { query: { status: true } })).toMatchObject({ body: [{ name: "new" }, { name: "old" }] });
});

test("what a test puts in is refused with its place where the document does not allow it, unless that is wanted", () => {
  const add = (strict: boolean, value: unknown) => {
    const world = createWorld(thingsModel(), { strict });
    const [things] = world.store.resources;
    if (things === undefined) throw new Error("no resource");
    world.store.hold(things, [], (pointer, message) => `${pointer}: ${message}`).add([value]);
    return world.call("list");
  };
  expect(() => add(true, { name: 5 })).toThrow("/name: expected string, got number.");
  expect(() => add(true, "thing")).toThrow("expected an object");
  expect(add(false, { id: "t1", name: 5 })).toMatchObject({ body: [{ id: "t1", name: 5 }] });
});

test("what belongs to no resource is not there below an item that was removed", () => {
  const text = { type: "string" };
  const path = (name: string) => ({ name, in: "path", required: true, schema: text });
  const ok = (schema: object) => ({
    responses: { 200: { description: "", content: { "application/json": { schema } } } },
  });
  const box = { type: "object", required: ["id"], properties: { id: text, name: text } };
  const world = createWorld(
    modelOf({
      paths: {
        "/boxes": {
          get: { operationId: "list", ...ok({ type: "array", items: box }) },
          post: { operationId: "create", ...ok(box) },
        },
        "/boxes/{id}": {
          parameters: [path("id")],
          get: { operationId: "get", ...ok(box) },
          delete: { operationId: "delete", responses: { 204: { description: "" } } },
        },
        "/boxes/{id}/shake": {
          parameters: [path("id")],
          post: { operationId: "shake", ...ok({ type: "object", properties: { noise: text } }) },
        },
      },
    }),
  );
  const shake = world.model.operations.find(({ id }) => id === "shake");
  if (shake === undefined) throw new Error("no operation");
  const made = world.call("create");
  const id = made?.kind === "answer" ? (made.body as { id: string }).id : "";
  expect(world.store.resourceOf("shake")).toBeUndefined();
  expect(world.store.answerBelow({ operation: shake, path: { id } })).toBeUndefined();
  world.call("delete", { path: { id } });
  expect(world.store.answerBelow({ operation: shake, path: { id } })).toMatchObject({ kind: "refused", status: 404 });
});

test("a removal that worked says so, whatever comes first in its answer", () => {
  const text = { type: "string" };
  const path = (name: string) => ({ name, in: "path", required: true, schema: text });
  const ok = (schema: object) => ({
    responses: { 200: { description: "", content: { "application/json": { schema } } } },
  });
  const box = {
    type: "object",
    required: ["id"],
    properties: { id: text, status: { ...text, enum: ["open", "shut"] } },
  };
  const outcome = {
    type: "object",
    required: ["status"],
    properties: { status: { ...text, enum: ["failure", "success"] } },
  };
  const model = modelOf({
    paths: {
      "/boxes": { post: { operationId: "create", ...ok(box) } },
      "/boxes/{id}": {
        parameters: [path("id")],
        get: { operationId: "get", ...ok(box) },
        delete: { operationId: "delete", ...ok(outcome) },
      },
    },
  });
  for (const seed of [1, 2, 3, 4]) {
    const world = createWorld(model, { seed });
    const made = world.call("create");
    const id = made?.kind === "answer" ? (made.body as { id: string }).id : "";
    expect(world.call("delete", { path: { id } })).toMatchObject({ kind: "answer", body: { status: "success" } });
  }
});
