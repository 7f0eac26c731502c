import { createModel, type Model, parseDocument } from "@svc/model";

/** A document as it was written, and as the fake reads it. */
export interface Spec {
  readonly document: unknown;
  readonly model: Model;
}

/**
 * Reads a document in JSON or YAML. A module of its own, so that the parser is loaded only where a document is given: it is
 * most of what there is to load.
 *
 * @throws DocumentError with every reason, each with its place
 */
export function readSpec(text: string, file: string): Spec {
  const { document } = parseDocument(text, file);
  return { document, model: createModel(document, { file }) };
}
