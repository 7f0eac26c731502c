import { createModel } from "@svc/model";
import { expect, test } from "vitest";
import { createWorld } from "../test/support/world.ts";
import { inferFiles } from "./infer/file-routes.ts";
import { inferResources } from "./infer/infer.ts";
import type { Answer } from "./items/context.ts";

const text = { type: "string" };
const object = (properties: object, required: readonly string[] = []) => ({ type: "object", required, properties });
const json = (schema: object) => ({ description: "", content: { "application/json": { schema } } });
const inPath = (...names: readonly string[]) =>
  names.map((name) => ({ name, in: "path", required: true, schema: text }));
const modelOf = (paths: object) => createModel({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths });
const bodyOf = (answer: Answer | undefined): unknown => (answer?.kind === "answer" ? answer.body : undefined);

test("what is made at one path is read at another, whose parameters name it and what it belongs to", () => {
  const owner = object({ login: text }, ["login"]);
  const project = object({ id: { type: "integer" }, name: text, owner }, ["id", "name", "owner"]);
  const world = createWorld(
    modelOf({
      "/user/projects": {
        get: { operationId: "list", responses: { 200: json({ type: "array", items: project }) } },
        post: {
          operationId: "create",
          requestBody: json(object({ name: text, owner })),
          responses: { 201: json(project) },
        },
      },
      "/projects/{owner}/{project}": {
        parameters: inPath("owner", "project"),
        get: { operationId: "get", responses: { 200: json(project) } },
      },
    }),
  );
  const made = bodyOf(world.call("create", { body: { name: "demo", owner: { login: "ann" } } }));
  expect(bodyOf(world.call("get", { path: { owner: "ann", project: "demo" } }))).toEqual(made);
  expect(world.call("get", { path: { owner: "bob", project: "demo" } })).toMatchObject({ status: 404 });
});

test("a file that is put at a path is read there, where the answer may be a folder's list, too", () => {
  const file = object({ type: { type: "string", enum: ["file"] }, path: text, content: text, sha: text }, [
    "type",
    "path",
    "content",
    "sha",
  ]);
  const link = object({ type: { type: "string", enum: ["link"] }, path: text, target: text }, [
    "type",
    "path",
    "target",
  ]);
  const folder = { type: "array", items: object({ path: text }) };
  const world = createWorld(
    modelOf({
      "/contents/{path}": {
        parameters: inPath("path"),
        get: { operationId: "get", responses: { 200: json({ oneOf: [folder, file, link] }) } },
        put: {
          operationId: "put",
          requestBody: json(object({ content: text, sha: text })),
          responses: {
            200: json(object({ content: object({ path: text }), commit: object({ sha: text }) })),
            201: json(object({ content: object({ path: text }) })),
          },
        },
      },
    }),
  );
  const path = { path: "a.txt" };
  expect(world.call("put", { path, body: { content: "aGk=" } })).toMatchObject({
    status: 201,
    body: { content: path },
  });
  expect(bodyOf(world.call("get", { path }))).toMatchObject({ type: "file", path: "a.txt", content: "aGk=" });
});

test("an item of a file that was sent has its name, size and type; its content is described as any text", () => {
  const item = object({ id: text, filename: text, bytes: { type: "integer" }, mime_type: text, purpose: text }, ["id"]);
  const form = {
    content: {
      "multipart/form-data": { schema: object({ purpose: text, file: { type: "string", format: "binary" } }) },
    },
  };
  const model = modelOf({
    "/files": { post: { operationId: "create", requestBody: form, responses: { 200: json(item) } } },
    "/files/{file_id}": { parameters: inPath("file_id"), get: { operationId: "get", responses: { 200: json(item) } } },
    "/files/{file_id}/content": {
      parameters: inPath("file_id"),
      get: { operationId: "content", responses: { 200: json(text) } },
    },
  });
  const files = { file: { name: "a.txt", size: 5, mediaType: "text/plain" } };
  const made = bodyOf(createWorld(model).call("create", { body: { purpose: "test" }, files }));
  expect(made).toMatchObject({ filename: "a.txt", bytes: 5, mime_type: "text/plain", purpose: "test" });
  const routes = inferFiles(model, inferResources(model));
  expect(routes.uploads.get("create")).toMatchObject({ keys: ["/files/{}/content"], field: "file" });
});

test("an answer of what stores nothing has what the request says by the same names, where it is valid", () => {
  const model = modelOf({
    "/chat/{room}": {
      parameters: inPath("room"),
      post: {
        operationId: "ask",
        requestBody: json(object({ model: text, size: text, data: text })),
        responses: {
          200: json(object({ model: text, room: text, size: { type: "integer" }, data: object({ model: text }) })),
        },
      },
    },
  });
  const world = createWorld(model);
  const operation = model.operations[0];
  if (operation === undefined) throw new Error("no operation");
  const call = {
    operation,
    path: { room: "r1" },
    query: {},
    body: { model: "m1", size: "big", data: "x" },
    header: () => undefined,
    origin: "",
    target: "/chat/r1",
  };
  expect(world.store.ground(call, { model: "made up", room: "made up", size: 3, data: { model: "made up" } })).toEqual({
    model: "m1",
    room: "r1",
    size: 3,
    data: { model: "m1" },
  });
});

test("ids begin with the kind that items say, where the document shows no other form", () => {
  const customer = object({ id: text, object: { type: "string", enum: ["customer"] } }, ["id", "object"]);
  const world = createWorld(
    modelOf({
      "/customers": { post: { operationId: "create", responses: { 200: json(customer) } } },
      "/customers/{id}": { parameters: inPath("id"), get: { operationId: "get", responses: { 200: json(customer) } } },
    }),
  );
  expect(bodyOf(world.call("create"))).toMatchObject({
    id: expect.stringMatching(/^cus_[A-Za-z0-9]{16}$/),
    object: "customer",
  });
});

