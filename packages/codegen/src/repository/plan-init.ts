import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Model, parseDocument, repairDocument } from "@svc/model";
import type { Config } from "../config/config.ts";
import type { Files } from "../emitter.ts";
import { generate } from "../generate.ts";
import { repositoryLayout } from "../layouts/repository.ts";
import { loadOverlaid, modelOf } from "../load-spec.ts";
import { json } from "../quote/index.ts";
import { isAddress } from "../read/read-files.ts";
import { UsageError } from "../usage-error.ts";
import type { Output } from "../write/replace-outputs.ts";
import { generatedIn } from "./generate-repository.ts";
import { repositoryOf } from "./load-repository.ts";
import { repairsOf, type Source } from "./read-source.ts";
import { factsOf } from "./scaffold/facts.ts";
import { scaffold } from "./scaffold/index.ts";

/** Everything that `svc-codegen init` would write; nothing has been written yet. */
export interface InitPlan {
  /** Files that belong to the repository's people once they are written, by path from its root. */
  readonly files: Files;
  /** Outputs that are replaced as a whole by every generation. */
  readonly outputs: readonly Output[];
  readonly model: Model;
  /** Repairs of the document, one line each. */
  readonly repairs: readonly string[];
}

/** The document of a repository, relative to its root. */
export const DOCUMENT = "spec/openapi.yaml";

/**
 * Works out a repository.
 *
 * @param options.source the document that was given. @default the one that the repository has
 * @param options.config configuration: that of the repository, or that which it begins with
 * @throws DocumentError where the document cannot be generated from
 * @throws UsageError where there is none, or where the repository has another one
 */
export async function planInit(options: {
  readonly root: string;
  readonly source: Source | undefined;
  readonly config: Config & { readonly scope: string };
}): Promise<InitPlan> {
  const { root, source, config } = options;
  const kept = await keptDocument(root, source);
  const fresh = kept === undefined ? freshDocument(root, source) : undefined;
  const repository = repositoryOf(root, config);
  const model = modelOf({ document: kept ?? fresh?.document, file: DOCUMENT }, join(root, "spec"), config);
  const outputs = generate(model, repositoryLayout(repository));
  const files = new Map([...scaffold(factsOf(repository, model)), ...(fresh?.files ?? [])]);
  const manifest = "packages/client/package.json";
  files.set(manifest, withExportsOf(generatedIn("client", { root, outputs }), files.get(manifest) ?? ""));
  return { files, outputs, model, repairs: fresh?.repairs ?? [] };
}

/** A manifest without exports of modules that are not generated of the document. */
function withExportsOf(generated: Files, text: string): string {
  const manifest = JSON.parse(text) as { readonly exports: { readonly [entry: string]: unknown } };
  const isThere = ([, target]: readonly [string, unknown]): boolean => {
    const [, path] = /\.\/dist\/generated\/([^"]*)\.js"/.exec(JSON.stringify(target)) ?? [];
    return path === undefined || generated.has(`${path}.ts`);
  };
  return json({ ...manifest, exports: Object.fromEntries(Object.entries(manifest.exports).filter(isThere)) });
}

/** The document that the repository has already, with its overlays. @throws UsageError where another one is given */
async function keptDocument(root: string, source: Source | undefined): Promise<unknown> {
  if (!existsSync(join(root, DOCUMENT))) return undefined;
  if (source !== undefined && source.text !== readFileSync(join(root, DOCUMENT), "utf8")) {
    throw new UsageError(
      `${DOCUMENT}: is another document than ${source.file}; a new version is taken by svc-codegen bump ${source.file}.`,
    );
  }
  return (await loadOverlaid(join(root, "spec"), root)).document;
}

/** A document that comes into the repository, with its repairs as an overlay. */
function freshDocument(root: string, source: Source | undefined) {
  if (source === undefined) throw new UsageError("--spec FILE is missing: the OpenAPI document.");
  const { file } = source;
  const { lines, overlay } = repairsOf(source.document, isAddress(file) ? file : relative(root, file) || file);
  // As every later run reads it.
  const written = parseDocument(source.text, DOCUMENT).document;
  return {
    document: repairDocument(written, { file }).document,
    repairs: lines,
    files: [
      [DOCUMENT, source.text] as const,
      ...(overlay === undefined ? [] : [["spec/overlays/repairs.overlay.yaml", overlay] as const]),
    ],
  };
}
