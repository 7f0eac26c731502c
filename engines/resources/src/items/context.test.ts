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

test("below an item that was made in another place and removed there is nothing", () => {
  const meeting = object({ id: text, topic: text }, ["id"]);
  const note = object({ id: text, line: text }, ["id"]);
  const world = worldOf({
    "/users/{user}/meetings": {
      parameters: [inPath("user")],
      get: { operationId: "list", responses: { 200: shows({ type: "array", items: meeting }) } },
      post: { operationId: "make", requestBody: body(meeting), responses: { 201: shows(meeting) } },
    },
    "/meetings/{id}": {
      parameters: [inPath("id")],
      get: { operationId: "get", responses: { 200: shows(meeting) } },
      delete: { operationId: "remove", responses: { 204: { description: "" } } },
    },
    "/meetings/{id}/notes": {
      parameters: [inPath("id")],
      get: { operationId: "notes", responses: { 200: shows({ type: "array", items: note }) } },
      post: { operationId: "write", requestBody: body(note), responses: { 201: shows(note) } },
    },
  });
  world.call("make", { path: { user: "u" }, body: { id: "m", topic: "t" } });
  expect(world.call("write", { path: { id: "m" }, body: { line: "l" } })).toMatchObject({ status: 201 });
  world.call("remove", { path: { id: "m" } });
  expect(world.call("write", { path: { id: "m" }, body: { line: "l" } })).toMatchObject({ status: 404 });
  expect(world.call("notes", { path: { id: "m" } })).toMatchObject({ status: 404 });
});
