import type { Model } from "@svc/model";
import { PARTS, type Part, type SdkOptions } from "./config/options.ts";
import type { EmitContext, Emitter, Files } from "./emitter.ts";

/** An emitter that has run. */
export interface Made extends Omit<Emitter, "emit"> {
  readonly files: Files;
}

/** Runs an emitter of the types or of a part; of a part that is not generated it makes no files. */
export function runEmitter({ emit, ...own }: Emitter, model: Model, context: EmitContext): Made {
  return { ...own, files: isPart(own, context.options) ? emit(model, context) : new Map() };
}

/** Whether an emitter is of the types, or of a part that is generated. */
export function isPart({ name }: Pick<Emitter, "name">, { parts = PARTS }: SdkOptions): boolean {
  return name === "types" || parts.includes(name as Part);
}
