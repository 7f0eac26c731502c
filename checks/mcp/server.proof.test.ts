import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as FormerClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as FormerStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { mcp } from "@svc/codegen";
import { emitTree, sdkName } from "@svc/codegen/workspace";
import { isWhole } from "@svc/model/test-support/proofs";
import { documentOf, json, text } from "@svc/model/test-support/small-document";
import { afterAll, expect, test } from "vitest";
import { COMPILERS, checkTrees } from "../documents/check-trees.ts";
import { createTrees } from "../documents/generated-trees.ts";
import { fromSource } from "../from-source.ts";

const pet = { $ref: "#/components/schemas/Pet" };
const id = { name: "pet_id", in: "path", required: true, schema: text };
const DOCUMENT = documentOf({
  openapi: "3.2.0",
  components: {
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
    schemas: {
      Pet: {
        type: "object",
        required: ["id", "status"],
        properties: { id: text, status: { enum: ["new", "ready"] }, name: text },
      },
    },
  },
  security: [{ key: [] }],
  paths: {
    "/pets": {
      get: {
        summary: "List pets",
        parameters: [
          { name: "X-Key", in: "header", schema: text },
          { name: "filter[name]", in: "query", schema: text },
        ],
        responses: { 200: json({ type: "array", items: pet }) },
      },
      post: { requestBody: json({ type: "object", properties: { name: text } }), responses: { 201: json(pet) } },
    },
    "/pets/{pet_id}": {
      parameters: [id],
      get: {
        "x-svc-waiter": { name: "untilReady", pointer: "/status", success: ["ready"], intervalMs: 5 },
        responses: { 200: json(pet), 404: { description: "" } },
      },
      delete: { responses: { 204: { description: "" } } },
    },
    "/pets/{pet_id}/photo": {
      parameters: [id],
      get: { responses: { 200: { description: "", content: { "image/png": {} } } } },
    },
    "/pets/{pet_id}/steps": {
      parameters: [id],
      get: {
        responses: {
          200: { description: "", content: { "text/event-stream": { itemSchema: { type: "object" } } } },
        },
      },
    },
  },
});

const trees = createTrees();
afterAll(() => trees[Symbol.dispose]());
const tree = trees.write(
  "pets",
  emitTree(JSON.stringify(DOCUMENT), "pets.json", { config: { emitters: [mcp()] }, sdk: sdkName("pets") }),
);
const [NODE = "", ...ARGV] = fromSource(join(tree, "mcp/server.ts"), "--fake");

async function connect(...options: string[]): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ command: NODE, args: [...ARGV, ...options] }));
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

const textOf = ({ content }: { content: unknown }): string => (content as { text: string }[])[0]?.text ?? "";

test("the tools of a tree pass the compilers", async () => {
  for (const compiler of isWhole ? COMPILERS : COMPILERS.slice(-1))
    expect(await checkTrees(trees.root, [tree], compiler)).toEqual([]);
});

test("tools have hints of their methods, and no credential among their arguments", async () => {
  await using client = await connect();
  const { tools } = await client.listTools();
  const hints = Object.fromEntries(
    tools.map(({ name, annotations: { readOnlyHint, destructiveHint, idempotentHint } = {} }) => [
      name,
      [readOnlyHint, destructiveHint, idempotentHint],
    ]),
  );
  expect(hints).toEqual({
    pets_list: [true, false, true],
    pets_create: [false, false, false],
    pets_get: [true, false, true],
    pets_untilReady: [true, false, true],
    pets_delete: [false, true, true],
    pets_photo_get: [true, false, true],
    pets_steps: [true, false, true],
  });
  expect(Object.keys(tools[0]?.inputSchema.properties ?? {})).toEqual(["filter_name"]);
});

test("--read-only and --only leave out tools, which then cannot be called either", async () => {
  await using client = await connect("--read-only", "--only", "pets.*e*t*");
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain("pets_delete");
  await expect(client.callTool({ name: "pets_delete", arguments: { pet_id: "p" } })).rejects.toThrow("Unknown tool");
});

