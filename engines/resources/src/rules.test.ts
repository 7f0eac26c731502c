import { createModel, type Json } from "@svc/model";
import { expect, test } from "vitest";
import { createWorld, type Request } from "../test/support/world.ts";

// What names, schemas and descriptions of a document tell of its resources: a small document for each rule.

const text = { type: "string" };
const count = { type: "integer" };
const flag = { type: "boolean" };
const object = (properties: object, required: readonly string[] = []) => ({ type: "object", properties, required });
const listOf = (items: object) => ({ type: "array", items });
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const ok = (schema: object) => ({ responses: { 200: { description: "", ...json(schema) } } });
const send = (schema: object) => ({ requestBody: json(schema) });
const query = (name: string, schema: object = text, description?: string) => ({
  name,
  in: "query",
  schema,
  ...(description !== undefined && { description }),
});
const inPath = (name: string, description?: string, schema: object = text) => ({
  ...query(name, schema, description),
  in: "path",
  required: true,
});

/** Sends requests to the fake of a document, by operation id; the answer's body, or the status of a refusal. */
function fakeOf(paths: object, schemas: object = {}) {
  const model = createModel({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths, components: { schemas } });
  const world = createWorld(model);
  // biome-ignore lint/suspicious/noExplicitAny: bodies of any form.
  return (operation: string, request?: Partial<Request>): any => {
    const answer = world.call(operation, request);
    return answer?.kind === "answer" ? (answer.body as Json) : answer?.status;
  };
}

test("a field that is called like a parameter is its next value, and ends with the list", () => {
  const ask = fakeOf({
    "/things": {
      get: {
        operationId: "list",
        parameters: [query("limit", count), query("iterator", text, "The iterator returned from a prior call")],
        ...ok(object({ data: listOf(object({ id: text })), iterator: { type: ["string", "null"] }, done: flag })),
      },
      post: { operationId: "create", ...send(object({})), ...ok(object({ id: text })) },
    },
    "/things/{id}": { parameters: [inPath("id")], get: { operationId: "get", ...ok(object({ id: text })) } },
  });
  const made = [1, 2, 3].map(() => ask("create", { body: {} }).id);
  const first = ask("list", { query: { limit: 2 } });
  expect(first).toMatchObject({ data: made.slice(0, 2).map((id) => ({ id })), done: false });
  const second = ask("list", { query: { limit: 2, iterator: first.iterator } });
  expect(second).toEqual({ data: [{ id: made[2] }], iterator: null, done: true });
});

test("what describes pages that are not there is absent, null or false", () => {
  const pages = object({ next: object({ per_page: count, starting_after: text }), page: count });
  const next = { ...object({ offset: text, uri: text }), type: ["object", "null"] };
  const ask = fakeOf({
    "/things": {
      get: {
        operationId: "list",
        parameters: [query("limit", count), query("offset")],
        ...ok(
          object({ data: listOf(object({ id: text })), pages, next_page: next, has_previous: flag, has_more: flag }),
        ),
      },
      post: { operationId: "create", ...send(object({})), ...ok(object({ id: text })) },
    },
    "/things/{id}": { parameters: [inPath("id")], get: { operationId: "get", ...ok(object({ id: text })) } },
  });
  ask("create", { body: {} });
  const { pages: shown, ...list } = ask("list");
  expect(list).toMatchObject({ has_previous: false, has_more: false, next_page: null });
  expect(shown?.next).toBeUndefined();
});

test("the one example of a text that says a kind is its value", () => {
  const kind = { ...text, examples: ["thing"], readOnly: true };
  const Thing = object({
    id: text,
    type: kind,
    owner: { readOnly: true, ...object({ id: text, resource_type: { ...text, examples: ["user"] } }) },
  });
  const ask = fakeOf({
    "/things": { post: { operationId: "create", ...send(object({})), ...ok(Thing) } },
    "/things/{id}": { parameters: [inPath("id")], get: { operationId: "get", ...ok(Thing) } },
  });
  expect(ask("create", { body: {} })).toMatchObject({ type: "thing", owner: { resource_type: "user" } });
});

test("what a request says by an id, or calls otherwise, lies in the object that the item has", () => {
  const Task = object({
    id: text,
    workspace: { readOnly: true, ...object({ id: text, name: text }) },
    projects: listOf(object({ id: text })),
    role: object({ slug: text, name: text }),
    plan: object({ id: text, name: text }),
  });
  const ask = fakeOf({
    "/tasks": {
      post: {
        operationId: "create",
        ...send(
          object({
            workspace: text,
            projects: listOf(text),
            role_slug: text,
            plan: { ...text, description: "The name of the plan." },
          }),
        ),
        ...ok(Task),
      },
    },
    "/tasks/{id}": { parameters: [inPath("id")], get: { operationId: "get", ...ok(Task) } },
  });
  const body = { workspace: "w1", projects: ["p1", "p2"], role_slug: "admin", plan: "Pro" };
  const { id } = ask("create", { body });
  expect(ask("get", { path: { id } })).toMatchObject({
    workspace: { id: "w1" },
    projects: [{ id: "p1" }, { id: "p2" }],
    role: { slug: "admin" },
    plan: { name: "Pro" },
  });
});

