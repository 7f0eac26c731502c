export { findStaleWaits } from "./build/check-waits.ts";
export { isObject } from "./build/raw.ts";
export {
  type CreateModelOptions,
  createModel,
  modelOfReadable,
  operationRoutes,
  readableDocument,
} from "./create-model.ts";
// biome-ignore lint/performance/noReExportAll: the model as data is a part of the reader; its list stands there
export * from "./data.ts";
export type { ResourceDeclaration } from "./declarations/resource-declaration.ts";
export type { LifecycleDeclaration, WaiterDeclaration } from "./declarations/waiter-declaration.ts";
export { hasFiles, type PartEncoding } from "./files.ts";
export { type KeywordName, TYPE_NAMES } from "./keywords.ts";
export { checkDocument } from "./load/check/check-document.ts";
export { DocumentError, type Finding, formatFinding, formatFindings } from "./load/finding.ts";
export { fieldsOf } from "./load/kinds.ts";
export { type ParsedDocument, parseDocument, readDocument } from "./load/parse/parse-document.ts";
export { decodeFragment } from "./load/pointer.ts";
export { type Node as WalkNode, walk } from "./load/walk.ts";
export { bodyKind } from "./media-types.ts";
export { type ArgumentParameter, clientHeaders, constantParameters, hasTextFormat } from "./method-arguments.ts";
export { type Callback, type FormerSchemaNames, METHODS, type ParameterStyle } from "./model.ts";
export { ledgerOf } from "./naming/ledger-of.ts";
export type { NameAliases, NameLedger } from "./naming/name-ledger.ts";
export { isOfType } from "./normalize/fit-value.ts";
export { detectPagination } from "./pagination.ts";
export { applyEdits, inOrder } from "./repair/apply-edits.ts";
export { type Edit, formatRepair, formatRepairs, type Repair } from "./repair/repair.ts";
export { repairDocument } from "./repair/repair-document.ts";
export { type Overlay, type Round, toOverlay } from "./repair/to-overlay.ts";
export { conjunctsOf } from "./schema.ts";
export type { Server } from "./servers/server.ts";
export { toSharedJson } from "./shared-json.ts";
export { eachSubschema, mapSubschemas, TYPE_KEYWORDS, VALUE_KEYWORDS } from "./subschemas.ts";
export { escapeInvisible, escapeInvisibleLines, oneLine, visibleLines } from "./visible-text.ts";
export { withoutProse } from "./without-prose.ts";
export { compareText, pascalCase, suffix } from "./words.ts";
