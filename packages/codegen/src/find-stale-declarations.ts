import type { Finding, Model } from "@svc/model";
import { checkDeclarations, inferResources } from "@svc/resources";

/**
 * The parts of `x-svc-resource` that name what the document does not have. They stop nothing but `--strict`: declarations in
 * overlays outlive the version of the document that they were written for, and a bump shall go through all the same.
 */
export function findStaleDeclarations(model: Model, file: string): Finding[] {
  if (model.resources === undefined) return [];
  return checkDeclarations(model, inferResources(model)).map((part) => ({ file, ...part }));
}
