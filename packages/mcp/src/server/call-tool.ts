import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import { createValidate } from "@svc/schema";
import { type Tool, ToolInputError, type ToolSource } from "../tools/create-tools.ts";
import { explainError } from "../tools/explain-error.ts";
import { type Input, type ToolCallOptions, toJson } from "../tools/run-tool.ts";
import type { ToolRow, ToolTable } from "../tools/tool-table.ts";
import { toBase64, uriOf } from "./files.ts";
import { failure, textResult } from "./tool-list.ts";

/** A call of a tool. */
export interface ToolCall {
  readonly row: ToolRow;
  readonly tool: Tool<Input>;
  readonly input: Input;
  readonly options: ToolCallOptions;
}

/** Calls a tool: what goes wrong is a result, too, with what to do. */
export async function callTool(
  { table }: ToolSource,
  { row, tool, input, options }: ToolCall,
): Promise<CallToolResult> {
  try {
    const links = linkTo(row, input, table);
    // A resource is read where its bytes are wanted.
    if (row.bytesOnly) return { content: links };
    const result = await tool.execute(input, options);
    const { content, ...rest } = await toResult(result, row, table);
    return { ...rest, content: [...content, ...links] };
  } catch (error) {
    const isInput = error instanceof ToolInputError;
    const text = isInput ? `${error.message}\nCorrect the arguments and call again.` : explainError(error, row, table);
    return failure(readable(text));
  }
}

function linkTo({ file }: ToolRow, input: Input, table: ToolTable): ContentBlock[] {
  const row = table.files.find(({ name }) => name === file);
  if (row === undefined) return [];
  const { name, title, mimeType } = row;
  return [{ type: "resource_link", uri: uriOf(table, row, input), name, title, ...(mimeType && { mimeType }) }];
}

async function toResult(result: unknown, row: ToolRow, table: ToolTable): Promise<CallToolResult> {
  if (result === undefined) return textResult("Done: the service answered without a body.");
  if (result instanceof Blob) {
    const { size, type } = result;
    if (size > MOST_BYTES)
      return failure(`The response has ${size} bytes of ${type}: a tool returns at most ${MOST_BYTES}.`);
    const blob = toBase64(new Uint8Array(await result.arrayBuffer()));
    const resource = { uri: `${table.name}:answer`, blob, ...(result.type && { mimeType: result.type }) };
    return { content: [{ type: "resource", resource }] };
  }
  const text = row.output === undefined && typeof result === "string" ? result : toJson(result);
  if (row.output === undefined) return textResult(readable(text));
  // What is cut fits no schema, and clients accept no other result without an error.
  if (text.length > MOST_TEXT) return failure(readable(text));
  const plain = JSON.parse(text);
  const structuredContent = row.wrapped ? { result: plain } : plain;
  const [issue] = createValidate(table.schemas as never)(row.output as never, structuredContent);
  if (issue === undefined) return { ...textResult(text), structuredContent };
  // Clients refuse what does not fit the schema of the tool, and with it the answer.
  return failure(
    `The service answered otherwise than its document says, at ${issue.pointer || "the root"}: ${issue.message}\n${text}`,
  );
}

/** Most characters of a text that a model is given: about 25,000 tokens. */
const MOST_TEXT = 100_000;

/** Most bytes that are given as base64. */
const MOST_BYTES = 1_000_000;

/** A text at a length that a model can read, with a note of what is left out. */
function readable(text: string): string {
  if (text.length <= MOST_TEXT) return text;
  const note = `The call was carried out. Its result has ${text.length} characters, of which the first ${MOST_TEXT} follow.`;
  return `${note} If the tool has a filter or a limit, ask for less.\n${text.slice(0, MOST_TEXT)}`;
}
