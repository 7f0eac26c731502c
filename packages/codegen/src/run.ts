import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { LEDGER } from "./name-ledger.ts";
import type { NamedText } from "./read/prepare-document.ts";
import { generatorFingerprint, hashOf } from "./sources.ts";
import { isFresh, PACKAGES_STAMP, readStamp, TREE_STAMP } from "./stamp.ts";
import { UsageError } from "./usage-error.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const UP_TO_DATE = "Generated files are up to date.";

/**
 * Regenerates the packages, unless nothing has changed since the last time. Whether it has is told by hashes, before the
 * generator and its compiler are loaded. Returns the exit code.
 */
export async function runPackages({ check }: { readonly check: boolean }): Promise<number> {
  const inputs = hashOf([
    generatorFingerprint(ROOT),
    ...specTexts(),
    readFileSync(join(ROOT, "packages/client/package.json")),
  ]);
  // A check trusts nothing but the generator itself.
  if (!check && isFresh(readStamp(join(ROOT, PACKAGES_STAMP)), inputs, ROOT)) {
    console.log(UP_TO_DATE);
    return 0;
  }
  const { generatePackages } = await import("./generate-packages.ts");
  return generatePackages({ check, inputs });
}

export interface TreeOptions {
  /** File of the document. */
  readonly spec: string;
  readonly out: string;
  readonly check: boolean;
  /** Enums and unions are open, whatever the document says. */
  readonly openEnums: boolean;
  /** Refuses a document that needs repairs. @default false */
  readonly strict?: boolean;
  /** Files of OpenAPI Overlays, applied in this order before any check. @default none */
  readonly overlays?: readonly string[];
}

/** Generates a tree of its own from any document, unless it is there already. Returns the exit code. */
export async function runTree(options: TreeOptions): Promise<number> {
  const { spec, out, check, openEnums, strict = false } = options;
  refuseForeign(out);
  const text = await readDocument(spec);
  const overlays: NamedText[] = [];
  for (const file of options.overlays ?? []) overlays.push({ file, text: await readDocument(file) });
  const inputs = hashOf([
    generatorFingerprint(ROOT),
    text,
    ...(openEnums ? ["open enums"] : []),
    ...(strict ? ["strict"] : []),
    ...overlays.flatMap((overlay) => [overlay.file, overlay.text]),
  ]);
  if (!check && isFresh(readStamp(join(out, TREE_STAMP)), inputs, out)) {
    console.log(UP_TO_DATE);
    return 0;
  }
  const { generateTree } = await import("./generate-tree.ts");
  return generateTree({ text, spec, out, check, inputs, openEnums, strict, overlays });
}

function specTexts(): Buffer[] {
  const overlays = join(ROOT, "spec/overlays");
  const names = existsSync(overlays) ? readdirSync(overlays).sort() : [];
  const files = [
    join(ROOT, "spec/openapi.yaml"),
    join(ROOT, "spec", LEDGER),
    join(ROOT, "engines/model/fixtures/service.yaml"),
    ...names.map((name) => join(overlays, name)),
  ];
  return files.filter((file) => existsSync(file)).map((file) => readFileSync(file));
}

async function readDocument(file: string): Promise<string> {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { DocumentError } = await import("@svc/model");
    const { code } = error as NodeJS.ErrnoException;
    const reasons: { readonly [code: string]: string } = {
      ENOENT: "there is no such file",
      EISDIR: "it is a directory",
    };
    const reason = reasons[code ?? ""] ?? `it cannot be read (${code})`;
    const message = `${reason}; give the path of an OpenAPI document in JSON or YAML`;
    throw new DocumentError([{ file, pointer: "", message }], { cause: error });
  }
}

function refuseForeign(out: string): void {
  if (!existsSync(out) || existsSync(join(out, TREE_STAMP))) return;
  if (readdirSync(out).some((name) => name !== "node_modules")) {
    throw new UsageError(`${out}: holds files that were not generated; give an empty or new directory.`);
  }
}
