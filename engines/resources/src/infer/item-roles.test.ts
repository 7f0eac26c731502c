import { createModel } from "@svc/model";
import { expect, test } from "vitest";
import { createWorld } from "../../test/support/world.ts";

const text = { type: "string" };
const object = (properties: object, required: readonly string[] = []) => ({ type: "object", required, properties });
const body = (schema: object) => ({ content: { "application/json": { schema } } });
const shows = (schema: object) => ({ description: "", ...body(schema) });
const inPath = (name: string) => ({ name, in: "path", required: true, schema: text });
const worldOf = (paths: object) =>
  createWorld(createModel({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths }));

test("a PUT without a body that alone shows something is no change of an item", () => {
  const started = object({ id: text, job: text }, ["id"]);
  const world = worldOf({
    "/jobs/{id}": { put: { operationId: "start", parameters: [inPath("id")], responses: { 200: shows(started) } } },
  });
  expect(world.store.resources).toEqual([]);
});

test.each(["put", "patch"])("a %s of an item that takes no body shows the stored item", (method) => {
  const thing = object({ id: text, name: text, color: text }, ["id", "name", "color"]);
  const world = worldOf({
    "/things": {
      post: { operationId: "make", requestBody: body(thing), responses: { 201: shows(thing) } },
    },
    "/things/{id}": {
      parameters: [inPath("id")],
      get: { operationId: "get", responses: { 200: shows(thing) } },
      [method]: { operationId: "touch", responses: { 200: shows(thing) } },
    },
  });
  const stored = { id: "a", name: "n", color: "red" };
  world.call("make", { body: stored });
  expect(world.call("touch", { path: { id: "a" } })).toMatchObject({ body: stored });
  const other = world.call("touch", { path: { id: "b" } });
  expect(other).toMatchObject(method === "put" ? { body: { id: "b" } } : { status: 404 });
  expect(world.call("get", { path: { id: "a" } })).toMatchObject({ body: stored });
});
