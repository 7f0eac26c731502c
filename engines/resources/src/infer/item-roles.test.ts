import { inPath, json, modelOf, object, text } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createWorld } from "../../test/support/world.ts";

const worldOf = (paths: object) => createWorld(modelOf({ paths }));

test("a PUT without a body that alone shows something is no change of an item", () => {
  const started = object({ id: text, job: text }, ["id"]);
  const world = worldOf({
    "/jobs/{id}": { put: { operationId: "start", parameters: [inPath("id")], responses: { 200: json(started) } } },
  });
  expect(world.store.resources).toEqual([]);
});

test.each(["put", "patch"])("a %s of an item that takes no body shows the stored item", (method) => {
  const thing = object({ id: text, name: text, color: text }, ["id", "name", "color"]);
  const world = worldOf({
    "/things": {
      post: { operationId: "make", requestBody: json(thing), responses: { 201: json(thing) } },
    },
    "/things/{id}": {
      parameters: [inPath("id")],
      get: { operationId: "get", responses: { 200: json(thing) } },
      [method]: { operationId: "touch", responses: { 200: json(thing) } },
    },
  });
  const stored = { id: "a", name: "n", color: "red" };
  world.call("make", { body: stored });
  expect(world.call("touch", { path: { id: "a" } })).toMatchObject({ body: stored });
  const other = world.call("touch", { path: { id: "b" } });
  expect(other).toMatchObject(method === "put" ? { body: { id: "b" } } : { status: 404 });
  expect(world.call("get", { path: { id: "a" } })).toMatchObject({ body: stored });
});
