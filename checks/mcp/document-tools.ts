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
  const schemas = tools.flatMap(({ inputSchema, outputSchema }) => [
    inputSchema,
    ...(outputSchema ? [outputSchema] : []),
  ]);
  const open = schemas.flatMap((schema) => openReferences(schema));
  const isNamed = ({ name }: { name: string }): boolean => /^\w{1,64}$/.test(name);
  const names = tools.flatMap(({ inputSchema }) => Object.keys(inputSchema["properties"] ?? {}));
  return [
    ...(error ? [error.message] : []),
    ...(tools.length < table.tools.length ? ["a name twice"] : []),
    ...tools.filter((tool) => !isNamed(tool)).map(({ name }) => `name of a tool: ${name}`),
    ...names.filter((name) => !/^[\w.-]{1,64}$/.test(name)).map((name) => `name of an argument: ${name}`),
    ...open,
    ...compileAll(schemas),
  ];
}

function openReferences(schema: { readonly [keyword: string]: unknown }): string[] {
  const names = new Set(Object.keys(schema["$defs"] ?? {}));
  const used = [...JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/([^"]*)"/g)].map(([, token = ""]) =>
    decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~"),
  );
  return used.filter((name) => !names.has(name)).map((name) => `no definition of ${name}`);
}

/** Compiles all in one: what tools share is compiled once. */
function compileAll(schemas: readonly { readonly [keyword: string]: unknown }[]): string[] {
  const ajv = new Ajv2020({ strict: false, logger: false });
  formats.default(ajv);
  const $defs = Object.assign({}, ...schemas.map((schema) => schema["$defs"]));
  if (schemas.length === 0) return [];
  const anyOf = schemas.map(({ $defs: _, ...schema }) => schema);
  try {
    ajv.compile({ $defs, anyOf });
    return [];
  } catch (problem) {
    return [(problem as Error).message];
  }
}
