import { ledgerOf } from "@svc/codegen";
import { createModel, type Model, type NameLedger, type ParsedDocument } from "@svc/model";
import type { Difference, DiffOptions } from "./change.ts";
import { compareModels } from "./compare/compare-models.ts";
import { createPlaceFinder } from "./find-place.ts";
import { carryNames } from "./renames/carry-names.ts";
import { keepNames, withoutAliases } from "./renames/keep-names.ts";

/** Two documents, their models and their difference. */
export interface DocumentDifference extends Difference {
  readonly old: Model;
  /** With the old names of what was renamed as aliases, where a ledger was given. */
  readonly new: Model;
}

/**
 * The semantic difference of two documents, with pointers that lead somewhere in them. The new document keeps what the old
 * one is called, as it would with a ledger; with one, also the old names of what it renames as aliases.
 *
 * @throws DocumentError where one of them cannot be generated from.
 */
export function diffDocuments(
  old: Pick<ParsedDocument, "document" | "file">,
  now: Pick<ParsedDocument, "document" | "file">,
  { names, openEnums }: DiffOptions & { readonly names?: NameLedger } = {},
): DocumentDifference {
  const switched = openEnums === true ? { openEnums } : {};
  const read = ({ document, file }: Pick<ParsedDocument, "document" | "file">, ledger: NameLedger | undefined) =>
    createModel(document, { file, ...switched, ...(ledger && { names: ledger }) });
  const find = { old: createPlaceFinder(old.document), new: createPlaceFinder(now.document) };
  const before = read(old, names);
  const ledger = ledgerOf(before);
  const draft = read(now, ledger);
  const has = {
    old: (pointer: string) => find.old(pointer) === pointer,
    new: (pointer: string) => find.new(pointer) === pointer,
  };
  const after =
    names === undefined
      ? withoutAliases(read(now, keepNames({ old: before, now: draft, ledger, has })))
      : read(now, carryNames(before, draft, ledger));
  return { ...compareModels(before, after, find), old: before, new: after };
}