test("things that are only listed below others have the id that most things of the document have", () => {
  const Story = object({ gid: text, text, created_by: text });
  const Task = object({ gid: text, name: text });
  const one = (schema: object) => object({ data: schema });
  const ask = fakeOf({
    "/tasks": { post: { operationId: "task", ...send(object({ name: text })), ...ok(one(Task)) } },
    "/tasks/{task_gid}": { parameters: [inPath("task_gid")], get: { operationId: "readTask", ...ok(one(Task)) } },
    "/tasks/{task_gid}/stories": {
      parameters: [inPath("task_gid")],
      get: { operationId: "list", ...ok(object({ data: listOf(object({ gid: text, text })) })) },
      post: { operationId: "create", ...send(one(object({ text }))), ...ok(one(Story)) },
    },
    "/stories/{story_gid}": { parameters: [inPath("story_gid")], get: { operationId: "read", ...ok(one(Story)) } },
  });
  const path = { task_gid: ask("task", { body: { name: "t" } }).data.gid };
  const made = ask("create", { path, body: { data: { text: "Done" } } });
  expect(made.data.text).toBe("Done");
  expect(ask("read", { path: { story_gid: made.data.gid } })).toEqual(made);
  expect(ask("list", { path }).data).toEqual([{ gid: made.data.gid, text: "Done" }]);
});

test("an action puts what its body names into a list of the item, and the list below shows it", () => {
  const Tag = object({ id: text, name: text });
  const Task = object({ id: text, tags: { readOnly: true, ...listOf(object({ id: text })) } });
  const path = inPath("id");
  const act = (operationId: string) => ({
    parameters: [path],
    post: { operationId, ...send(object({ tag: text })), ...ok(object({ data: { type: "object" } })) },
  });
  const ask = fakeOf({
    "/tags": {
      get: { operationId: "tags", ...ok(listOf(Tag)) },
      post: { operationId: "createTag", ...send(object({ name: text })), ...ok(Tag) },
    },
    "/tags/{id}": { parameters: [path], get: { operationId: "tag", ...ok(Tag) } },
    "/tasks": { post: { operationId: "createTask", ...send(object({})), ...ok(Task) } },
    "/tasks/{id}": {
      parameters: [path],
      get: { operationId: "task", ...ok(Task) },
      delete: { operationId: "removeTask", ...ok(object({ data: { type: "object" } })) },
    },
    "/tasks/{id}/addTag": act("addTag"),
    "/tasks/{id}/removeTag": act("removeTag"),
    "/tasks/{id}/tags": { parameters: [path], get: { operationId: "tagsOf", ...ok(listOf(Tag)) } },
  });
  const [urgent, other] = ["urgent", "other"].map((name) => ask("createTag", { body: { name } }));
  const on = { path: { id: ask("createTask", { body: {} }).id } };
  expect(ask("addTag", { ...on, body: { tag: urgent.id } })).toEqual({ data: {} });
  ask("addTag", { ...on, body: { tag: other.id } });
  ask("removeTag", { ...on, body: { tag: other.id } });
  expect(ask("tagsOf", on)).toEqual([urgent]);
  expect(ask("task", on).tags).toEqual([{ id: urgent.id }]);
  expect(ask("removeTask", on)).toEqual({ data: {} });
});

test("lists are filtered by what items name, by path or query, and by parts of texts where the document says so", () => {
  const Task = object({ id: text, name: text, projects: listOf(object({ id: text })) });
  const ask = fakeOf({
    "/tasks": {
      get: {
        operationId: "list",
        parameters: [query("project"), query("name", text, "Tasks with a partial or full name.")],
        ...ok(listOf(Task)),
      },
      post: { operationId: "create", ...send(object({ name: text, projects: listOf(text) })), ...ok(Task) },
    },
    "/tasks/{id}": { parameters: [inPath("id")], get: { operationId: "get", ...ok(Task) } },
    "/projects/{project_id}/tasks": {
      parameters: [inPath("project_id")],
      get: { operationId: "inProject", ...ok(listOf(Task)) },
    },
  });
  const names = (tasks: { name: string }[]) => tasks.map(({ name }) => name);
  ask("create", { body: { name: "Buy milk", projects: ["home"] } });
  ask("create", { body: { name: "Write", projects: ["work"] } });
  expect(names(ask("list", { query: { project: "home" } }))).toEqual(["Buy milk"]);
  expect(names(ask("list", { query: { name: "milk" } }))).toEqual(["Buy milk"]);
  expect(names(ask("inProject", { path: { project_id: "work" } }))).toEqual(["Write"]);
  expect(ask("inProject", { path: { project_id: "none" } })).toEqual([]);
});
