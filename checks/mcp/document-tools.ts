import { ListToolsResultSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Emitter } from "@svc/codegen";
import { toolTable } from "@svc/codegen/emit";
import { emitTree } from "@svc/codegen/workspace";
import { createTools, type Tool, type ToolTable } from "@svc/mcp/runtime";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";

/** The table of a document's tools. */
export function tableOf(text: string, spec = "document"): ToolTable {
  let table: unknown;
  const probe: Emitter = {
    name: "probe",
    emit(model, { typed, target }) {
      table = toolTable(model, typed, target);
      return new Map();
    },
  };
  emitTree(text, spec, { config: { parts: [], emitters: [probe] } });
  return table as ToolTable;
}

/** What others find wrong with the tools of a document: the schemas of the official client, and Ajv. */
export function problemsOf(table: ToolTable): string[] {
  const made = Object.values(createTools<{ [name: string]: Tool }>({ table, client: {}, downloads: {} }));
  const tools = made.map(({ name, description, annotations, inputSchema, resultSchema }) => ({
    name,
    description,
    annotations,
    inputSchema: inputSchema["~standard"].jsonSchema.input(),
    ...(resultSchema && { outputSchema: resultSchema }),
  }));
  const { error } = ListToolsResultSchema.safeParse({ tools });
  const isNamed = ({ name }: { name: string }): boolean => /^\w{1,64}$/.test(name);
  const names = tools.flatMap(({ inputSchema }) => Object.keys(inputSchema["properties"] ?? {}));
  return [
    ...(error ? [error.message] : []),
    ...(tools.length < table.tools.length ? ["a name twice"] : []),
    ...tools.filter((tool) => !isNamed(tool)).map(({ name }) => `name of a tool: ${name}`),
    ...names.filter((name) => !/^[\w.-]{1,64}$/.test(name)).map((name) => `name of an argument: ${name}`),
    ...tools.flatMap(({ inputSchema, outputSchema }) => [inputSchema, outputSchema ?? {}]).flatMap(problemsOfSchema),
  ];
}

/** A keyword that is not right, or a reference to no definition. */
function problemsOfSchema(schema: { readonly [keyword: string]: unknown }): string[] {
  const ajv = new Ajv2020({ strict: false, logger: false, code: { optimize: false } });
  formats.default(ajv);
  try {
    ajv.compile(schema);
    return [];
  } catch (problem) {
    return [(problem as Error).message];
  }
}
