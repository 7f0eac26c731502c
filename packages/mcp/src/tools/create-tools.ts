import { createValidate, type Issue, type Validate } from "@svc/schema";
import { type Downloads, runTool, type ToolCallOptions } from "./run-tool.ts";
import { type JsonSchema, type ToolHints, type ToolRow, type ToolTable, wholeSchema } from "./tool-table.ts";

/**
 * A tool: a function that takes an object, with what libraries of agents want to know of it. The Vercel AI SDK takes it as it
 * is; for OpenAI's agents `inputSchema["~standard"].jsonSchema.input()` is `parameters`.
 */
export interface Tool<Input = never, Output = unknown> {
  /** Name of the method in letters, digits and underscores. */
  readonly name: string;
  /** Summary of the operation, where it has one. */
  readonly title: string | undefined;
  /** Summary and description of the operation. */
  readonly description: string;
  /** Input of the tool: a Standard Schema, with its JSON Schema. */
  readonly inputSchema: ToolSchema<Input>;
  /** Schema of the result; `undefined` if the document has none. */
  readonly resultSchema: JsonSchema | undefined;
  /** Whether it reads, destroys, and may be repeated. */
  readonly annotations: ToolHints;
  /**
   * Calls the operation.
   *
   * @throws ToolInputError for an input that the schema refuses; otherwise as the client's method
   */
  readonly execute: (input: Input, options?: ToolCallOptions) => Promise<Output>;
}

/** A schema as Standard Schema 1 and Standard JSON Schema 1 have it. */
export interface ToolSchema<Input> {
  /** The two standards' one property. */
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "svc";
    readonly types?: { readonly input: Input; readonly output: Input };
    readonly validate: (
      value: unknown,
    ) => { readonly value: Input; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] };
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
  };
}

/** Why a value is refused. */
export interface SchemaIssue {
  readonly message: string;
  readonly path: readonly string[];
}

/** Options of tools. */
export interface ToolOptions {
  /** Only tools that change nothing. @default false */
  readonly readOnly?: boolean | undefined;
  /** Patterns of methods, where `*` matches any characters: only tools of these. @default all */
  readonly only?: readonly string[] | undefined;
}

/** Everything that tools are made of. */
export interface ToolSource extends ToolOptions {
  readonly table: ToolTable;
  readonly client: object;
  readonly downloads: Downloads;
}

/** Input that the schema of a tool refuses. Nothing was sent. */
export class ToolInputError extends Error {
  override readonly name = "ToolInputError";
}

/** Makes the tools of a table, by name. Called by generated code. */
export function createTools<Tools>({ table, client, ...options }: ToolSource): Tools {
  const validate = createValidate(table.schemas as never);
  const tools = selectTools(table, options).map((row) => [row.name, createTool(row, { table, client, validate })]);
  return Object.fromEntries(tools) as Tools;
}

/** The rows that options leave. */
export function selectTools({ tools }: ToolTable, { readOnly = false, only }: ToolOptions): readonly ToolRow[] {
  const patterns = only?.map((pattern) => {
    const texts = pattern.split("*").map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, "\\$&"));
    return new RegExp(`^${texts.join(".*")}$`);
  });
  return tools.filter(({ method, hints }) => {
    const isWanted = patterns?.some((pattern) => pattern.test(method)) ?? true;
    return isWanted && (!readOnly || hints.readOnlyHint);
  });
}

interface ToolContext extends Omit<ToolSource, "downloads"> {
  readonly validate: Validate;
}

function createTool(row: ToolRow, { table, client, validate }: ToolContext): Tool<{ [name: string]: unknown }> {
  const issuesOf = (value: unknown): SchemaIssue[] => validate(row.input as never, value).map(toIssue);
  const { name, title, description, hints } = row;
  const jsonSchema = (): Record<string, unknown> => ({ ...wholeSchema(row.input, table) });
  return {
    name,
    title,
    description,
    inputSchema: {
      "~standard": {
        version: 1,
        vendor: "svc",
        validate(value) {
          const issues = issuesOf(value);
          return issues.length > 0 ? { issues } : { value: value as { [name: string]: unknown } };
        },
        jsonSchema: { input: jsonSchema, output: jsonSchema },
      },
    },
    get resultSchema() {
      return row.output && wholeSchema(row.output, table);
    },
    annotations: hints,
    async execute(input, options = {}) {
      const issues = issuesOf(input).map(({ path, message }) => [path.join("."), message].filter(Boolean).join(": "));
      if (issues.length > 0) throw new ToolInputError(issues.join("; "));
      return runTool(client, row, input, options);
    },
  };
}

function toIssue({ pointer, message }: Issue): SchemaIssue {
  const path = pointer.split("/").slice(1);
  return { message, path: path.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~")) };
}
