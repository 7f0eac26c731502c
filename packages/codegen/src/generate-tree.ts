import { DEFAULT_NAME } from "./emit/sdk-name.ts";
import type { Files } from "./emitter.ts";
import { docsEmitter } from "./emitters/docs-emitter.ts";
import { clientEmitter, testingEmitter } from "./emitters/tree-emitters.ts";
import { typesEmitter } from "./emitters/types-emitter.ts";
import { generate } from "./generate.ts";
import { treeLayout } from "./layouts/tree.ts";
import { type EmitOptions, readModel, withRepairs } from "./read-model.ts";
import { version } from "./stamp.ts";

/** Every file of a tree but its stamp, made in this thread. @throws DocumentError as {@link readModel} does */
export function emitTree(text: string, spec: string, options: EmitOptions = {}): Files {
  const {
    sdk = DEFAULT_NAME,
    command = "pnpm generate --spec FILE --out DIR",
    version: runtime = version(),
    config = {},
  } = options;
  const read = readModel(text, spec, options);
  const own = [typesEmitter, clientEmitter, testingEmitter, docsEmitter];
  return withRepairs(generate(read.model, treeLayout({ sdk, config, command, runtime }, own)), read);
}
