import { modelOf, text } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createFake } from "../src/fake/create-fake.ts";

const body = (schema: object, type = "application/json") => ({ content: { [type]: { schema } } });
const place = { type: "object", properties: { street: text, country: { ...text, default: "SE" } } };
const fields = {
  title: text,
  description: { ...text, default: "" },
  tags: { type: "array", items: text, default: [] },
  place,
};
const note = { type: "object", required: ["id", "title"], properties: { id: text, ...fields } };
const sent = { type: "object", properties: fields };
const change = (id: string, type?: string) => ({
  operationId: id,
  requestBody: body(sent, type),
  responses: { 200: { description: "", ...body(note) } },
});
const model = modelOf({
  paths: {
    "/notes": {
      post: { operationId: "make", requestBody: body(sent), responses: { 201: { description: "", ...body(note) } } },
    },
    "/notes/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      get: { operationId: "read", responses: { 200: { description: "", ...body(note) } } },
      put: change("put"),
      patch: change("patch"),
      post: change("form", "application/x-www-form-urlencoded"),
    },
  },
});

test.each([
  ["PUT", "application/json", '{"title":"b"}'],
  ["PATCH", "application/json", '{"title":"b","place":{"street":"s"}}'],
  ["POST", "application/x-www-form-urlencoded", "title=b"],
])("a %s that merges never writes the defaults of its schema over what is stored", async (method, type, changed) => {
  const fake = createFake(model);
  const send = async (verb: string, path: string, content: string, mediaType: string) => {
    const init = { method: verb, headers: { "content-type": mediaType }, body: content };
    return (await fake.fetch(fake.baseUrl + path, init)).json();
  };
  const whole = { title: "a", description: "d", tags: ["t"], place: { street: "r", country: "NO" } };
  const made = await send("POST", "/notes", JSON.stringify(whole), "application/json");
  expect(made).toMatchObject(whole);
  expect(await send(method, `/notes/${made.id}`, changed, type)).toMatchObject({
    title: "b",
    description: "d",
    tags: ["t"],
    place: { country: "NO" },
  });
});
