import { createModel, type Model, readDocument } from "@svc/model";

/** A parsed document, with its model. */
export interface Spec {
  readonly document: unknown;
  readonly model: Model;
}

/**
 * Reads a document in JSON or YAML. In a module of its own, because the YAML parser is large and needed only with `--spec`.
 *
 * @throws DocumentError with all reasons, each with its position
 */
export function readSpec(text: string, file: string): Spec {
  const { document } = readDocument(text, file);
  return { document, model: createModel(document, { file }) };
}
