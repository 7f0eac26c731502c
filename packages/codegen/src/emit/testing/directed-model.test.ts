import { createModel } from "@svc/model";
import { expect, test } from "vitest";
import { directedModel } from "./directed-model.ts";

const REF = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function modelOf(schemas: object, sent: object | undefined, received: object) {
  const json = (schema: object) => ({ content: { "application/json": { schema } } });
  const operation = {
    operationId: "o",
    ...(sent && { requestBody: json(sent) }),
    responses: { 200: { description: "ok", ...json(received) } },
  };
  return createModel({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: { "/o": { post: operation } },
    components: { schemas },
  });
}

const user = {
  type: "object",
  required: ["id", "password"],
  properties: {
    id: { type: "string", readOnly: true },
    password: { type: "string", writeOnly: true },
    friends: { type: "array", items: REF("User") },
  },
};

test("a document without marks is left as it is", () => {
  const model = modelOf({ A: { type: "string" } }, REF("A"), REF("A"));
  expect(directedModel(model)).toBe(model);
});

test("a schema that travels both ways has a form for each, recursion included", () => {
  const { schemas, operations } = directedModel(modelOf({ User: user }, REF("User"), REF("User")));
  expect(Object.keys(schemas)).toEqual(["User", "UserRequest"]);
  expect(schemas["User"]?.schema).toMatchObject({
    required: ["id"],
    properties: { id: {}, friends: { items: REF("User") } },
  });
  expect(schemas["UserRequest"]?.schema).toEqual({
    type: "object",
    required: ["password"],
    properties: {
      password: { type: "string", writeOnly: true },
      friends: { type: "array", items: REF("UserRequest") },
    },
  });
  expect(schemas["UserRequest"]).toMatchObject({ builderName: "", requestBuilderName: "userRequest" });
  expect(operations[0]?.body?.content[0]?.schema).toEqual(REF("UserRequest"));
  expect(operations[0]?.responses[0]?.content[0]?.schema).toEqual(REF("User"));
});

test("a schema that travels one way has one form", () => {
  const { schemas } = directedModel(modelOf({ User: user }, undefined, REF("User")));
  expect(Object.keys(schemas)).toEqual(["User"]);
  expect(Object.keys(schemas["User"]?.schema.properties ?? {})).toEqual(["id", "friends"]);
});

test("only schemas that hold marks have a second form, also where they hold them by reference", () => {
  const group = { type: "object", properties: { users: { type: "object", additionalProperties: REF("User") } } };
  const plain = { type: "object", properties: { name: { type: "string" } } };
  const sent = { type: "object", properties: { group: REF("Group"), plain: REF("Plain") } };
  const { schemas } = directedModel(modelOf({ User: user, Group: group, Plain: plain }, sent, sent));
  expect(Object.keys(schemas)).toEqual(["User", "Group", "Plain", "UserRequest", "GroupRequest"]);
});

test("a part that requires what another part hides does not require it", () => {
  const sent = { allOf: [REF("User"), { type: "object", required: ["id", "name"] }], properties: { name: {} } };
  const { operations } = directedModel(modelOf({ User: user }, sent, REF("User")));
  expect(operations[0]?.body?.content[0]?.schema?.allOf?.[1]).toEqual({ type: "object", required: ["name"] });
});

test("a name that is taken gets a suffix", () => {
  const taken = { type: "string" };
  const { schemas } = directedModel(modelOf({ User: user, UserRequest: taken }, REF("User"), REF("User")));
  expect(Object.keys(schemas)).toHaveLength(3);
  expect(schemas["UserRequest"]?.schema).toEqual(taken);
});
