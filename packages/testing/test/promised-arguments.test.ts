import { modelOf } from "@svc/model/test-support/small-document";
import { createBuilders } from "@svc/schema";
import { expect, test } from "vitest";
import { createFake } from "../src/fake/create-fake.ts";

const pet = { type: "object", required: ["id"], properties: { id: { type: "string" }, name: { type: "string" } } };
const answer = { description: "It", content: { "application/json": { schema: pet } } };
const path = [{ name: "petId", in: "path", required: true, schema: { type: "string", format: "uuid" } }];
const model = modelOf({
  paths: {
    "/pets": {
      post: {
        operationId: "make",
        requestBody: { required: true, content: { "application/json": { schema: pet } } },
        responses: { 201: answer },
      },
      get: {
        operationId: "list",
        responses: {
          200: { description: "All", content: { "application/json": { schema: { type: "array", items: pet } } } },
        },
      },
    },
    "/pets/{petId}": {
      parameters: path,
      get: { operationId: "read", responses: { 200: answer, 404: { description: "None" } } },
      delete: { operationId: "remove", responses: { 204: { description: "Gone" }, 404: { description: "None" } } },
    },
  },
});

test("a collection in use knows no other id, but those that build.args promises", async () => {
  const fake = createFake(model, { baseUrl: "https://pets.test" });
  const build = createBuilders<{ args(id: string): unknown[] }>(model);
  const call = async (method: string, at: string) =>
    (await fake.fetch(`https://pets.test/pets/${at}`, { method, headers: { authorization: "Bearer t" } })).status;
  const body = JSON.stringify({ id: "x", name: "Rex" });
  const headers = { "content-type": "application/json" };
  const made = await fake.fetch("https://pets.test/pets", { method: "POST", body, headers });
  expect(made.status).toBe(201);
  const [promised] = build.args("read") as [string];
  expect(await call("GET", promised)).toBe(200);
  expect(await call("GET", "0b7c6a3e-0000-4000-8000-000000000000")).toBe(404);
});
