import {
  type ReadResourceResult,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from "@modelcontextprotocol/server";
import type { ToolSource } from "../tools/create-tools.ts";
import { type Input, readFiles } from "../tools/run-tool.ts";
import type { FileRow, ToolTable } from "../tools/tool-table.ts";

/** Address of a file. */
export function uriOf({ name }: ToolTable, file: FileRow, input: Input): string {
  return [`${name}:`, file.name, ...file.args.map((arg) => encodeURIComponent(String(input[arg])))].join("/");
}

/** The files as templates of resources. */
export function fileTemplates(files: readonly FileRow[], table: ToolTable): ResourceTemplateType[] {
  return files.map(({ name, title, args, mimeType }) => ({
    uriTemplate: [`${table.name}:`, name, ...args.map((arg) => `{${arg}}`)].join("/"),
    name,
    title,
    ...(mimeType && { mimeType }),
  }));
}

/** Downloads what stands at an address: one file, or each of several. */
export async function readResource(
  { table, client, downloads }: ToolSource,
  files: readonly FileRow[],
  { uri, signal }: { readonly uri: string; readonly signal: AbortSignal },
): Promise<ReadResourceResult> {
  const [scheme, name, ...values] = uri.split("/");
  const file = files.find((one) => one.name === name && one.args.length === values.length);
  if (scheme !== `${table.name}:` || file === undefined) throw new ResourceNotFoundError(uri);
  const given = Object.fromEntries(file.args.map((arg, index) => [arg, decoded(values[index])]));
  if (Object.values(given).includes(undefined)) throw new ResourceNotFoundError(uri);
  const read = await readFiles(client, downloads, file, { values: given, signal });
  return {
    contents: read.map(({ name: part, bytes }) => ({
      uri: read.length === 1 ? uri : `${uri}#${encodeURIComponent(part)}`,
      ...(file.mimeType && { mimeType: file.mimeType }),
      blob: toBase64(bytes),
    })),
  };
}

/** Undefined for text that is not percent-encoded as it should be. */
function decoded(text = ""): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}
