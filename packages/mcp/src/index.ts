/**
 * The operations of the service as tools for agents.
 *
 * @packageDocumentation
 */
export { createSvcTools, type Tools, table } from "./generated/index.ts";
export { type Tool, ToolInputError, type ToolOptions, type ToolSchema } from "./tools/create-tools.ts";
export type { ToolCallOptions, ToolProgress } from "./tools/run-tool.ts";
export type { ToolHints } from "./tools/tool-table.ts";
