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
  const ask = fakeOf({
    "/things": {
      get: {
        operationId: "list",
        ...ok(object({ data: listOf(object({ id: text })), pages, has_previous: flag, has_more: flag })),
      },
      post: { operationId: "create", ...send(object({})), ...ok(object({ id: text })) },
    },
    "/things/{id}": { parameters: [inPath("id")], get: { operationId: "get", ...ok(object({ id: text })) } },
  });
  ask("create", { body: {} });
  const { pages: shown, ...list } = ask("list");
  expect(list).toMatchObject({ has_previous: false, has_more: false });
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
