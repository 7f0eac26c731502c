import { join, resolve } from "node:path";
import {
  type CreateModelOptions,
  createModel,
  type Finding,
  formatFinding,
  formatRepair,
  type Model,
  type Pagination,
  type Repair,
  type Round,
  toOverlay,
} from "@svc/model";
import { applyConfig, isNamed, nothingNamed } from "./config/apply-config.ts";
import type { Config } from "./config/config.ts";
import { PARTS, type Part } from "./config/options.ts";
import * as emit from "./emit/index.ts";
import { isDefault, type SdkName } from "./emit/sdk-name.ts";
import type { EmitContext, Emitter, Files } from "./emitter.ts";
import { clientEmitter, docsEmitter, projectEmitter, testingEmitter, typesEmitter } from "./emitters/tree-emitters.ts";
import { explainResources } from "./explain.ts";
import { findContradictions } from "./find-contradictions.ts";
import { atSource, readAtSource } from "./overlay/find-source.ts";
import { code, lineComment, md, ts } from "./quote/index.ts";
import {
  type NamedText,
  type PrepareOptions,
  prepareDocument,
  REPAIRS,
  writeOverlay,
} from "./read/prepare-document.ts";
import { resourcesOverlay } from "./resources-overlay.ts";
import { refuseStaleDeclarations } from "./stale-declarations.ts";
import { createStamp, ownedBy, readStamp, type Stamp, TREE_STAMP, version } from "./stamp.ts";
import { summarize } from "./summary.ts";
import type { TreeHost } from "./tree-host.ts";
import { UsageError } from "./usage-error.ts";
import { publish } from "./write/publish.ts";

export interface TreeRun {
  readonly text: string;
  /** Name of the document's file, for messages. */
  readonly spec: string;
  readonly out: string;
  readonly check: boolean;
  /** Hash of everything that decides the output. */
  readonly inputs: string;
  /** Enums and unions are open, whatever the document says. */
  readonly openEnums: boolean;
  /** Refuses a document that needs repairs. */
  readonly strict: boolean;
  /** Prints what the document's operations store, and why. */
  readonly explain: boolean;
  /** Prints the table of resources as an overlay, and writes nothing. */
  readonly resources: boolean;
  /** Applied in this order before any check. */
  readonly overlays: readonly NamedText[];
  readonly convert: PrepareOptions["convert"];
  readonly readFile: PrepareOptions["readFile"];
  readonly sdk: SdkName;
  readonly config: Config;
  readonly host: TreeHost;
}

/** Generates client and fake of any document into a directory of its own. Returns the exit code. */
export function generateTree(run: TreeRun): number {
  const { text, spec, out, check, inputs, openEnums, explain, resources, sdk, host, ...options } = run;
  const directory = resolve(out);
  const warnings: Finding[] = [];
  const repairs: Repair[] = [];
  let model: Model | undefined;
  const files = emitTree(text, spec, {
    ...options,
    ...host,
    sdk,
    onWarning: (warning) => warnings.push(warning),
    onRepair: (repair) => repairs.push(repair),
    onModel: (made) => {
      model = made;
    },
    ...(openEnums && { openEnums }),
  });
  if (resources && model !== undefined) {
    console.log(resourcesOverlay(model).trimEnd());
    return 0;
  }
  if (explain && model !== undefined) console.log(explainResources(model));
  for (const repair of repairs) console.error(formatRepair(repair));
  for (const warning of warnings) console.error(`warning: ${formatFinding(warning)}`);
  const after = createStamp(inputs, files);
  const before = readStamp(join(directory, TREE_STAMP));
  const content = new Map([...files, [TREE_STAMP, textOf(after)]]);
  const output = {
    path: directory,
    content,
    owned: new Map([...ownedBy(before), [TREE_STAMP, ""]]),
  };
  const given = `${openEnums ? " --open-enums" : ""}${isDefault(sdk) ? "" : ` --name ${sdk.kebab}`}`;
  const command = host.command.replace("FILE", spec).replace("DIR", out) + given;
  host.onProgress?.(`writing ${content.size} files`);
  const code = publish([output], { check, root: process.cwd(), command });
  if (!check) {
    host.install?.(directory);
    if (code === 0 && model !== undefined) host.onSummary?.(summarize(model, files, repairs.length));
  }
  return code;
}

function textOf(stamp: Stamp): string {
  return `${JSON.stringify(stamp, null, 2)}\n`;
}

/** Options of a generated tree. */
export type EmitOptions = Omit<CreateModelOptions, "file"> &
  PrepareOptions & {
    /** Told of the model that files are made of. */
    readonly onModel?: (model: Model) => void;
    /** Told of each step. */
    readonly onProgress?: ((step: string) => void) | undefined;
    /** Name of the SDK. @default svc */
    readonly sdk?: SdkName;
    /** Configuration of the tree. Its `spec`, `out`, `name` and `overlays` are the caller's to resolve. @default {} */
    readonly config?: Config;
    /** The command in the first line of each file. @default "pnpm generate --spec FILE --out DIR" */
    readonly command?: string;
    /** Version of the runtimes that the tree depends on. @default that of the generator */
    readonly version?: string;
  };

