import { expect, test } from "vitest";
import { modelOf } from "../../test/support/small-document.ts";

const stream = { "text/event-stream": { schema: { type: "object" } } };
const bodyOf = (description: string): object => ({
  content: {
    "application/json": { schema: { type: "object", properties: { stream: { type: "boolean", description } } } },
  },
});

function endOf(operation: object, content: object = stream): string | undefined {
  const model = modelOf({
    paths: { "/a": { post: { responses: { 200: { description: "", content } }, ...operation } } },
  });
  return model.operations[0]?.responses[0]?.content[0]?.stream?.end;
}

test.each([
  ["the text of the field", { requestBody: bodyOf("The stream is terminated by a `data: [DONE]` message.") }],
  ["an example", { "x-examples": ['data: {"a":1}\n\ndata: [DONE]\n\n'] }],
])("a stream ends with the mark of %s", (_, operation) => {
  expect(endOf(operation)).toBe("[DONE]");
});

test("a stream of which the document says no mark has none, and a declared one stays", () => {
  expect(endOf({ requestBody: bodyOf("Whether to stream [DONE].") })).toBeUndefined();
  const declared = { "text/event-stream": { schema: { type: "object" }, "x-svc-stream": { end: "bye" } } };
  expect(endOf({ description: "data: [DONE]" }, declared)).toBe("bye");
});
