import { join, resolve } from "node:path";
import {
  type CreateModelOptions,
  createModel,
  escapeInvisible,
  type Finding,
  formatFindings,
  formatRepairs,
  type Model,
  type Repair,
  type Round,
  toOverlay,
} from "@svc/model";
import { inferResources } from "@svc/resources/infer";
import { applyConfig } from "./config/apply-config.ts";
import type { Config } from "./config/config.ts";
import { DEFAULT_NAME, isDefault, type SdkName } from "./emit/sdk-name.ts";
import type { Files } from "./emitter.ts";
import { findContradictions } from "./find-contradictions.ts";
import { generate } from "./generate.ts";
import { treeLayout } from "./layouts/tree.ts";
import { atSource, readAtSource } from "./overlay/find-source.ts";
import {
  type NamedText,
  type PrepareOptions,
  prepareDocument,
  REPAIRS,
  writeOverlay,
} from "./read/prepare-document.ts";
import { refuseStaleDeclarations } from "./stale-declarations.ts";
import { createStamp, ownedBy, readStamp, type Stamp, TREE_STAMP, version } from "./stamp.ts";
import type { TreeHost } from "./tree-host.ts";
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
export async function generateTree(run: TreeRun): Promise<number> {
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
    const { resourcesOverlay } = await import("./resources-overlay.ts");
    console.log(resourcesOverlay(model).trimEnd());
    return 0;
  }
  if (explain && model !== undefined) console.log((await import("./explain.ts")).explainResources(model));
  for (const line of formatRepairs(repairs)) console.error(line);
  for (const line of formatFindings(warnings)) console.error(`warning: ${line}`);
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

/** Summary of a generated tree, for people. */
export function summarize(model: Model, files: Files, repairs: number): string {
  const bytes = [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return [
    escapeInvisible(`${model.title} ${model.version}`),
    `  operations  ${model.operations.length}, with ${Object.keys(model.schemas).length} schemas`,
    `  resources   ${inferResources(model).length}, stored by the fake`,
    `  repairs     ${repairs === 0 ? "none" : `${repairs}, in ${REPAIRS}`}`,
    `  size        ${(bytes / 1000).toFixed(1)} kB`,
  ].join("\n");
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

/** A document as it was read for a tree. */
export interface ReadModel {
  readonly model: Model;
  /** Overlay with what was wrong in the document; undefined where nothing was. */
  readonly repairs: string | undefined;
}

/**
 * The model of a document with its overlays and its configuration.
 *
 * @throws DocumentError where the document cannot be generated from, or declares what it has no meaning for; under `strict`,
 *   also where it would need repairs.
 */
export function readModel(text: string, spec: string, options: EmitOptions = {}): ReadModel {
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
  if (rounds.length === 0) return { model, repairs: undefined };
  options.onRepairs?.(rounds);
  return { model, repairs: writeOverlay(toOverlay(rounds, spec)) };
}

/** Every file of a tree but its stamp. @throws DocumentError as {@link readModel} does */
export function emitTree(text: string, spec: string, options: EmitOptions = {}): Files {
  const {
    sdk = DEFAULT_NAME,
    command = "pnpm generate --spec FILE --out DIR",
    version: runtime = version(),
    config = {},
  } = options;
  const { model, repairs } = readModel(text, spec, options);
  options.onProgress?.(`${model.operations.length} operations, ${Object.keys(model.schemas).length} schemas: emitting`);
  const [tree] = generate(model, treeLayout({ sdk, config, command, runtime }));
  const files = new Map(tree?.content as Files);
  return repairs === undefined ? files : files.set(REPAIRS, repairs);
}