const things = (paths: object, thing: object) =>
  createWorld(
    modelOf({
      ...paths,
      "/things/{id}": { parameters: inPath("id"), get: { operationId: "get", responses: { 200: json(thing) } } },
    }),
  );

test("a form that is sent right below a collection makes its item, also where a list of one answers it", () => {
  const thing = object({ id: text, name: text, size: { type: "integer" } }, ["id", "name"]);
  const part = object({ attributes: object({ name: text }), file: { type: "string", format: "binary" } });
  const world = things(
    {
      "/things/content": {
        post: {
          operationId: "upload",
          requestBody: { content: { "multipart/form-data": { schema: part } } },
          responses: {
            201: json(object({ total_count: { type: "integer" }, entries: { type: "array", items: thing } })),
          },
        },
      },
    },
    thing,
  );
  const files = { file: { name: "other.txt", size: 5, mediaType: "" } };
  const made = bodyOf(world.call("upload", { body: { attributes: { name: "a.txt" } }, files }));
  expect(made).toMatchObject({ entries: [{ name: "a.txt", size: 5 }] });
  const [{ id }] = (made as { entries: [{ id: string }] }).entries;
  expect(bodyOf(world.call("get", { path: { id } }))).toEqual({ id, name: "a.txt", size: 5 });
});

test("a copy is another item, with what its request says otherwise", () => {
  const thing = object({ id: text, name: text, size: { type: "integer" } }, ["id", "name", "size"]);
  const input = json(object({ name: text, size: { type: "integer" } }));
  const world = things(
    {
      "/things": { post: { operationId: "create", requestBody: input, responses: { 201: json(thing) } } },
      "/things/{id}/copy": {
        parameters: inPath("id"),
        post: { operationId: "copy", requestBody: json(object({ name: text })), responses: { 201: json(thing) } },
      },
    },
    thing,
  );
  const { id } = bodyOf(world.call("create", { body: { name: "a", size: 3 } })) as { id: string };
  const copied = bodyOf(world.call("copy", { path: { id }, body: { name: "b" } })) as { id: string };
  expect(copied).toMatchObject({ name: "b", size: 3 });
  expect(copied.id).not.toBe(id);
  expect(bodyOf(world.call("get", { path: { id } }))).toMatchObject({ id, name: "a" });
  expect(bodyOf(world.call("get", { path: { id: copied.id } }))).toEqual(copied);
});

test("a secret that only the answer to a creation shows is in it; a body of any type makes an item, too", () => {
  const thing = object({ id: text, name: text }, ["id"]);
  const body = { content: { "*/*": { schema: object({ name: text }) } } };
  const made = json(object({ id: text, token: text }, ["id"]));
  const world = things(
    { "/things": { post: { operationId: "create", requestBody: body, responses: { 201: made } } } },
    thing,
  );
  const answer = bodyOf(world.call("create", { body: { name: "a" } })) as { id: string; token: string };
  expect(answer.token).toEqual(expect.any(String));
  expect(bodyOf(world.call("get", { path: { id: answer.id } }))).toEqual({ id: answer.id, name: "a" });
});

test("a PUT that must have nothing changes what it has; one that must have fields replaces", () => {
  const thing = object({ id: text, name: text, note: text }, ["id"]);
  const put = (operationId: string, required: readonly string[]) => ({
    operationId,
    requestBody: json(object({ name: text, note: text }, required)),
    responses: { 200: json(thing) },
  });
  const after = (required: readonly string[]): unknown => {
    const world = createWorld(
      modelOf({
        "/things": { post: { operationId: "create", requestBody: json(thing), responses: { 201: json(thing) } } },
        "/things/{id}": { parameters: inPath("id"), put: put("put", required) },
      }),
    );
    const { id } = bodyOf(world.call("create", { body: { name: "a", note: "n" } })) as { id: string };
    return bodyOf(world.call("put", { path: { id }, body: { name: "b" } }));
  };
  expect(after([])).toMatchObject({ name: "b", note: "n" });
  expect(after(["name"])).not.toHaveProperty("note");
});

test("a filter asks for objects by what names them, and for all", () => {
  const owner = object({ id: text, name: text });
  const thing = object({ id: text, state: { type: "string", enum: ["open", "closed"] }, owner }, ["id", "state"]);
  const state = {
    name: "state",
    in: "query",
    schema: { type: "string", enum: ["open", "closed", "all"], default: "open" },
  };
  const parameters = [state, { name: "owner", in: "query", schema: text }];
  const world = things(
    {
      "/things": {
        get: { operationId: "list", parameters, responses: { 200: json({ type: "array", items: thing }) } },
        post: { operationId: "create", requestBody: json(thing), responses: { 201: json(thing) } },
      },
    },
    thing,
  );
  world.call("create", { body: { state: "closed", owner: { name: "ann" } } });
  world.call("create", { body: { owner: { name: "bob" } } });
  const names = (query: object) =>
    (bodyOf(world.call("list", { query: query as never })) as { owner: { name: string } }[]).map(
      (one) => one.owner.name,
    );
  expect(names({ state: "open" })).toEqual(["bob"]);
  expect(names({ state: "all" })).toEqual(["ann", "bob"]);
  expect(names({ state: "all", owner: "ann" })).toEqual(["ann"]);
});