/**
 * Every file of a tree but its stamp.
 *
 * @throws DocumentError where the document cannot be generated from, or declares what it has no meaning for; under `strict`,
 *   also where it would need repairs.
 */
export function emitTree(text: string, spec: string, options: EmitOptions = {}): Files {
  options.onProgress?.(`reading ${spec}`);
  const prepared = prepareDocument(text, spec, options);
  const { readings } = prepared;
  const document = applyConfig(prepared.document, options.config ?? {});
  const rounds = [...readings];
  for (const repair of readings.flatMap(({ repairs }) => repairs)) options.onRepair?.(repair);
  const onRepairs = (made: readonly Round[]): void => {
    rounds.push(...made);
  };
  const openEnums = options.openEnums ?? (options.config?.enums === "open" || undefined);
  const onWarning = (warning: Finding) => options.onWarning?.(atSource(warning, prepared));
  const reading = { ...options, ...(openEnums && { openEnums }), file: spec, onRepairs, onWarning };
  const model = readAtSource(prepared, () => createModel(document, reading));
  options.onModel?.(model);
  refuseStaleDeclarations(model, prepared);
  for (const warning of options.onWarning === undefined ? [] : findContradictions(model, spec))
    options.onWarning?.(warning);
  options.onProgress?.(`${model.operations.length} operations, ${Object.keys(model.schemas).length} schemas: emitting`);
  const files = treeFiles(model, options);
  if (rounds.length === 0) return files;
  options.onRepairs?.(rounds);
  return new Map([...files, [REPAIRS, writeOverlay(toOverlay(rounds, spec))]]);
}

function treeFiles(model: Model, { config = {}, ...options }: EmitOptions): Files {
  const {
    sdk = emit.DEFAULT_NAME,
    command = "pnpm generate --spec FILE --out DIR",
    version: runtime = version(),
  } = options;
  const { parts = PARTS, emitters = [] } = config;
  const typed = emit.directedModel(model);
  const decoding = parts.includes("client") ? emit.decodingOf(typed, config) : undefined;
  const plain = targetOf(model, { sdk, command, types: "../types/index.ts", pagination: config.pagination });
  const target = decoding ? { ...plain, decoding, wireTypes: "../types/wire/index.ts" } : plain;
  checkValidation(config);
  const own = [typesEmitter, clientEmitter, testingEmitter, docsEmitter].filter(
    ({ name }) => name === "types" || parts.includes(name as Part),
  );
  const context: EmitContext = { sdk, target, typed, options: config };
  return emitAll([...own, projectEmitter([...own, ...emitters], runtime), ...emitters], model, context);
}

/** @throws UsageError where answers are to be checked, and there are no schemas for it */
export function checkValidation({ validate = false, emitters = [] }: Config): void {
  if (validate && !emitters.some(({ name }) => name === "zod"))
    throw new UsageError("validate: is done by the schemas of the emitter zod, which is not among `emitters`.");
}

/** Facts of an output that do not come from its model. */
export interface TargetOptions {
  readonly sdk: SdkName;
  /** The command in the first line of each file. */
  readonly command: string;
  /** Module of the types, as files of the other parts import it. */
  readonly types: string;
  readonly pagination: Config["pagination"];
}

/** The target of files that import the published runtimes. @throws UsageError for pagination of no operation */
export function targetOf(model: Model, { sdk, command, types, pagination }: TargetOptions): emit.Target {
  return {
    sdk,
    banner: ts`${lineComment(`Generated by \`${command}\`. Do not edit.`)}`,
    markdownBanner: md`<!-- Generated by ${code(command)}. Do not edit. -->`,
    paginates: true,
    pagination: paginationOf(model, pagination),
    types,
    clientRuntime: "@svc/client/runtime",
    downloadRuntime: "@svc/client/downloads/runtime",
    uploadRuntime: "@svc/client/uploads/runtime",
    webhookRuntime: "@svc/client/webhooks/runtime",
    testingRuntime: "@svc/testing/runtime",
    arbitraryRuntime: "@svc/testing/arbitrary",
    modelTypes: "@svc/testing/runtime",
  };
}

/** Pagination by operation id. @throws UsageError for an operation that the document does not have */
export function paginationOf({ operations }: Model, given: Config["pagination"] = {}): Map<string, Pagination | false> {
  return new Map(
    Object.entries(given).map(([name, page]) => {
      const found = operations.find((operation) => isNamed(name, operation));
      if (found === undefined) throw nothingNamed("pagination", name);
      return [found.id, page];
    }),
  );
}

/** The files of all emitters. @throws UsageError where two have the same path, or one leaves the tree */
export function emitAll(emitters: readonly Emitter[], model: Model, context: EmitContext): Files {
  const files = new Map<string, string>();
  const owners = new Map<string, string>();
  for (const { name, emit: run } of emitters) {
    for (const [path, text] of run(model, context)) {
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
