import { join, resolve } from "node:path";
import { escapeInvisible, type Finding, formatFindings, formatRepairs, type Model, type Repair } from "@svc/model";
import { inferResources } from "@svc/resources/infer";
import type { Config } from "./config/config.ts";
import { isDefault, type SdkName } from "./emit/sdk-name.ts";
import type { Emitter, Files } from "./emitter.ts";
import type { EmitterThread } from "./emitter-thread.ts";
import { clientEmitter, testingEmitter } from "./emitters/tree-emitters.ts";
import { contextOf, generate } from "./generate.ts";
import { type TreeFacts, treeLayout } from "./layouts/tree.ts";
import { type NamedText, type PrepareOptions, REPAIRS } from "./read/prepare-document.ts";
import { readModel, withRepairs } from "./read-model.ts";
import { runEmitter } from "./run-emitter.ts";
import { createStamp, ownedBy, readStamp, type Stamp, TREE_STAMP } from "./stamp.ts";
import type { TreeHost } from "./tree-host.ts";
import { publish } from "./write/publish.ts";
import type { Output } from "./write/replace-outputs.ts";

/** A document, and the tree to make of it. */
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
  /** Makes a part of the files beside this thread. */
  readonly thread: EmitterThread;
}

/** Generates client and fake of any document into a directory of its own. Returns the exit code. */
export async function publishTree(run: TreeRun): Promise<number> {
  const { text, spec, out, check, inputs, openEnums, explain, resources, sdk, host, thread, ...options } = run;
  const directory = resolve(out);
  const warnings: Finding[] = [];
  const repairs: Repair[] = [];
  const read = readModel(text, spec, {
    ...options,
    ...host,
    onWarning: (warning) => warnings.push(warning),
    onRepair: (repair) => repairs.push(repair),
    ...(openEnums && { openEnums }),
  });
  const { model } = read;
  if (resources) {
    const { resourcesOverlay } = await import("./resources-overlay.ts");
    console.log(resourcesOverlay(model).trimEnd());
    return 0;
  }
  host.onProgress?.(`${model.operations.length} operations, ${Object.keys(model.schemas).length} schemas: emitting`);
  const facts = { sdk, config: options.config, command: host.command, runtime: host.version };
  const emitted = await emitBeside(model, facts, thread);
  const files = withRepairs(emitted, read);
  if (explain) console.log((await import("./explain.ts")).explainResources(model));
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
    if (code === 0) host.onSummary?.(summarize(model, files, repairs.length));
  }
  return code;
}

/** The files of a model: the thread makes those of the types and the pages, while this one makes the others. */
async function emitBeside(model: Model, facts: TreeFacts, thread: EmitterThread): Promise<Output[]> {
  const context = contextOf(model, treeLayout(facts, []));
  const run = async (emitter: Emitter) => runEmitter(emitter, model, context);
  const ran = [thread.emit({ model, context }), run(clientEmitter), run(testingEmitter)] as const;
  const [[types, docs], client, testing] = await Promise.all(ran);
  const own = [types, client, testing, docs].map(({ files, ...emitter }) => ({ ...emitter, emit: () => files }));
  return generate(model, treeLayout(facts, own), context);
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
