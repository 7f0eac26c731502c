import { inPath, json, modelOf, object, text } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createWorld } from "../../test/support/world.ts";

const worldOf = (paths: object) => createWorld(modelOf({ paths }));

test("below an item that was made in another place and removed there is nothing", () => {
  const meeting = object({ id: text, topic: text }, ["id"]);
  const note = object({ id: text, line: text }, ["id"]);
  const world = worldOf({
    "/users/{user}/meetings": {
      parameters: [inPath("user")],
      get: { operationId: "list", responses: { 200: json({ type: "array", items: meeting }) } },
      post: { operationId: "make", requestBody: json(meeting), responses: { 201: json(meeting) } },
    },
    "/meetings/{id}": {
      parameters: [inPath("id")],
      get: { operationId: "get", responses: { 200: json(meeting) } },
      delete: { operationId: "remove", responses: { 204: { description: "" } } },
    },
    "/meetings/{id}/notes": {
      parameters: [inPath("id")],
      get: { operationId: "notes", responses: { 200: json({ type: "array", items: note }) } },
      post: { operationId: "write", requestBody: json(note), responses: { 201: json(note) } },
    },
  });
  world.call("make", { path: { user: "u" }, body: { id: "m", topic: "t" } });
  expect(world.call("write", { path: { id: "m" }, body: { line: "l" } })).toMatchObject({ status: 201 });
  world.call("remove", { path: { id: "m" } });
  expect(world.call("write", { path: { id: "m" }, body: { line: "l" } })).toMatchObject({ status: 404 });
  expect(world.call("notes", { path: { id: "m" } })).toMatchObject({ status: 404 });
});
