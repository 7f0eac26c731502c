import { createModel, type Json } from "@svc/model";
import { createWorld, type Request } from "./world.ts";

// Small documents, written in a few words.

export const text: object = { type: "string" };
export const count: object = { type: "integer" };
export const flag: object = { type: "boolean" };
export const object = (properties: object, required: readonly string[] = []): object => ({
  type: "object",
  properties,
  required,
});
export const listOf = (items: object): object => ({ type: "array", items });
const json = (schema: object) => ({ content: { "application/json": { schema } } });
export const ok = (schema: object): object => ({ responses: { 200: { description: "", ...json(schema) } } });
export const send = (schema: object): object => ({ requestBody: json(schema) });
export const query = (name: string, schema: object = text, description?: string): object => ({
  name,
  in: "query",
  schema,
  ...(description !== undefined && { description }),
});
export const inPath = (name: string, description?: string, schema: object = text): object => ({
  ...query(name, schema, description),
  in: "path",
  required: true,
});

/** Sends requests to the fake of a document, by operation id; the answer's body, or the status of a refusal. */
export function fakeOf(
  paths: object,
  schemas: object = {},
  // biome-ignore lint/suspicious/noExplicitAny: bodies of any form.
): (operation: string, request?: Partial<Request>) => any {
  const model = createModel({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths, components: { schemas } });
  const world = createWorld(model);
  return (operation, request) => {
    const answer = world.call(operation, request);
    return answer?.kind === "answer" ? (answer.body as Json) : answer?.status;
  };
}
