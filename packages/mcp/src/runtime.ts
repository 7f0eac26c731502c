/**
 * What generated tools are made of.
 *
 * @packageDocumentation
 */
export {
  createTools,
  type SchemaIssue,
  type Tool,
  ToolInputError,
  type ToolOptions,
  type ToolSchema,
  type ToolSource,
} from "./tools/create-tools.ts";
export type { Downloads, ToolCallOptions, ToolProgress } from "./tools/run-tool.ts";
export type { FileRow, JsonSchema, ToolHints, ToolRow, ToolTable } from "./tools/tool-table.ts";
