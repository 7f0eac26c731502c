import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { emitTree } from "../../generate-tree.ts";

const agents = readFileSync(
  new URL("../../../../../engines/model/fixtures/documents/agents.json", import.meta.url),
  "utf8",
);

test("methods of FastAPI's streams give typed items", () => {
  const files = emitTree(agents, "agents.json");
  const client = files.get("client/client.ts") ?? "";
  expect(client).toContain("log(agentId: string, options?: StreamOptions): StreamPromise<t.LogLine>;");
  expect(client).toContain("events(agentId: string, options?: StreamOptions): StreamPromise<t.AgentsEventsItem>;");
  const types = (files.get("types/openapi.ts") ?? "").replaceAll(/\s+/g, " ");
  expect(types).toContain("export type AgentsEventsItem = { event?: string; data: Step; id?: string; };");
  expect(files.get("client/extras.ts")).toContain("additions: [withStreams]");
  expect(files.get("testing/operations.ts")).toContain("response: AsyncIterable<t.LogLine>;");
});

/** A tree of one operation whose success has this content. */
function clientOf(content: object, more: object = {}): string {
  const post = { operationId: "run", responses: { 200: { description: "", content } }, ...more };
  const document = { openapi: "3.2.0", info: { title: "", version: "1" }, paths: { "/run": { post } } };
  const client = emitTree(JSON.stringify(document), "document.json").get("client/client.ts") ?? "";
  // However its lines are broken.
  return client
    .replaceAll(/([(<])\s+/g, "$1")
    .replaceAll(/,?\s+([)>])/g, "$1")
    .replaceAll(/\s+/g, " ");
}

const result = { schema: { type: "object", properties: { all: { type: "integer" } } } };
const stream = { itemSchema: { type: "integer" } };

test("an operation with JSON and streams gives JSON, and a stream where a call asks for one", () => {
  const content = { "application/json": result, "text/event-stream": stream, "application/jsonl": stream };
  const body = { requestBody: { content: { "application/json": { schema: { type: "string" } } } } };
  const client = clientOf(content, body);
  const asked = (type: string, item: string): string =>
    `run(body: string | undefined, options: StreamOptions & { readonly accept: "${type}" }): StreamPromise<${item}>;`;
  expect(client).toContain(asked("text/event-stream", "t.RunItem"));
  expect(client).toContain(asked("application/jsonl", "number"));
  expect(client).toMatch(
    /run\(body\?: string \| undefined, options\?: CallOptions & \{ readonly accept\?: "application\/json" \| undefined \}\): SvcPromise</,
  );
});

test("of several streams the first is given by default", () => {
  const client = clientOf({ "application/jsonl": stream, "text/event-stream": stream });
  expect(client).toContain(
    'options?: StreamOptions & { readonly accept?: "application/jsonl" | undefined }): StreamPromise<number>;',
  );
});
