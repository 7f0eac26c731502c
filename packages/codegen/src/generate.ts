import { join } from "node:path";
import type { Model, Pagination } from "@svc/model";
import { isNamed, nothingNamed } from "./config/apply-config.ts";
import type { Config } from "./config/config.ts";
import { PARTS } from "./config/options.ts";
import { decodingOf } from "./emit/decoded-model.ts";
import type { SdkName } from "./emit/sdk-name.ts";
import type { Runtimes, Target } from "./emit/target.ts";
import { directedModel } from "./emit/testing/directed-model.ts";
import type { EmitContext, Emitter, Files } from "./emitter.ts";
import { code, lineComment, markdown, md, ts } from "./quote/index.ts";
import { UsageError } from "./usage-error.ts";
import type { Output } from "./write/replace-outputs.ts";

/** Where a generation writes what, and by which names its files import each other: data, one for each kind of place. */
export interface Layout {
  /** Folder that the others lie in. */
  readonly root: string;
  readonly sdk: SdkName;
  readonly config: Config;
  /** The command in the first line of each file. */
  readonly command: string;
  /** The document in the first line of each file. @default none is named */
  readonly source?: string;
  /** Module of the types, as files of the other parts import it. */
  readonly types: string;
  /** The same of the types of what travels, where the client decodes. */
  readonly wireTypes: string;
  readonly runtimes: Runtimes;
  readonly folders: readonly Folder[];
}

/** A folder that is generated. */
export interface Folder {
  /** Relative to the root; empty: the root. */
  readonly path: string;
  readonly emitters: readonly Emitter[];
  /** Beginnings of the paths that are written. @default all are */
  readonly only?: readonly string[];
  /** Beginning of the emitters' paths that the folder stands for: `client/`. @default none */
  readonly inside?: string;
  /** Set where files by hand lie beside them: then each file is replaced by itself. @default false */
  readonly isShared?: boolean;
  /** Options that its emitters see in the place of those of the configuration. */
  readonly options?: Config;
}

/** Published modules of the runtimes, as generated packages depend on them. */
export const PUBLISHED: Runtimes = {
  client: "@svc/client/runtime",
  downloads: "@svc/client/downloads/runtime",
  uploads: "@svc/client/uploads/runtime",
  webhooks: "@svc/client/webhooks/runtime",
  testing: "@svc/testing/runtime",
  arbitrary: "@svc/testing/arbitrary",
  model: "@svc/testing/runtime",
  tools: "@svc/mcp/runtime",
  toolClient: "../client/index.ts",
  toolOperations: "../client/client.ts",
  toolDownloads: "../client/downloads.ts",
};

/**
 * Everything that a layout has of a model; nothing is written yet.
 *
 * @throws UsageError for options that do not fit the document or each other, and where two emitters write one file
 */
export function generate(model: Model, layout: Layout, context = contextOf(model, layout)): Output[] {
  return layout.folders.flatMap((folder): Output[] => {
    const content = filesOf(folder, model, { ...context, options: { ...context.options, ...folder.options } });
    const path = join(layout.root, folder.path);
    if (!folder.isShared) return [{ path, content }];
    return [...content].map(([file, text]) => ({ path: join(path, file), content: text }));
  });
}

/** The first emitter's input besides the model: plain data. @throws UsageError as {@link generate} does */
export function contextOf(model: Model, layout: Layout): EmitContext {
  const { emitters: _, ...options } = layout.config;
  checkValidation(layout.config);
  const typed = directedModel(model);
  return { sdk: layout.sdk, target: targetOf(model, typed, layout), typed, options, files: new Map() };
}

function targetOf(model: Model, typed: Model, layout: Layout): Target {
  const { sdk, command, source, config, types, wireTypes, runtimes } = layout;
  const decoding = (config.parts ?? PARTS).includes("client") ? decodingOf(typed, config) : undefined;
  const from = source === undefined ? "" : ` from ${source}`;
  return {
    sdk,
    banner: ts`${lineComment(`Generated${from} by \`${command}\`. Do not edit.`)}`,
    markdownBanner: md`<!-- Generated${source === undefined ? md`` : md` from ${markdown(source)}`} by ${code(command)}. Do not edit. -->`,
    pagination: paginationOf(model, config.pagination),
    types,
    runtimes,
    ...(decoding && { decoding, wireTypes }),
  };
}

/** @throws UsageError where answers are to be checked, and there are no schemas for it */
function checkValidation({ validate = false, emitters = [] }: Config): void {
  if (validate && !emitters.some(({ name }) => name === "zod"))
    throw new UsageError("validate: requires the emitter zod in `emitters`.");
}

/** Pagination by operation id. @throws UsageError for an operation that the document does not have */
function paginationOf({ operations }: Model, given: Config["pagination"] = {}): Map<string, Pagination | false> {
  return new Map(
    Object.entries(given).map(([name, page]) => {
      const found = operations.find((operation) => isNamed(name, operation));
      if (found === undefined) throw nothingNamed("pagination", name);
      return [found.id, page];
    }),
  );
}

function filesOf({ emitters, only, inside = "" }: Folder, model: Model, context: EmitContext): Files {
  const files = emitAll(emitters, model, context);
  const kept = [...files].filter(([path]) => only?.some((start) => path.startsWith(start)) ?? true);
  return new Map(kept.map(([path, text]) => [path.startsWith(inside) ? path.slice(inside.length) : path, text]));
}

/** The files of all emitters. @throws UsageError where two have the same path, or one leaves the tree */
function emitAll(emitters: readonly Emitter[], model: Model, context: EmitContext): Files {
  const files = new Map<string, string>();
  const owners = new Map<string, string>();
  for (const { name, emit: run } of emitters) {
    for (const [path, text] of run(model, { ...context, files })) {
      const owner = owners.get(path);
      if (owner !== undefined) throw new UsageError(`${path}: is written by the emitters ${owner} and ${name}.`);
      if (!/^(?!\.)[\w.-]+(?:\/(?!\.)[\w.-]+)*$/.test(path))
        throw new UsageError(`${name}: ${path}: is no path of the tree.`);
      owners.set(path, name);
      files.set(path, text);
    }
  }
  return files;
}
