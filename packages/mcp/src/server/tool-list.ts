import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import type { Input } from "../tools/run-tool.ts";
import { type ToolRow, type ToolTable, wholeSchema } from "../tools/tool-table.ts";
import { findTools } from "./find-tools.ts";

/** More tools than these are not listed: a model finds them by `search`. */
export const MOST_LISTED = 40;

/** A tool as the protocol has it. */
export function toListed({ name, title, description, hints, input, output }: ToolRow, table: ToolTable): Tool {
  return {
    name,
    ...(title !== undefined && { title }),
    description,
    inputSchema: wholeSchema(input, table) as Tool["inputSchema"],
    ...(output && { outputSchema: wholeSchema(output, table) as Tool["inputSchema"] }),
    annotations: hints,
  };
}

const READING = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const TEXT = { type: "string" };

/** The three tools that stand for many. */
export function finderTools(rows: readonly ToolRow[], { title }: ToolTable): Tool[] {
  const object = (properties: object, required: string[]): Tool["inputSchema"] =>
    ({ type: "object", properties, required }) as Tool["inputSchema"];
  return [
    {
      name: "search",
      title: "Find tools",
      description: `Finds tools of ${title} by words of their names, summaries, paths and parameters. There are ${rows.length}.`,
      inputSchema: object({ query: TEXT, limit: { type: "integer", minimum: 1, maximum: 50, default: 10 } }, ["query"]),
      annotations: READING,
    },
    {
      name: "describe",
      title: "Describe a tool",
      description:
        "Gives the description and the JSON Schema of the arguments of a tool that search has found; with output, also that of its result.",
      inputSchema: object({ name: TEXT, output: { type: "boolean", default: false } }, ["name"]),
      annotations: READING,
    },
    {
      name: "call",
      title: "Call a tool",
      description: "Calls a tool with arguments that fit the schema that describe gives.",
      inputSchema: object({ name: TEXT, arguments: { type: "object" } }, ["name"]),
      annotations: {
        readOnlyHint: rows.every(({ hints }) => hints.readOnlyHint),
        destructiveHint: rows.some(({ hints }) => hints.destructiveHint),
        idempotentHint: rows.every(({ hints }) => hints.idempotentHint),
        openWorldHint: true,
      },
    },
  ];
}

/** Answers `search` and `describe`. */
export function answerFinder(name: string, input: Input, rows: readonly ToolRow[], table: ToolTable): CallToolResult {
  if (name === "search") {
    const found = findTools(rows, String(input["query"])).slice(0, Number(input["limit"] ?? 10));
    const lines = found.map((row) => `${row.name}: ${row.title ?? row.description.split("\n", 1)[0]} (${row.call})`);
    return textResult(lines.join("\n") || "No tool has these words. Try others, or fewer.");
  }
  const row = rows.find((one) => one.name === input["name"]);
  if (row === undefined) return failure(`There is no tool ${JSON.stringify(input["name"])}: search gives the names.`);
  const { outputSchema, ...listed } = toListed(row, table);
  return textResult(JSON.stringify({ ...listed, ...(input["output"] === true && { outputSchema }) }));
}

export function textResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}

/** An error that a model can read. */
export function failure(text: string): CallToolResult {
  return { ...textResult(text), isError: true };
}
