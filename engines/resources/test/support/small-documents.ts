import type { Json } from "@svc/model";
import { json, modelOf, text } from "@svc/model/test-support/small-document";
import { createWorld, type Request } from "./world.ts";

export { list as listOf, object, ok, text } from "@svc/model/test-support/small-document";

// Small documents, written in a few words.

export const count: object = { type: "integer" };
export const flag: object = { type: "boolean" };
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

/** Sends requests to the fake of a document, by operation id; the response's body, or the status of a refusal. */
export function fakeOf(
  paths: object,
  schemas: object = {},
  // biome-ignore lint/suspicious/noExplicitAny: bodies of any form.
): (operation: string, request?: Partial<Request>) => any {
  const world = createWorld(modelOf({ paths, schemas }));
  return (operation, request) => {
    const answer = world.call(operation, request);
    return answer?.kind === "answer" ? (answer.body as Json) : answer?.status;
  };
}
