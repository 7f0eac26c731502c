import { createModel, type Schema } from "@svc/model";
import { documentOf, modelOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createWorld } from "../../test/support/world.ts";
import type { Answer } from "../items/context.ts";
import { firstState, isEnd, stateAfter, statesOf } from "./states.ts";

test.each([
  [["closed", "open"], "open"],
  [["validating", "failed", "completed"], "validating"],
  [["active", "canceled", "incomplete"], "active"],
  [["canceled", "processing", "requires_action", "succeeded"], "processing"],
  [["timed_out", "expired"], "timed_out"],
] as const)("of %j, items begin in %s", (states, first) => {
  expect(firstState(states)).toBe(first);
});

test.each([
  ["cancel", ["active", "canceled"], "canceled"],
  ["cancel", ["cancelling", "cancelled"], "cancelled"],
  ["stop", ["running", "stopped", "stop_failed"], "stopped"],
  ["pay", ["open", "paid"], "paid"],
  ["resume", ["paused", "in_progress"], "in_progress"],
  ["start", ["new", "started", "start_failed"], "started"],
  ["list", ["active", "closed"], undefined],
] as const)("%s, of %j, leads to %s", (verb, states, state) => {
  expect(stateAfter(verb, states)).toBe(state);
});

const ORDER = {
  type: "object",
  required: ["id", "status", "deleted"],
  properties: {
    id: { type: "string" },
    note: { type: "string" },
    status: { type: "string", enum: ["canceled", "closed", "open"] },
    plan: { type: "string", enum: ["basic", "gold"], default: "gold" },
    deleted: { type: "boolean" },
    archived_at: { type: ["string", "null"], format: "date-time" },
    closed_at: { type: ["integer", "null"] },
    cancellation_reason: { type: "string" },
    last_error: { type: ["object", "null"] },
    locked: { type: "boolean" },
  },
};

function ordersWorld() {
  const json = (schema: object) => ({ description: "", content: { "application/json": { schema } } });
  const order = json({ $ref: "#/components/schemas/Order" });
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
  const act = (operationId: string) => ({ operationId, responses: { 204: { description: "" } } });
  const body = json({ type: "object", properties: { note: { type: "string" }, status: { type: "string" } } });
  return createWorld(
    modelOf({
      paths: {
        "/orders": { post: { operationId: "create", requestBody: body, responses: { 201: order } } },
        "/orders/{id}": {
          parameters,
          get: { operationId: "get", responses: { 200: order, 404: { description: "" } } },
          patch: { operationId: "patch", requestBody: body, responses: { 200: order } },
        },
        "/orders/{id}/archive": { parameters, post: act("archive") },
        "/orders/{id}/unarchive": { parameters, post: act("unarchive") },
        "/orders/{id}/cancel": { parameters, post: act("cancel") },
        "/orders/{id}/lock": { parameters, put: act("lock"), delete: act("unlock") },
      },
      schemas: { Order: ORDER },
    }),
  );
}

function bodyOf(answer: Answer | undefined): unknown {
  return answer?.kind === "answer" ? answer.body : undefined;
}

test("a new item is in its first state, and nothing has ended or failed", () => {
  const world = ordersWorld();
  const made = world.call("create", { body: { note: "a" } });
  expect(made).toMatchObject({
    body: {
      note: "a",
      status: "open",
      plan: "gold",
      deleted: false,
      archived_at: null,
      closed_at: null,
      last_error: null,
    },
  });
  expect(made).not.toHaveProperty("body.cancellation_reason");
});

test("verbs lead to the states, flags and times that they name, also where they answer nothing", () => {
  const world = ordersWorld();
  const { id } = bodyOf(world.call("create", { body: {} })) as { id: string };
  const path = { id };
  const after = (verb: string): unknown => {
    expect(world.call(verb, { path })).toMatchObject({ status: 204 });
    return bodyOf(world.call("get", { path }));
  };
  expect(after("archive")).toMatchObject({ archived_at: "2025-06-01T12:00:00Z", status: "open" });
  expect(after("unarchive")).toMatchObject({ archived_at: null });
  expect(after("lock")).toMatchObject({ locked: true });
  expect(after("unlock")).toMatchObject({ locked: false });
  expect(after("cancel")).toMatchObject({ status: "canceled" });
  expect(world.call("patch", { path, body: { status: "closed" } })).toMatchObject({
    body: { closed_at: Date.UTC(2025, 5, 1, 12) / 1000 },
  });
  expect(world.call("patch", { path, body: { status: "open" } })).toMatchObject({ body: { closed_at: null } });
});

test("an id that nothing has made is unknown once a request has made one", () => {
  const world = ordersWorld();
  expect(world.call("get", { path: { id: "any" } })).toBeUndefined();
  world.call("create", { body: {} });
  expect(world.call("get", { path: { id: "any" } })).toMatchObject({ kind: "refused", status: 404 });
  expect(world.call("cancel", { path: { id: "any" } })).toMatchObject({ kind: "refused", status: 404 });
  expect(world.call("get", { path: { id: "me" } })).toBeUndefined();
});

test("of lists of states that requests have, an item has the one with its example", () => {
  const schema: Schema = { type: "string", examples: ["open"] };
  const said = new Map([
    [
      "state",
      [
        ["active", "blocked"],
        ["open", "closed"],
      ],
    ],
  ]);
  const property = { name: "state", schema, schemas: [schema], required: true, readOnly: false, writeOnly: false };
  expect(statesOf(property, said, {})).toEqual(["open", "closed"]);
  expect(statesOf(property, new Map(), {})).toEqual(["open"]);
});

test("a new item is in the state that the example of its creation shows, whatever the words", () => {
  const status = { type: "string", enum: ["cancelled", "open", "paid"] };
  const order = { type: "object", required: ["id", "status"], properties: { id: { type: "string" }, status } };
  const content = (example?: object) => ({
    description: "",
    content: { "application/json": { schema: order, ...(example && { example }) } },
  });
  const paths = (example?: object) => ({
    "/orders": { post: { operationId: "make", responses: { 201: content(example) } } },
    "/orders/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { operationId: "get", responses: { 200: content() } },
    },
  });
  const begun = (example?: object): unknown => {
    const document = documentOf({ paths: paths(example) });
    return bodyOf(createWorld(createModel(document)).call("make"));
  };
  expect(begun()).toMatchObject({ status: "open" });
  expect(begun({ id: "a", status: "paid" })).toMatchObject({ status: "paid" });
  expect(begun({ id: "a", status: "unlisted" })).toMatchObject({ status: "open" });
});

test("what has not started has not ended", () => {
  expect(["not_start", "NotStarted", "not_paid"].map(isEnd)).toEqual([false, false, true]);
});
