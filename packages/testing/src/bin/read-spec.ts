import { createModel, readDocument } from "@svc/model";
import { inferTable } from "@svc/resources/infer";
import type { FakeDocument } from "../fake/options.ts";

/** A parsed document, with its model. */
export interface Spec extends FakeDocument {
  readonly document: unknown;
}

/** In a module of its own, because the YAML parser is large and needed only with `--spec`. @throws DocumentError */
export function readSpec(text: string, file: string): Spec {
  const { document } = readDocument(text, file);
  const model = createModel(document, { file });
  return { document, model, resources: inferTable(model) };
}
