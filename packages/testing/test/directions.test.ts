import { createModel } from "@svc/model";
import { createBuilders } from "@svc/schema";
import { expect, test } from "vitest";
import { createFakeSvc } from "../src/index.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const user = {
  type: "object",
  required: ["id", "name", "password", "profile"],
  properties: {
    id: { type: "integer", readOnly: true },
    name: { type: "string" },
    password: { type: "string", minLength: 4, writeOnly: true },
    profile: ref("Profile"),
    friends: { type: "array", items: ref("User") },
  },
};
const profile = {
  type: "object",
  required: ["slug", "bio"],
  properties: { slug: { type: "string", readOnly: true }, bio: { type: "string" } },
};
const document = {
  openapi: "3.0.3",
  info: { title: "Directions", version: "1" },
  paths: {
    "/users": {
      get: {
        operationId: "list",
        responses: { 200: { description: "ok", ...json({ type: "array", items: ref("User") }) } },
      },
      post: {
        operationId: "add",
        requestBody: { required: true, ...json(ref("User")) },
        responses: { 201: { description: "made", ...json(ref("User")) } },
      },
    },
    "/keys": {
      post: {
        operationId: "check",
        requestBody: { required: true, ...json(ref("User")) },
        responses: { 200: { description: "ok", ...json(ref("User")) } },
      },
    },
  },
  components: { schemas: { User: { allOf: [user] }, Profile: profile } },
};
const sent = {
  name: "A",
  password: "secret-1",
  profile: { bio: "b" },
  friends: [{ name: "B", password: "secret-2", profile: { bio: "c" } }],
};

test("the fake shows no secret that was only sent, at any depth, and makes what is only received", async () => {
  await using fake = createFakeSvc({ document });
  const call = async (path: string, init?: RequestInit) =>
    (await fake.fetch(`${fake.baseUrl}${path}`, init)).json() as Promise<Record<string, unknown>>;
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(sent) };
  const made = await call("/users", init);
  expect(made).toMatchObject({
    id: expect.any(Number),
    name: "A",
    profile: { slug: expect.any(String), bio: "b" },
    friends: [{ id: expect.any(Number), name: "B" }],
  });
  for (const answer of [made, await call("/users"), await call("/keys", init)])
    expect(JSON.stringify(answer)).not.toMatch(/password|secret/);
  const { password: _, ...without } = sent;
  const refused = await fake.fetch(`${fake.baseUrl}/users`, { ...init, body: JSON.stringify(without) });
  expect(refused.status).toBe(400);
});

test("builders of responses have nothing that is only sent, and those of requests nothing that is only received", () => {
  type Value = { readonly [name: string]: unknown };
  const build = createBuilders<{ user: () => Value; userRequest: () => Value }>(createModel(document));
  expect(Object.keys(build.user())).toEqual(["id", "name", "profile", "friends"]);
  expect(Object.keys(build.userRequest())).toEqual(["name", "password", "profile", "friends"]);
  expect(build.userRequest()["profile"]).toEqual({ bio: expect.any(String) });
});

test("a property is not sent if one of its own parts says so", () => {
  const stamp = { allOf: [ref("Stamp"), { readOnly: true }] };
  const secret = { allOf: [{ allOf: [{ type: "string" }] }, { writeOnly: true }] };
  const named = { allOf: [ref("Received"), { description: "When" }] };
  const schemas = {
    Stamp: { type: "string", format: "date-time" },
    Received: { type: "string", readOnly: true },
    Pack: {
      type: "object",
      required: ["at", "key", "name", "by"],
      properties: { at: stamp, key: secret, name: { type: "string" }, by: named },
    },
  };
  const post = {
    operationId: "add",
    requestBody: json(ref("Pack")),
    responses: { 200: { description: "ok", ...json(ref("Pack")) } },
  };
  const model = createModel({ ...document, paths: { "/packs": { post } }, components: { schemas } });
  const build = createBuilders<{ pack(): object; packRequest(): object; body(id: string): object }>(model);
  expect(Object.keys(build.pack())).toEqual(["at", "name", "by"]);
  for (const sent of [build.packRequest(), build.body("add")]) expect(Object.keys(sent)).toEqual(["key", "name"]);
});

test("a property is not sent if one part of an allOf says so, whatever the others require", async () => {
  const base = {
    type: "object",
    required: ["id", "kind"],
    properties: { id: { type: "string" }, kind: { type: "string" } },
  };
  const own = { type: "object", properties: { id: { type: "string", readOnly: true } } };
  const schemas = { Base: base, Thing: { allOf: [ref("Base"), own] } };
  const post = { operationId: "add", requestBody: json(ref("Thing")), responses: { 204: { description: "done" } } };
  const things = { ...document, paths: { "/things": { post } }, components: { schemas } };
  await using fake = createFakeSvc({ document: things });
  const build = createBuilders<{ body(id: string): unknown }>(createModel(things));
  const body = JSON.stringify(build.body("add"));
  const init = { method: "POST", headers: { "content-type": "application/json" }, body };
  expect(Object.keys(JSON.parse(body))).toEqual(["kind"]);
  expect((await fake.fetch(`${fake.baseUrl}/things`, init)).status).toBe(204);
});

test("a base does not require what its subtype says is not sent", async () => {
  const text = { type: "string" };
  const base = {
    type: "object",
    required: ["kind", "id", "name"],
    properties: { kind: text, id: text, name: text },
    discriminator: { propertyName: "kind" },
  };
  const part = { required: ["id"], properties: { id: { ...text, readOnly: true } } };
  const schemas = { Base: base, Sub: { allOf: [ref("Base"), part] }, Other: { allOf: [ref("Base")] } };
  const post = { operationId: "add", requestBody: json(ref("Base")), responses: { 204: { description: "done" } } };
  const document = { openapi: "3.0.3", info: { title: "Bases", version: "1" }, components: { schemas } };
  await using fake = createFakeSvc({ document: { ...document, paths: { "/bases": { post } } } });
  const send = async (body: object) => {
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    return (await fake.fetch(`${fake.baseUrl}/bases`, init)).status;
  };
  expect(await send({ kind: "Sub", name: "a" })).toBe(204);
  expect(await send({ kind: "Sub" })).toBe(400);
});
