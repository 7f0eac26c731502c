import { createModel, type Model, type NameLedger, type ParsedDocument } from "@svc/model";
import type { Difference, DiffOptions } from "./change.ts";
import { compareModels } from "./compare/compare-models.ts";
import { createPlaceFinder } from "./find-place.ts";

/** Two documents, their models and their difference. */
export interface DocumentDifference extends Difference {
  readonly old: Model;
  readonly new: Model;
}

/**
 * The semantic difference of two documents, with pointers that lead somewhere in them.
 *
 * @throws DocumentError where one of them cannot be generated from.
 */
export function diffDocuments(
  old: Pick<ParsedDocument, "document" | "file">,
  now: Pick<ParsedDocument, "document" | "file">,
  { names, openEnums }: DiffOptions & { readonly names?: NameLedger } = {},
): DocumentDifference {
  const ledger = { ...(names && { names }), ...(openEnums === true && { openEnums }) };
  const models = {
    old: createModel(old.document, { file: old.file, ...ledger }),
    new: createModel(now.document, { file: now.file, ...ledger }),
  };
  const find = { old: createPlaceFinder(old.document), new: createPlaceFinder(now.document) };
  return { ...compareModels(models.old, models.new, find), ...models };
}
