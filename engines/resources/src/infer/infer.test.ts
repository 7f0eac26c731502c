import { json, modelOf, object } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { thingsModel } from "../../test/support/documents.ts";
import { createWorld } from "../../test/support/world.ts";
import { handleTree } from "../handle-tree.ts";
import { inferResources } from "./infer.ts";

function resourcesOf(paths: object) {
  return inferResources(modelOf({ paths }));
}

const does = (resources: ReturnType<typeof resourcesOf>) =>
  Object.fromEntries(
    resources.map(({ name, roles }) => [
      name.join("."),
      Object.fromEntries(Object.entries(roles).map(([id, role]) => [id, role.does])),
    ]),
  );

test("collections, items, actions and what lies below are told by paths, methods and schemas", () => {
  const resources = inferResources(thingsModel());
  expect(does(resources)).toEqual({
    things: {
      list: "list",
      create: "create",
      get: "read",
      put: "update",
      patch: "update",
      delete: "remove",
      start: "act",
      lock: "act",
    },
    "things.parts": { parts: "list", add_part: "create" },
  });
  const [things, parts] = resources;
  expect(things).toMatchObject({
    id: "id",
    state: "status",
    created: ["created_at"],
    updated: ["updated_at"],
    versions: ["version"],
  });
  expect(parts).toMatchObject({ parent: "/things", id: "id" });
  expect(things?.reasons).toContain(
    'things.start acts on the item, which it answers; "start" sets "status" to "started"',
  );
});

test("what is started on a path of its own right below a collection is made in it, unless the collection makes items", () => {
  const session = object({ session_id: { type: "string" }, status: { type: "string", enum: ["active", "stopped"] } });
  const parameters = [{ name: "session_id", in: "path", required: true, schema: { type: "string" } }];
  const one = { responses: { 200: json(session) }, parameters };
  const paths = {
    "/sessions/start": { post: { operationId: "start", responses: { 200: json(session) } } },
    "/sessions/{session_id}": { get: { operationId: "get", ...one } },
    "/sessions/{session_id}/stop": { delete: { operationId: "stop", ...one } },
  };
  const [sessions, ...others] = resourcesOf(paths);
  expect(does([sessions as never])).toEqual({ sessions: { start: "create", get: "read", stop: "act" } });
  expect(sessions?.reasons).toContain("sessions.start creates: POST right below the collection");
  expect(others).toEqual([]);
  const made = { post: { operationId: "make", responses: { 201: json(session) } } };
  expect(does(resourcesOf({ ...paths, "/sessions": made }))["sessions"]).not.toHaveProperty("start");
  const other = { post: { operationId: "start", responses: { 200: json(object({ ok: { type: "boolean" } })) } } };
  expect(does(resourcesOf({ ...paths, "/sessions/start": other }))["sessions"]).not.toHaveProperty("start");
});

test("an object that is there once is a singleton; an object with an id is none, whatever lists are in it", () => {
  const config = object({ limit: { type: "integer" }, hosts: { type: "array", items: { type: "string" } } });
  const report = object({ id: { type: "string" }, rows: { type: "array", items: object({ a: { type: "string" } }) } });
  const resources = resourcesOf({
    "/config": {
      get: { operationId: "g", responses: { 200: json(config) } },
      put: {
        operationId: "p",
        requestBody: { content: { "application/json": { schema: config } } },
        responses: { 200: json(config) },
      },
    },
    "/report": { get: { operationId: "r", responses: { 200: json(report) } } },
  });
  expect(resources.map(({ name, kind }) => [...name, kind])).toEqual([
    ["config", "singleton"],
    ["report", "singleton"],
  ]);
  expect(does(resources)["config"]).toEqual({ g: "read", p: "update" });
});

test("items and lists are found in envelopes, ids under the path's own name", () => {
  const user = object({ user_name: { type: "string" }, age: { type: "integer" } }, ["user_name"]);
  const parameters = [{ name: "userName", in: "path", required: true, schema: { type: "string" } }];
  const resources = resourcesOf({
    "/v1/users": {
      get: {
        operationId: "l",
        responses: { 200: json(object({ data: object({ users: { type: "array", items: user } }) })) },
      },
    },
    "/v1/users/{userName}": {
      get: { operationId: "g", parameters, responses: { 200: json(object({ data: object({ user }) })) } },
    },
  });
  expect(resources).toMatchObject([
    { id: "user_name", roles: { l: { at: ["data", "users"] }, g: { at: ["data", "user"] } } },
  ]);
});

