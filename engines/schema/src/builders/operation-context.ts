import type { Model } from "@svc/model";
import type { Seed } from "./random.ts";
import type { Derive } from "./run.ts";

/** Sources of the values of operations. */
export interface OperationContext {
  readonly model: Model;
  readonly seed: Seed;
  readonly now: () => number;
  readonly useExamples: boolean;
  readonly derive: { readonly [schemaName: string]: Derive } | undefined;
  readonly index?: number;
}
