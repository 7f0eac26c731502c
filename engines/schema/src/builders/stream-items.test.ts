import { createModel } from "@svc/model";
import { readForeignDocument } from "@svc/model/test-support/documents";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createArbitraries, type StreamArbitraries } from "../arbitrary/index.ts";
import { createValidate } from "../validate/validator.ts";
import { createBuilders } from "./create-builders.ts";
import type { BuilderTools, StreamBuilders } from "./types.ts";

interface Event {
  readonly event?: string;
  readonly id?: string;
  readonly data: { readonly index: number; readonly text?: string };
}

type Items = { [id: string]: Event };
type Builders = StreamBuilders<Items> & BuilderTools<{ [id: string]: unknown[] }>;

const agents = createModel(JSON.parse(readForeignDocument("agents")));

/** Events that are told apart by their names, with JSON in some only, a declared end and a declared error. */
const named = createModel({
  openapi: "3.2.0",
  info: { title: "Runs", version: "1" },
  paths: {
    "/runs": {
      post: {
        operationId: "run",
        responses: {
          200: {
            description: "",
            content: {
              "application/json": { schema: { type: "object" } },
              "text/event-stream": {
                "x-svc-stream": { end: "[DONE]", error: "error" },
                itemSchema: {
                  oneOf: [
                    event("token", { type: "string" }),
                    event("error", { type: "string" }),
                    event("step", { contentMediaType: "application/json", contentSchema: { type: "integer" } }),
                  ],
                },
              },
            },
          },
        },
      },
    },
  },
});

function event(name: string, data: object): object {
  return { type: "object", required: ["event", "data"], properties: { event: { const: name }, data } };
}

const itemSchema = (model: typeof agents, id: string) => {
  const content = model.operations.find((one) => one.id === id)?.responses.flatMap((one) => one.content) ?? [];
  return content.find(({ stream }) => stream !== undefined)?.stream?.item ?? {};
};

test("items are built one by one, or as a whole stream with ids from 1", () => {
  const build = createBuilders<Builders>(agents);
  const validate = createValidate(agents.schemas);
  const stream = build.streamItems("agent_events", 5);
  expect(stream.map(({ id }) => id)).toEqual(["1", "2", "3", "4", "5"]);
  for (const item of stream) expect(validate(itemSchema(agents, "agent_events"), item)).toEqual([]);
  expect(build.streamItems("agents.events")).toHaveLength(3);
  const item = build.streamItem("agent_events", { event: "step", data: { index: 7 } });
  expect([item.event, item.data.index]).toEqual(["step", 7]);
  expect(build.streamItem("agent_events", { id: undefined }).id).toBeUndefined();
  build.rewind();
  expect(build.streamItems("agent_events", 5)).toEqual(stream);
  expect(build.streamItems("agent_events", 2, (index) => ({ data: { index } })).map(({ data }) => data.index)).toEqual([
    0, 1,
  ]);
  expect(build.streamItem("agent_log")).toMatchObject({ level: expect.any(String), message: expect.any(String) });
});

test("what is no stream, and what the document does not allow, is refused", () => {
  const build = createBuilders<Builders>(agents, { strict: true });
  expect(() => build.streamItem("agent_start")).toThrow("agent_start has no stream");
  expect(() => build.streamItem("nothing")).toThrow('no operation "nothing"');
  expect(() => build.streamItems("agent_events", -1)).toThrow("expected a count");
  expect(() => build.streamItem("agent_events", { data: { index: -1 } })).toThrow("/data/index");
});

test("a named event is built by its name", () => {
  const build = createBuilders<StreamBuilders<{ run: { event: string; data: unknown } }>>(named);
  expect(build.streamItem("run", { event: "step" }).data).toEqual(expect.any(Number));
  expect(build.streamItem("run", { event: "token" }).data).toEqual(expect.any(String));
});

test.each([
  ["agent_events", agents],
  ["agent_log", agents],
  ["ticks_list", agents],
  ["run", named],
] as const)("arbitrary items of %s are valid and can be sent, and ids of one stream differ", async (id, model) => {
  const arbitrary = createArbitraries<StreamArbitraries<Items>>(model);
  const validate = createValidate(model.schemas);
  const property = fc.property(arbitrary.streamItems(id, { maxLength: 5 }), (items) => {
    for (const item of items) {
      expect(validate(itemSchema(model, id), item)).toEqual([]);
      expect(`${item.event} ${item.id}`).not.toMatch(/[\r\n\0]/);
      if (model === named) expect([item.data, item.event]).not.toEqual([expect.anything(), "error"]);
    }
    const ids = items.flatMap((item) => item.id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
  });
  await fc.assert(property, { numRuns: 200, seed: 1 });
  await fc.assert(
    fc.property(arbitrary.streamItem(id), (item) => validate(itemSchema(model, id), item).length === 0),
    { numRuns: 100, seed: 1 },
  );
});
