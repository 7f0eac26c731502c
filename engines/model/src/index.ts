export { findStaleWaits } from "./build/check-waits.ts";
export { isObject } from "./build/raw.ts";
export { commonErrors } from "./common-errors.ts";
export {
  type CreateModelOptions,
  createModel,
  modelOfReadable,
  operationRoutes,
  readableDocument,
} from "./create-model.ts";
export { endArguments } from "./declarations/lifecycle.ts";
export type {
  ResourceDeclaration,
  UploadDeclaration,
} from "./declarations/resource-declaration.ts";
export type { LifecycleDeclaration, WaiterDeclaration } from "./declarations/waiter-declaration.ts";
export { hasFiles, isFileSchema, type PartEncoding } from "./files.ts";
export { readJson } from "./json/read-json.ts";
export {
  ANNOTATIONS,
  constrains,
  type KeywordName,
  keywordsWith,
  LIMITS,
  TYPE_NAMES,
  type TypeName,
} from "./keywords.ts";
export { checkDocument } from "./load/check/check-document.ts";
export { DocumentError, type Finding, formatFinding, formatFindings } from "./load/finding.ts";
export { type ParsedDocument, parseDocument, readDocument } from "./load/parse/parse-document.ts";
export { addressOf } from "./load/path-address.ts";
export { childPointer, decodeFragment, decodeText, plainToken, pointerTokens, valueAt } from "./load/pointer.ts";
export { type Node as WalkNode, walk } from "./load/walk.ts";
export { allowsJson, bodyKind, essenceOf, preferredContent } from "./media-types.ts";
export {
  type ArgumentParameter,
  clientHeaders,
  constantParameters,
  hasTextFormat,
  methodArguments,
} from "./method-arguments.ts";
export {
  type Body,
  type Callback,
  type Content,
  type FormerSchemaNames,
  findOperation,
  type Header,
  type Json,
  METHODS,
  type Model,
  methodName,
  type NamedSchema,
  type Operation,
  type Parameter,
  type ParameterLocation,
  type ParameterStyle,
  type Response,
  type SecurityScheme,
  type Webhook,
} from "./model.ts";
export { requestBuilders } from "./naming/builder-names.ts";
export { ledgerOf } from "./naming/ledger-of.ts";
export type { NameAliases, NameLedger } from "./naming/name-ledger.ts";
export { routeText } from "./naming/operation-ids.ts";
export { isOfType } from "./normalize/fit-value.ts";
export { detectPagination, type Pagination } from "./pagination.ts";
export { type PatternNode, parsePattern } from "./pattern/parse-pattern.ts";
export { regExp } from "./pattern/regexp.ts";
export { applyEdits, inOrder } from "./repair/apply-edits.ts";
export { type Edit, formatRepair, formatRepairs, type Repair } from "./repair/repair.ts";
export { repairDocument } from "./repair/repair-document.ts";
export { type Overlay, type Round, toOverlay } from "./repair/to-overlay.ts";
export {
  conjunctsOf,
  deref,
  isNever,
  isUnconstrained,
  own,
  refName,
  refTo,
  type Schema,
  type Schemas,
  travels,
  typesOf,
} from "./schema.ts";
export type { Server } from "./servers/server.ts";
export { serverAddresses } from "./servers/server-addresses.ts";
export { serviceRequests, successResponses } from "./service-requests.ts";
export { toSharedJson } from "./shared-json.ts";
export type { ItemStream } from "./streams.ts";
export { eachSubschema, mapSubschemas, subschemasOf, TYPE_KEYWORDS, VALUE_KEYWORDS } from "./subschemas.ts";
export { type Discriminator, tagNames } from "./tags.ts";
export { escapeInvisible, escapeInvisibleLines, oneLine, visibleLines } from "./visible-text.ts";
export { withoutProse } from "./without-prose.ts";
export { camelCase, compareText, pascalCase, snakeCase, suffix, words } from "./words.ts";
export {
  createWork,
  DOCUMENT_STEPS,
  SCHEMA_STEPS,
  type Work,
} from "./work.ts";
