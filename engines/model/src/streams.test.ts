import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { documentOf, text } from "../test/support/small-document.ts";
import { createModel } from "./create-model.ts";
import type { ItemStream, Model } from "./index.ts";

const agents = JSON.parse(readFileSync(new URL("../fixtures/documents/agents.json", import.meta.url), "utf8"));

/** The streams of a model by operation and media type. */
function streamsOf({ operations }: Model): { [key: string]: ItemStream } {
  return Object.fromEntries(
    operations.flatMap(({ id, responses }) =>
      responses.flatMap(({ content }) =>
        content.flatMap(({ mediaType, stream }) => (stream ? [[`${id} ${mediaType}`, stream] as const] : [])),
      ),
    ),
  );
}

function streamOf(mediaType: string, media: object, schemas: object = {}): ItemStream | undefined {
  const get = { operationId: "a", responses: { 200: { description: "", content: { [mediaType]: media } } } };
  const document = documentOf({ openapi: "3.2.0", paths: { "/a": { get } }, schemas });
  return streamsOf(createModel(document))[`a ${mediaType}`];
}

test("the document that FastAPI writes gives events by their data, and lines by their items", () => {
  expect(streamsOf(createModel(agents))).toEqual({
    "agent_events text/event-stream": {
      framing: "events",
      item: {
        type: "object",
        properties: { event: text, data: { $ref: "#/components/schemas/Step" }, id: text },
        required: ["data"],
      },
      json: true,
    },
    "agent_log application/jsonl": { framing: "lines", item: { $ref: "#/components/schemas/LogLine" } },
    "ticks_list text/event-stream": {
      framing: "events",
      item: { type: "object", properties: { event: text, data: text, id: text }, required: ["data"] },
    },
  });
});

test("the union of the specification's own example is told apart by the event", () => {
  const itemSchema = {
    type: "object",
    properties: { event: text, data: text },
    required: ["event"],
    oneOf: [
      { properties: { event: { const: "addString" } } },
      {
        properties: {
          event: { const: "addJson" },
          data: { contentMediaType: "application/json", contentSchema: { $ref: "#/components/schemas/Foo" } },
        },
      },
    ],
  };
  const stream = streamOf("text/event-stream", { itemSchema }, { Foo: { type: "object" } });
  expect(stream?.json).toEqual(["addJson"]);
  expect(stream?.item).toEqual({
    oneOf: [
      {
        type: "object",
        properties: { event: { type: "string", const: "addString" }, data: text, id: text },
        required: ["event", "data"],
      },
      {
        type: "object",
        properties: {
          event: { type: "string", const: "addJson" },
          data: { $ref: "#/components/schemas/Foo" },
          id: text,
        },
        required: ["event", "data"],
      },
    ],
  });
});

const foo = { type: "object", properties: { a: { type: "integer" } } };

test.each<[string, object, unknown]>([
  ["text/event-stream", { schema: { $ref: "#/components/schemas/Foo" } }, { $ref: "#/components/schemas/Foo" }],
  ["text/event-stream", { itemSchema: foo }, foo],
  ["text/event-stream", { schema: text }, text],
  ["text/event-stream", {}, text],
  ["text/event-stream", { itemSchema: { properties: { data: { contentMediaType: "application/json" } } } }, {}],
])("%s of %j has data of %j", (mediaType, media, data) => {
  expect(streamOf(mediaType, media, { Foo: foo })?.item.properties?.["data"]).toEqual(data);
});

test.each<[string, object, unknown]>([
  ["application/x-ndjson; charset=utf-8", { itemSchema: foo }, ["lines", foo]],
  ["application/jsonl", { schema: { type: "array", items: foo } }, ["lines", foo]],
  ["application/jsonl", { schema: foo }, ["lines", foo]],
  ["application/jsonl", { schema: text }, ["lines", {}]],
  ["application/json-seq", { itemSchema: foo }, ["sequence", foo]],
  ["application/geo+json-seq", {}, ["sequence", {}]],
])("%s of %j has items of %j", (mediaType, media, wanted) => {
  const [framing, item] = wanted as [string, object];
  expect(streamOf(mediaType, media)).toEqual({ framing, item });
});

test("other media types are no streams", () => {
  for (const mediaType of ["application/json", "text/plain", "multipart/mixed", "application/schema+json"])
    expect(streamOf(mediaType, { itemSchema: foo })).toBeUndefined();
});

test("x-svc-stream names what ends the stream and the event that is an error; anything else is refused", () => {
  const declared = { end: "[DONE]", error: "error" };
  expect(streamOf("text/event-stream", { "x-svc-stream": declared })).toMatchObject(declared);
  expect(() => streamOf("text/event-stream", { "x-svc-stream": { stop: "x" } })).toThrow("there are end, error");
  expect(() => streamOf("text/event-stream", { "x-svc-stream": { end: 1 } })).toThrow("write a text");
  expect(() => streamOf("text/event-stream", { "x-svc-stream": true })).toThrow("x-svc-stream");
});
