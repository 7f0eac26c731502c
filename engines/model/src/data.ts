/**
 * The model as data, and questions about it: what a fake needs at run time. The reader of documents is in `index.ts`, with all
 * of this.
 */
export { commonErrors } from "./common-errors.ts";
export { endArguments } from "./declarations/lifecycle.ts";
export type { OrderDirection, TriggerDeclaration, UploadDeclaration } from "./declarations/resource-declaration.ts";
export { isFileSchema } from "./files.ts";
export { equal } from "./json/equal.ts";
export { JSON_WORDS, type JsonProblem, readJson } from "./json/read-json.ts";
export { ANNOTATIONS, constrains, keywordOf, keywordsWith, LIMITS, narrower, type TypeName } from "./keywords.ts";
export { childPointer, decodeText, plainToken, pointerTokens, step, valueAt } from "./load/pointer.ts";
export { allowsJson, essenceOf, preferredContent } from "./media-types.ts";
export { methodArguments } from "./method-arguments.ts";
export {
  type Body,
  type Content,
  findOperation,
  type Header,
  type Json,
  type Model,
  methodName,
  type NamedSchema,
  type Operation,
  type Parameter,
  type ParameterLocation,
  type Response,
  type SecurityScheme,
  type Webhook,
  type WebhookSignature,
} from "./model.ts";
export { requestBuilders } from "./naming/builder-names.ts";
export { routeText } from "./naming/operation-ids.ts";
export { editDistance, nameHelp, unknownName, unknownOperation } from "./nearest-name.ts";
export type { Pagination } from "./pagination.ts";
export { addressOf, anonymousPath, fillPath, pathNames } from "./path-template.ts";
export { compileMachine, type Machine } from "./pattern/machine.ts";
export { matcherOf } from "./pattern/match-pattern.ts";
export { type PatternNode, parsePattern } from "./pattern/parse-pattern.ts";
export { regExp } from "./pattern/regexp.ts";
export { follow, type Walk, walkOf } from "./pattern/run-machine.ts";
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
export { type ServerAddress, serverAddresses } from "./servers/server-addresses.ts";
export { serviceRequests, successResponses } from "./service-requests.ts";
export { readSharedJson, setOwn } from "./shared-json.ts";
export type { ItemStream } from "./streams.ts";
export { subschemasOf } from "./subschemas.ts";
export { type Discriminator, tagNames, tagsOf } from "./tags.ts";
export { camelCase, snakeCase, words } from "./words.ts";
export {
  createCheckWork,
  createWork,
  DOCUMENT_STEPS,
  growWith,
  ISSUE_STEPS,
  isSpent,
  SCHEMA_STEPS,
  spend,
  type Work,
  withShare,
} from "./work.ts";
