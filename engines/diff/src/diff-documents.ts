import {
  createModel,
  ledgerOf,
  type Model,
  modelOfReadable,
  type NameLedger,
  operationRoutes,
  type ParsedDocument,
  readableDocument,
} from "@svc/model";
import type { Difference, DiffOptions } from "./change.ts";
import { AS_IS, collectChanges, createScope, type PlaceFinder } from "./collect.ts";
import { createComparison } from "./compare/comparison.ts";
import { compareDeclarations, type Readers } from "./compare/declarations.ts";
import { compareInfo } from "./compare/info.ts";
import { compareNames } from "./compare/names.ts";
import { compareEvents, compareSignature } from "./compare/operations/events.ts";
import { matchOperations } from "./compare/operations/match-operations.ts";
import { compareOperations } from "./compare/operations/operations.ts";
import { compareSecuritySchemes } from "./compare/operations/security.ts";
import { compareResources } from "./compare/resources.ts";
import { compareSchemas } from "./compare/schemas/schemas.ts";
import { compareServers } from "./compare/servers.ts";
import { compareTraits, compareUnknowns } from "./compare/unknowns.ts";
import { createPlaceFinder, createReader } from "./find-place.ts";
import { carryNames } from "./renames/schema-renames.ts";
import { createSide } from "./schema/create-side.ts";

type Source = Pick<ParsedDocument, "document" | "file">;

interface Models {
  readonly old: Model;
  /** With the old names of what was renamed as aliases. */
  readonly new: Model;
}

/** Two documents, their models and their difference. */
export interface DocumentDifference extends Difference, Models {}

export interface DocumentDiffOptions extends DiffOptions {
  /** The names that the old document was generated with. @default those that it gives by itself */
  readonly names?: NameLedger;
}

/**
 * The semantic difference of two documents, with pointers that lead somewhere in them. The new document keeps what the old
 * one is called, and the old names of what it renames as deprecated aliases, as a bump lets it.
 *
 * @throws DocumentError where one of them cannot be generated from
 */
export function diffDocuments(old: Source, now: Source, options: DocumentDiffOptions = {}): DocumentDifference {
  const models = readModels(old, now, options);
  const find = { old: createPlaceFinder(old.document), new: createPlaceFinder(now.document) };
  const read = { old: createReader(old.document), new: createReader(now.document) };
  return { ...compareModels(models.old, models.new, { find, read }), ...models };
}

/** Reads both documents. The new one is named twice, because its names depend on what is in both. */
function readModels(old: Source, now: Source, { names, openEnums }: DocumentDiffOptions): Models {
  const open = openEnums === true && { openEnums };
  const before = createModel(old.document, { file: old.file, ...open, ...(names && { names }) });
  const { file } = now;
  const document = readableDocument(now.document, { file, formerRoutes: operationRoutes(before) });
  const named = (ledger: NameLedger) => modelOfReadable(document, { file, ...open, names: ledger });
  const ledger = ledgerOf(before);
  return { old: before, new: named(carryNames(before, named(ledger), ledger)) };
}

/**
 * The semantic difference of two models. Order, references and `allOf` make no difference of their own. What models
 * leave out is read from the documents behind them.
 */
export function compareModels(
  old: Model,
  now: Model,
  { find, read }: { readonly find: PlaceFinder; readonly read?: Readers } = { find: AS_IS },
): Difference {
  const matching = matchOperations(old.operations, now.operations);
  const document = createScope(undefined, [
    ...compareInfo(old, now),
    ...compareUnknowns(old, now, matching.pairs, read?.new),
    ...compareServers(old.servers, now.servers),
    ...compareSecuritySchemes(old.securitySchemes, now.securitySchemes),
  ]);
  const comparison = createComparison(createSide(old), createSide(now), { compareSchemas });
  const operations = compareOperations(matching, comparison);
  const events = compareEvents(matching.pairs, comparison);
  const declarations = compareDeclarations(matching.pairs, read);
  const signature = compareSignature(old, now);
  const resources = compareResources(old, now);
  const traits = compareTraits(old, now);
  const seen = comparison.settle();
  const names = compareNames(comparison, seen);
  comparison.settle();
  const all = [document, names, ...operations, ...events, signature, ...declarations, resources, traits];
  return collectChanges(all, find);
}