test("answers are structured, refusals say what to do, files are resources", async () => {
  await using client = await connect();
  const made = await client.callTool({ name: "pets_create", arguments: { body: { name: "Rex" } } });
  const { id: pet_id } = made.structuredContent as { id: string };
  const list = await client.callTool({ name: "pets_list", arguments: {} });
  expect(list.structuredContent).toMatchObject({
    result: expect.arrayContaining([expect.objectContaining({ name: "Rex" })]),
  });
  const wrong = await client.callTool({ name: "pets_create", arguments: { body: { name: 5 } } });
  expect([wrong.isError, textOf(wrong)]).toEqual([
    true,
    expect.stringMatching(/^body\.name: .*\nCorrect the arguments/s),
  ]);
  const { content } = await client.callTool({ name: "pets_photo_get", arguments: { pet_id } });
  const { uri } = (content as { uri: string }[])[0] ?? { uri: "" };
  const { contents } = await client.readResource({ uri });
  expect(contents).toMatchObject([{ uri, mimeType: "image/png", blob: expect.any(String) }]);
  await client.callTool({ name: "pets_delete", arguments: { pet_id } });
  const gone = await client.callTool({ name: "pets_get", arguments: { pet_id } });
  expect([gone.isError, textOf(gone)]).toEqual([true, expect.stringMatching(/404.*\nThere is no such resource/s)]);
});

test("items of a stream are progress, and a cancelled call ends", async () => {
  await using client = await connect();
  const seen: unknown[] = [];
  // Read from the wire: the client itself forgets progress that arrives in one piece with the answer.
  const { transport } = client;
  const hear = transport?.onmessage;
  if (transport !== undefined)
    transport.onmessage = (message, extra) => {
      if ("method" in message && message.method === "notifications/progress") seen.push(message.params?.["progress"]);
      hear?.(message, extra);
    };
  const call = { name: "pets_steps", arguments: { pet_id: "p", max_items: 2 } };
  const done = await client.callTool(call, { onprogress: () => {} });
  expect(JSON.parse(textOf(done))).toHaveLength(2);
  expect(seen).toEqual([1, 2]);
  const controller = new AbortController();
  const waiting = client.callTool(
    { name: "pets_untilReady", arguments: { pet_id: "none" } },
    { signal: controller.signal },
  );
  controller.abort();
  await expect(waiting).rejects.toThrow();
  expect((await client.listTools()).tools).not.toHaveLength(0);
});

test("clients of the former package are served as well", async () => {
  const client = new FormerClient({ name: "former", version: "1" });
  await client.connect(new FormerStdio({ command: NODE, args: ARGV }));
  const { structuredContent } = await client.callTool({ name: "pets_list", arguments: {} });
  expect(structuredContent).toHaveProperty("result");
  await client.close();
});

test("over HTTP: clients come again, other origins are refused, and the official suite passes", async () => {
  const server = spawn(NODE, [...ARGV, "--http"], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const lines = createInterface({ input: server.stdout });
    const [line] = (await once(lines, "line")) as [string];
    const { url } = JSON.parse(line) as { url: string };
    for (const mode of ["legacy", "auto", "auto"] as const) {
      const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
      await client.connect(new StreamableHTTPClientTransport(new URL(url)));
      expect((await client.listTools()).tools).toHaveLength(7);
      await client.close();
    }
    const foreign = await fetch(url, { method: "POST", headers: { origin: "https://evil.example" } });
    expect(foreign.status).toBe(403);
    // A page may embed it as an image, which is sent without an origin: no path ends the server.
    expect((await fetch(`${new URL(url).origin}//`)).status).toBe(404);
    const suite = join(import.meta.dirname, "../node_modules/@modelcontextprotocol/conformance/dist/index.js");
    for (const scenario of ["server-initialize", "ping", "tools-list", "resources-list", "dns-rebinding-protection"]) {
      const { stdout } = await promisify(execFile)(NODE, [suite, "server", "--url", url, "--scenario", scenario]);
      expect(stdout).toMatch(/Passed: (\d+)\/\1, 0 failed/);
    }
  } finally {
    server.kill();
    await once(server, "exit");
  }
});
