import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { createMcpServer } from "@svc/mcp/server";
import { FOREIGN_DOCUMENTS, readForeignDocument } from "@svc/model/test-support/documents";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import { problemsOf, tableOf } from "./document-tools.ts";

const SMALL = FOREIGN_DOCUMENTS.filter(({ name }) => !/github|clerk/.test(name));

test.each(SMALL)("the tools of $name are what clients and validators take", ({ file, read }) => {
  const table = tableOf(read(), file);
  expect(table.tools.length).toBeGreaterThan(0);
  expect(problemsOf(table)).toEqual([]);
});

test("many tools are found by words of summary, path and parameter, and three take their place", async () => {
  const table = tableOf(readForeignDocument("clerk"), "clerk.yaml");
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await createMcpServer({ table, client: {}, downloads: {} }).connect(ours);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(theirs);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["search", "describe", "call"]);
  expect(JSON.stringify(tools).length).toBeLessThan(2500);
  const ask = async (name: string, input: object): Promise<string> => {
    const { content } = await client.callTool({ name, arguments: { ...input } });
    return (content as { text: string }[])[0]?.text ?? "";
  };
  const found = await ask("search", { query: "ban a user", limit: 3 });
  const [name = ""] = found.split(":", 1);
  expect(found).toMatch(/POST \/users\/\{user_id\}\/ban\b/);
  expect(JSON.parse(await ask("describe", { name }))).toMatchObject({ name, inputSchema: { required: ["user_id"] } });
  expect(await ask("search", { query: "xyzzy" })).toMatch(/^No tool/);
  expect(await ask("describe", { name: "xyzzy" })).toMatch(/search gives the names/);
  await client.close();
});

test("the committed tools are those of the committed document", () => {
  const table = tableOf(readFileSync(join(ROOT, "spec/openapi.yaml"), "utf8"), "openapi.yaml");
  expect(problemsOf(table)).toEqual([]);
});
