import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { LoadedConfig } from "./config/load-config.ts";
import { DEFAULT_NAME, type SdkName } from "./emit/sdk-name.ts";
import { startThread } from "./emitter-thread.ts";
import type { NamedText } from "./read/prepare-document.ts";
import { createFileReader, isAddress, readGiven, readText } from "./read/read-files.ts";
import { hashOf, isFresh, readStamp, TREE_STAMP } from "./stamp.ts";
import type { TreeHost } from "./tree-host.ts";
import { UsageError } from "./usage-error.ts";
import { finishMoves } from "./write/move-files.ts";
import { treePlace } from "./write/update-tree.ts";

const UP_TO_DATE = "Generated files are up to date.";

export interface TreeOptions {
  /** File of the document. */
  readonly spec: string;
  readonly out: string;
  readonly check: boolean;
  /** Enums and unions are open, whatever the document says. */
  readonly openEnums: boolean;
  /** Refuses a document that needs repairs. @default false */
  readonly strict?: boolean;
  /** Prints what the document's operations store, and why. @default false */
  readonly explain?: boolean;
  /** Prints the table of resources as an overlay, and writes nothing. @default false */
  readonly resources?: boolean;
  /** Files of OpenAPI Overlays, applied in this order before any check. @default none */
  readonly overlays?: readonly string[];
  /** Name of the SDK, a part of what is generated. @default svc */
  readonly name?: SdkName;
  /** Configuration of the tree; what it says of `spec`, `out`, `name` and `overlays` is in these options. @default none */
  readonly config?: LoadedConfig | undefined;
  /** Whether the document may be an `https:` address. @default false */
  readonly allowNetwork?: boolean;
}

/** Generates a tree of its own from any document, unless it is there already. Returns the exit code. */
export async function runTree(options: TreeOptions, host: TreeHost): Promise<number> {
  const { spec, out, check, openEnums, strict = false, name = DEFAULT_NAME, config: loaded } = options;
  const { explain = false, resources = false } = options;
  if (!resources) {
    finishMoves(treePlace(out), { isDry: check });
    refuseForeign(out);
  }
  const text = await readGiven(spec, { allowNetwork: options.allowNetwork === true });
  const overlays: NamedText[] = [];
  for (const file of options.overlays ?? []) overlays.push({ file, text: readText(file) });
  const inputs = hashOf([
    host.fingerprint?.() ?? "",
    text,
    ...(openEnums ? ["open enums"] : []),
    ...(strict ? ["strict"] : []),
    host.version,
    JSON.stringify(name),
    loaded?.text ?? "",
    ...overlays.flatMap((overlay) => [overlay.file, overlay.text]),
  ]);
  // Of other files that the document or the configuration refers to, the stamp knows nothing.
  const isWhole =
    host.fingerprint !== undefined &&
    !/(?:from|import)\s*\(?["']\.{1,2}\//.test(loaded?.text ?? "") &&
    !/\$ref["']?\s*:\s*["']?[^#"'\s]/.test(text);
  if (!check && !explain && !resources && isWhole && isFresh(readStamp(join(out, TREE_STAMP)), inputs, out)) {
    console.log(UP_TO_DATE);
    return 0;
  }
  const thread = startThread(text);
  try {
    const { loadConverter, mayBeSwagger } = await import("./read/convert-swagger.ts");
    const { publishTree } = await import("./publish-tree.ts");
    const convert = mayBeSwagger(text) ? await loadConverter() : undefined;
    const readFile = isAddress(spec) ? undefined : createFileReader(dirname(resolve(spec)));
    const given = { text, spec, out, check, inputs, openEnums, strict, explain, resources, overlays };
    return await publishTree({ ...given, sdk: name, host, config: loaded?.config ?? {}, convert, readFile, thread });
  } finally {
    thread.end();
  }
}

function refuseForeign(out: string): void {
  if (!existsSync(out) || existsSync(join(out, TREE_STAMP))) return;
  if (readdirSync(out).some((name) => name !== "node_modules")) {
    throw new UsageError(`${out}: holds files that were not generated; give an empty or new directory.`);
  }
}
