import { SvcApiError } from "@svc/client";
import { expect, test } from "vitest";
import { createTools, type Tool } from "../tools/create-tools.ts";
import type { ToolRow, ToolTable } from "../tools/tool-table.ts";
import { callTool } from "./call-tool.ts";

const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };
const LIST = { type: "object", properties: { result: { type: "array" } } };

/** The result of a tool whose method gives a value. */
async function resultOf(method: () => unknown, more: Partial<ToolRow> = {}, input: object = {}) {
  const row: ToolRow = { name: "run", method: "run", description: "", call: "GET /", hints, input: {}, ...more };
  const table: ToolTable = { name: "t", title: "T", version: "1", env: "T", schemas: {}, tools: [row], files: [] };
  const source = { table, client: { run: method }, downloads: {} };
  const { run } = createTools<{ run: Tool<{ [name: string]: unknown }> }>(source);
  return callTool(source, { row, tool: run, input: input as { [name: string]: unknown }, options: {} });
}

test("a short result is given as it is", async () => {
  expect(await resultOf(async () => "short")).toEqual({ content: [{ type: "text", text: "short" }] });
  const { structuredContent } = await resultOf(async () => [1n], { output: LIST, wrapped: true });
  expect(structuredContent).toEqual({ result: ["1"] });
});

test("a result that no model can read is cut, with a note that says so before it", async () => {
  const long = "x".repeat(5_000_000);
  for (const value of [long, { a: long }, [long]]) {
    const { content, isError } = await resultOf(async () => value);
    const text = content[0]?.type === "text" ? content[0].text : "";
    expect(text).toMatch(
      /^The call was carried out. Its result has 50000\d\d characters, of which the first 100000 follow/,
    );
    expect(text.length).toBeLessThan(100_300);
    expect(isError).toBeUndefined();
  }
  const typed = await resultOf(async () => [long], { output: LIST, wrapped: true });
  // A part would not fit the schema of the tool; clients check it unless the result is an error.
  expect([typed.isError, typed.structuredContent]).toEqual([true, undefined]);
  expect(JSON.stringify(typed).length).toBeLessThan(100_500);
});

test("bytes that no model can read are refused, with their number", async () => {
  const blob = new Blob([new Uint8Array(1_000_001)], { type: "image/png" });
  expect(await resultOf(async () => blob)).toMatchObject({
    isError: true,
    content: [{ text: "The response has 1000001 bytes of image/png: a tool returns at most 1000000." }],
  });
});

test("items of a stream are not collected beyond 16 MiB", async () => {
  let given = 0;
  const items = async function* () {
    for (;;) yield { given: ++given, text: "x".repeat(4_000_000) };
  };
  const { isError, content } = await resultOf(() => items(), { most: "max_items" }, { max_items: 1000 });
  expect([isError, given]).toEqual([true, 5]);
  expect(content[0]).toMatchObject({
    text: expect.stringContaining("More than 16 MiB in 5 items: ask for fewer by max_items"),
  });
});

test("a success that cannot be read is no refusal of the arguments", async () => {
  const fail = async () => Promise.reject(new SvcApiError("run: 204 without the data", { status: 204 }));
  const { content } = await resultOf(fail);
  expect(content[0]).toMatchObject({ text: expect.stringContaining("may have carried it out") });
});