test("an item that says no id is never looked for by its path", () => {
  const thing = object({ color: { type: "string" } });
  const body = { content: { "application/json": { schema: thing } } };
  const parameters = [{ name: "n", in: "path", required: true, schema: { type: "string" } }];
  const resources = resourcesOf({
    "/things": { post: { operationId: "c", requestBody: body, responses: { 201: json(thing) } } },
    "/things/{n}": { get: { operationId: "g", parameters, responses: { 200: json(thing) } } },
  });
  expect(does(resources)).toEqual({ things: { c: "create" } });
});

test("handles are called like the paths, beside the names that a fake and its handles have", () => {
  const list = { responses: { 200: json({ type: "array", items: object({ id: { type: "string" } }) }) } };
  const paths = ["/calls", "/things", "/things/{id}/add", "/net-work/{id}/net_work"];
  const resources = resourcesOf(
    Object.fromEntries(
      paths.map((path) => [
        path,
        {
          get: {
            ...list,
            ...(path.includes("{") && {
              parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
            }),
          },
        },
      ]),
    ),
  );
  const tree = handleTree(paths, resources);
  expect([...tree.children.keys()]).toEqual(["calls_", "things", "netWork"]);
  expect([...(tree.children.get("things")?.item?.children.keys() ?? [])]).toEqual(["add_"]);
});

test("what is made below an item and read at the top is the same", () => {
  const meeting = object({ id: { type: "integer" }, topic: { type: "string" } }, ["id"]);
  const body = { content: { "application/json": { schema: object({ topic: { type: "string" } }) } } };
  const parameter = (name: string, type: string) => ({ name, in: "path", required: true, schema: { type } });
  const model = modelOf({
    paths: {
      "/users/{user}/meetings": {
        parameters: [parameter("user", "string")],
        get: { operationId: "list", responses: { 200: json({ type: "array", items: meeting }) } },
        post: { operationId: "create", requestBody: body, responses: { 201: json(meeting) } },
      },
      "/meetings/{id}": {
        parameters: [parameter("id", "integer")],
        get: { operationId: "get", responses: { 200: json(meeting) } },
        delete: { operationId: "delete", responses: { 204: { description: "" } } },
      },
    },
  });
  const world = createWorld(model);
  expect(world.call("create", { path: { user: "u1" }, body: { topic: "a" } })).toMatchObject({
    body: { id: 1, topic: "a" },
  });
  expect(world.call("get", { path: { id: 1 } })).toMatchObject({ body: { id: 1, topic: "a" } });
  expect(world.call("get", { path: { id: 2 } })).toMatchObject({ kind: "refused", status: 404 });
  expect(world.call("delete", { path: { id: 1 } })).toMatchObject({ status: 204 });
  expect(world.call("get", { path: { id: 1 } })).toMatchObject({ kind: "refused", status: 404 });
  expect(world.call("list", { path: { user: "u1" } })).toMatchObject({ body: [] });
});

test("ids are called otherwise, too; a name is none where the path asks for an id", () => {
  const text = { type: "string" };
  const idIn = (parameter: string, properties: object) =>
    resourcesOf({
      [`/comments/{${parameter}}`]: {
        parameters: [{ name: parameter, in: "path", required: true, schema: text }],
        get: { operationId: "g", responses: { 200: json(object(properties)) } },
      },
    })[0]?.id;
  expect(idIn("id", { name: text, id_code: text, user_id: text })).toBe("id_code");
  expect(idIn("comment_id", { name: text, user_id: text })).toBeUndefined();
  expect(idIn("name", { name: text, user_id: text })).toBe("name");
  expect(idIn("comment", { name: text, body: text })).toBe("name");
  expect(idIn("id", { RECORD_NAME: text, RECORD_ID: text })).toBe("RECORD_ID");
  expect(idIn("customCommentCode", { name: text, COMMENT_CODE: text })).toBe("COMMENT_CODE");
});

test("a thing in an envelope of its own name is the item, though it says no id", () => {
  const user = object({ name: { type: "string" } });
  const [users] = resourcesOf({
    "/users/{user_id}": {
      parameters: [{ name: "user_id", in: "path", required: true, schema: { type: "string" } }],
      get: { operationId: "g", responses: { 200: json(object({ user, more: object({ a: {} }) })) } },
    },
  });
  expect(users?.roles).toEqual({ g: { does: "read", at: ["user"] } });
});

