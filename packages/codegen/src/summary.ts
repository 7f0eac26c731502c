import { escapeInvisible, type Model } from "@svc/model";
import { inferResources } from "@svc/resources/infer";
import type { Files } from "./emitter.ts";
import { REPAIRS } from "./read/prepare-document.ts";

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
