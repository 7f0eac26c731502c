import { expect, test } from "vitest";
import { formatSummary } from "./bin/published-host.ts";
import { emitTree } from "./generate-tree.ts";
import { summarize, type TreeSummary } from "./summary.ts";

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

test("a summary counts what the document has, and says how to try it", () => {
  let summary: TreeSummary | undefined;
  const files = new Map<string, string>();
  emitTree(JSON.stringify(DOCUMENT), "a", { onModel: (model) => (summary = summarize(model, files, 3)) });
  expect(summary).toMatchObject({ title: "Runs", operations: 2, streams: 1, waiters: 1, repairs: 3 });
  const printed = formatSummary(summary as TreeSummary, "sdk");
  expect(printed).toMatch(/repairs +3, in sdk\/repairs\.overlay\.yaml\n/);
  expect(printed).toMatch(/ {2}cd sdk\n {2}npm install\n {2}npm run try\n$/);
});