test.each([
  ["a field of URL format", { location: { type: "string", format: "uri" } }, {}],
  ["a field that says so", { where: { type: "string", description: "URL of the created plan." } }, {}],
  ["a header", { message: { type: "string" } }, { Location: { schema: { type: "string" } } }],
])("a creation that only tells where the item is, by %s, stores what was sent", (_, told, headers) => {
  const text = { type: "string" };
  const item = object({ id: text, name: text, color: text, size: text, owner: text, price: text }, ["id", "name"]);
  const parameters = [{ name: "plan", in: "path", required: true, schema: text }];
  const body = { content: { "application/json": { schema: object({ name: text, x: text, y: text, z: text }) } } };
  const paths = {
    "/plans": {
      post: { operationId: "make", requestBody: body, responses: { 201: { ...json(object(told)), headers } } },
      get: { operationId: "list", responses: { 200: json({ type: "array", items: item }) } },
    },
    "/plans/{plan}": { get: { operationId: "get", parameters, responses: { 200: json(item) } } },
  };
  const world = createWorld(modelOf({ paths }));
  const made = world.call("make", { body: { name: "a" } });
  const [stored] = (world.call("list") as unknown as { body: [{ id: string }] }).body;
  const address = `https://fake.example.test/plans/${stored.id}`;
  expect(JSON.stringify(made)).toContain(JSON.stringify(address));
  expect(world.call("get", { path: { plan: stored.id } })).toMatchObject({ body: { ...stored, name: "a" } });
});

test("a POST of ids that only tells where something is creates no item of the collection", () => {
  const text = { type: "string" };
  const item = object({ id: text, name: text }, ["id"]);
  const ids = { content: { "application/json": { schema: object({ chosen: { type: "array", items: text } }) } } };
  const told = json(object({ location: { type: "string", format: "uri" } }));
  const resources = resourcesOf({
    "/labels": {
      post: { operationId: "choose", requestBody: ids, responses: { 201: told } },
      get: { operationId: "list", responses: { 200: json({ type: "array", items: item }) } },
    },
  });
  expect(does(resources)).toEqual({ labels: { list: "list" } });
});

test("an item has what the response to its creation shows and what lists show", () => {
  const text = { type: "string" };
  const whole = object({ id: text, name: text, color: text, size: text }, ["id"]);
  const body = (schema: object) => ({ content: { "application/json": { schema } } });
  const sent = body(object({ name: text, color: text, note: text }));
  const parameters = [{ name: "id", in: "path", required: true, schema: text }];
  const list = { type: "array", items: object({ id: text, name: text, note: text }) };
  const paths = {
    "/things": {
      post: { operationId: "make", requestBody: sent, responses: { 201: json(whole) } },
      get: { operationId: "list", responses: { 200: json(list) } },
    },
    "/things/{id}": {
      patch: { operationId: "patch", parameters, requestBody: sent, responses: { 200: json(whole) } },
    },
  };
  const world = createWorld(modelOf({ paths }));
  world.call("make", { body: { name: "a", color: "red", note: "n" } });
  const [stored] = (world.call("list") as unknown as { body: [{ id: string }] }).body;
  expect(stored).toMatchObject({ name: "a", note: "n" });
  const changed = world.call("patch", { path: { id: stored.id }, body: { name: "b" } });
  expect(changed).toMatchObject({ body: { name: "b", color: "red" } });
});

test("a path that begins with a parameter is a resource as well, below the parameter's own name", () => {
  const item = object({ id: { type: "string" }, title: { type: "string" } });
  const parameter = (name: string) => ({ name, in: "path", required: true, schema: { type: "string" } });
  const body = { content: { "application/json": { schema: item } } };
  const paths = {
    "/{kind}": {
      parameters: [parameter("kind")],
      get: { operationId: "list", responses: { 200: json({ type: "array", items: item }) } },
      post: { operationId: "make", requestBody: body, responses: { 201: json(item) } },
    },
    "/{kind}/{id}": {
      parameters: [parameter("kind"), parameter("id")],
      get: { operationId: "get", responses: { 200: json(item) } },
      delete: { operationId: "drop", responses: { 204: { description: "" } } },
    },
    "/{kind}/{id}/notes": {
      parameters: [parameter("kind"), parameter("id")],
      get: { operationId: "notes", responses: { 200: json({ type: "array", items: item }) } },
    },
  };
  const world = createWorld(modelOf({ paths }));
  const lead = { kind: "lead" };
  expect(world.call("make", { path: lead, body: { id: "a", title: "t" } })).toMatchObject({ body: { id: "a" } });
  expect(world.call("list", { path: lead })).toMatchObject({ body: [{ id: "a" }] });
  expect(world.call("drop", { path: { ...lead, id: "a" } })).toMatchObject({ status: 204 });
  expect(world.call("get", { path: { ...lead, id: "a" } })).toMatchObject({ status: 404 });
  const tree = handleTree(Object.keys(paths), world.store.resources);
  expect([...(tree.children.get("kind")?.item?.item?.children.keys() ?? [])]).toEqual(["notes"]);
});
