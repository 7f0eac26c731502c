/**
 * Reads OpenAPI documents for fakes. A fake of another document than its own loads this module by itself, in Node.js; where
 * modules cannot be loaded while others run, import it and give its result to `createFakeSvc`.
 *
 * @packageDocumentation
 */
import { createModel, type Model } from "@svc/model";
import type { ResourceTable } from "@svc/resources";
import { inferTable } from "@svc/resources/infer";
import type { FakeDocument } from "./fake/options.ts";

export type { FakeDocument, Model, ResourceTable };

/**
 * Reads a document, and infers what a fake of it stores: `createFakeSvc({ document: readDocument(document) })`.
 *
 * @param document OpenAPI 3.0 or 3.1 document, parsed from JSON or YAML
 * @throws DocumentError if the document is not valid, with a JSON pointer for each reason
 */
export function readDocument(document: unknown): FakeDocument {
  const model = createModel(document);
  return { model, resources: inferTable(model) };
}

export { inferTable };
