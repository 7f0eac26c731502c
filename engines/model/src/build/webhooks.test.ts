import { expect, test } from "vitest";
import { createModel } from "../create-model.ts";

const item = { post: { responses: { 200: { description: "ok" } } } };

function namesOf(more: object): readonly string[] | undefined {
  const document = { openapi: "3.0.3", info: { title: "t", version: "1" }, paths: {}, ...more };
  return createModel(document).webhooks?.map(({ name, method }) => `${method} ${name}`);
}

test("webhooks are read from x-webhooks where the document has no others", () => {
  expect(namesOf({ "x-webhooks": { ping: item } })).toEqual(["post ping"]);
  expect(namesOf({ "x-webhooks": { ping: item }, webhooks: { pong: item } })).toEqual(["post pong"]);
});

test.each([[["https://hooks.example"]], "text", true])("%j as x-webhooks means something else", (value) => {
  expect(namesOf({ "x-webhooks": value })).toBeUndefined();
});
