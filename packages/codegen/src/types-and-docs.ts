import type { Model } from "@svc/model";
import type { EmitContext, Emitter, Files } from "./emitter.ts";
import { docsEmitter } from "./emitters/docs-emitter.ts";
import { typesEmitter } from "./emitters/types-emitter.ts";

/** Input of the emitters of the types and of the pages: plain data. */
export interface Request {
  readonly model: Model;
  readonly context: EmitContext;
}

/** An emitter that has run. */
export interface Made extends Omit<Emitter, "emit"> {
  readonly files: Files;
}

/** The types and the pages of a document. Loads the compiler, as nothing else of a tree does. */
export function emitTypesAndDocs({ model, context }: Request): readonly [types: Made, docs: Made] {
  const run = ({ emit, ...own }: Emitter): Made => ({ ...own, files: emit(model, context) });
  return [run(typesEmitter), run(docsEmitter)];
}
