import { createModel, type Model } from "@svc/model";

/**
 * The model of a document that a caller gave: an OpenAPI document, or a model that was made of one before.
 *
 * @throws DocumentError where the document cannot be read, with a JSON pointer for every reason
 */
export function toModel(document: unknown): Model {
  return isModel(document) ? document : createModel(document);
}

/** Whether a document is a model, which lists its operations, an OpenAPI document has them below its paths. */
export function isModel(document: unknown): document is Model {
  return typeof document === "object" && document !== null && Object.hasOwn(document, "operations");
}
