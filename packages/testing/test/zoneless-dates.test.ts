import { modelOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createFake } from "../src/fake/create-fake.ts";

const content = {
  "application/json": {
    schema: {
      type: "object",
      required: ["id", "at"],
      properties: {
        id: { type: "string", readOnly: true },
        at: { type: "string", format: "date-time" },
        until: { anyOf: [{ type: "string", format: "date-time" }, { type: "null" }] },
        day: { type: "string", format: "date" },
        opens: { type: "string", format: "time" },
      },
    },
  },
};
const responses = { 200: { description: "", content } };
const model = modelOf({
  paths: {
    "/events": { post: { operationId: "create", requestBody: { required: true, content }, responses } },
    "/events/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { operationId: "get", responses },
      put: { operationId: "put", requestBody: { required: true, content }, responses },
    },
  },
});

// As FastAPI answers them: a datetime without a zone is one without a zone.
test.each([
  ["2020-01-01T10:00:00", "2020-01-01T10:00:00"],
  ["2020-01-01 10:00", "2020-01-01T10:00:00"],
  ["2020-01-01", "2020-01-01T00:00:00"],
  [1577872800, "2020-01-01T10:00:00Z"],
  ["2020-01-01T10:00:00.000Z", "2020-01-01T10:00:00.000Z"],
])("the date %j that is accepted is the one that is answered: %s", async (at, expected) => {
  await using fake = createFake(model);
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const headers = { "content-type": "application/json" };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return (await fake.fetch(fake.baseUrl + path, init)).json();
  };
  const sent = { at, until: at, day: 1577836800, opens: "10:00" };
  const seen = { at: expected, until: expected, day: "2020-01-01", opens: "10:00:00" };
  const made = (await call("POST", "/events", sent)) as { readonly id: string };
  expect(made).toEqual({ id: made.id, ...seen });
  expect(await call("GET", `/events/${made.id}`)).toEqual(made);
  expect(await call("PUT", `/events/${made.id}`, sent)).toEqual(made);
});
