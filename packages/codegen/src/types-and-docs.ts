import type { Emitter } from "./emitter.ts";
import type { Made, Request } from "./emitter-thread.ts";
import { docsEmitter } from "./emitters/docs-emitter.ts";
import { typesEmitter } from "./emitters/types-emitter.ts";

/** The types and the pages of a document. Loads the compiler, as nothing else of a tree does. */
export function emitTypesAndDocs({ model, context }: Request): readonly [types: Made, docs: Made] {
  const run = ({ emit, ...own }: Emitter): Made => ({ ...own, files: emit(model, context) });
  return [run(typesEmitter), run(docsEmitter)];
}
