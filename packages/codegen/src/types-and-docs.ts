import type { Model } from "@svc/model";
import type { EmitContext } from "./emitter.ts";
import { docsEmitter } from "./emitters/docs-emitter.ts";
import { typesEmitter } from "./emitters/types-emitter.ts";
import { type Made, runEmitter } from "./run-emitter.ts";

/** Input of the emitters of the types and of the pages: plain data. */
export interface Request {
  readonly model: Model;
  readonly context: EmitContext;
}

/** The types and the pages of a document. Loads the compiler, as nothing else of a tree does. */
export function emitTypesAndDocs({ model, context }: Request): readonly [types: Made, docs: Made] {
  return [runEmitter(typesEmitter, model, context), runEmitter(docsEmitter, model, context)];
}
