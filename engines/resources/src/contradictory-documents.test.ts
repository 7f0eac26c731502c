import { createModel } from "@svc/model";
import { expect, test } from "vitest";
import { liveCycles } from "../test/support/cycle.ts";
import { createWorld } from "../test/support/world.ts";

const text = { type: "string" };
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const ok = (schema: object, status = "200") => ({ responses: { [status]: { description: "", ...json(schema) } } });
const object = (properties: object, required: string[] = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
});
const path = (name: string, schema: object = text) => ({ name, in: "path", required: true, schema });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const schemas = {
  Upload: object({ upload_id: text, parts: { type: "array", items: object({ sequence: text }) } }),
  Range: object({
    id: text,
    name: text,
    tags: { type: "array", items: object({ id: { type: "integer" }, name: text }) },
  }),
  Webinar: object({ webinar_key: { type: "integer" }, subject: text }),
};
const modelOf = (paths: object) =>
  createModel({ openapi: "3.1.0", info: { title: "t", version: "1" }, components: { schemas }, paths });

const uploads = modelOf({
  "/uploads": {
    post: { operationId: "begin", requestBody: json(object({ name: text })), ...ok(ref("Upload"), "201") },
  },
  "/uploads/{upload_id}": {
    parameters: [path("upload_id")],
    get: { operationId: "read", ...ok(ref("Upload")) },
    delete: { operationId: "remove", responses: { 204: { description: "" } } },
  },
  "/uploads/{upload_id}/{sequence}": {
    parameters: [path("upload_id"), path("sequence")],
    put: { operationId: "send", requestBody: json(object({ data: text })), ...ok(ref("Upload")) },
  },
});

const ranges = modelOf({
  "/ranges": {
    get: { operationId: "list", ...ok(ref("Range")) },
    post: { operationId: "make", requestBody: json(object({ name: text })), ...ok(ref("Range"), "201") },
  },
  "/ranges/{id}": { parameters: [path("id")], get: { operationId: "read", ...ok(ref("Range")) } },
});

const webinars = modelOf({
  "/webinars": {
    post: {
      operationId: "make",
      requestBody: json(object({ subject: text })),
      ...ok(object({ webinar_key: text }), "201"),
    },
  },
  "/webinars/{webinar_key}": {
    parameters: [path("webinar_key", { type: "integer" })],
    get: { operationId: "read", ...ok(ref("Webinar")) },
    delete: { operationId: "remove", responses: { 204: { description: "" } } },
  },
});

const trees = modelOf({
  "/trees": {
    get: { operationId: "list", ...ok({ type: "array", items: text }) },
    post: {
      operationId: "make",
      requestBody: json(object({ name: text })),
      ...ok(object({ name: text, directory: text })),
    },
  },
});

test.each([
  ["an item that is also a list of its parts", uploads],
  ["a list that its document describes as one item", ranges],
  ["an id that is a number here and a text there", webinars],
] as const)("%s: items live their whole lives", (_, model) => {
  for (let seed = 1; seed <= 20; seed++) {
    const cycles = liveCycles(model, seed);
    expect(cycles).not.toEqual([]);
    expect(cycles.flatMap(({ failures }) => failures)).toEqual([]);
  }
});

test("an id is shown as each answer has it", () => {
  const { call } = createWorld(webinars);
  const made = call("make", { body: { subject: "s" } });
  expect(made).toMatchObject({ body: { webinar_key: "1" } });
  expect(call("read", { path: { webinar_key: "1" } })).toMatchObject({ body: { webinar_key: 1, subject: "s" } });
});

test("an item with a list in it has no role of a list, nor is what lies below it a collection of its own", () => {
  const found = createWorld(uploads).store.resources.map(({ key, roles }) => [key, Object.keys(roles)]);
  expect(found).toEqual([["/uploads", ["begin", "read", "remove"]]]);
});

test("a list of texts shows none of the objects that a POST makes: it has no role, and is made up", () => {
  const { call, store } = createWorld(trees);
  call("make", { body: { name: "n" } });
  expect(call("list")).toBeUndefined();
  expect(store.resources.map(({ roles }) => Object.keys(roles))).toEqual([["make"]]);
});
