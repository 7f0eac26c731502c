import { expect, test } from "vitest";
import { createModel } from "../create-model.ts";

test("an operation's header takes the place of its path's in any case", () => {
  const header = (name: string, required: boolean) => ({ name, in: "header", required, schema: { type: "string" } });
  const get = { operationId: "a", parameters: [header("x-trace", false)], responses: { 204: { description: "" } } };
  const paths = { "/a": { parameters: [header("X-Trace", true)], get } };
  const { operations } = createModel({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths });
  expect(operations[0]?.parameters).toMatchObject([{ name: "x-trace", required: false }]);
});
