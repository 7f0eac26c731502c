import { expect, test } from "vitest";
import { summarize } from "./publish-tree.ts";
import { readModel } from "./read-model.ts";

const text = (type: string) => ({ 200: { description: "Done", content: { [type]: { schema: { type: "string" } } } } });
const run = {
  type: "object",
  required: ["id", "status"],
  properties: { id: { type: "string" }, status: { type: "string", enum: ["new", "active", "failed"] } },
};
const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Runs", version: "2" },
  paths: {
    "/events": { get: { operationId: "events", responses: text("text/event-stream") } },
    "/runs/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: {
        operationId: "run",
        "x-svc-waiter": { name: "untilActive", pointer: "/status", success: ["active"], failure: ["failed"] },
        responses: { 200: { description: "Done", content: { "application/json": { schema: run } } } },
      },
    },
  },
};

test("a summary counts what the document has", () => {
  const files = new Map([["a.ts", "é".repeat(600)]]);
  const { model } = readModel(JSON.stringify(DOCUMENT), "a");
  expect(summarize(model, files, 3).split("\n")).toEqual([
    "Runs 2",
    "  operations  2, with 0 schemas",
    "  resources   1, stored by the fake",
    "  repairs     3, in repairs.overlay.yaml",
    "  size        1.2 kB",
  ]);
});
