export {
  type AuthenticatedRequest,
  createRequestValidator,
  type ParsedRequest,
  type RejectedRequest,
  type RequestValidator,
  type RequestValidatorOptions,
  type RoutedRequest,
  type ValidRequest,
} from "./create-request-validator.ts";
export { encodeJson, encodeLenientJson, encodeParsedJson } from "./encode-json.ts";
export { FormFile } from "./form-file.ts";
export {
  type HttpRequest,
  type HttpResponse,
  headerOf,
  jsonResponse,
  type OpenBody,
  type StreamLog,
  textResponse,
  type ValidationIssue,
  validationErrorResponse,
} from "./http.ts";
export { kindOf } from "./media-type.ts";
export { parseJson } from "./parse-json.ts";
export { JsonFloat } from "./parse-number.ts";
export { type MultipartForm, openMultipart, readMultipart } from "./read-multipart.ts";
export { parseCookies } from "./request-values.ts";
export { isForeign } from "./schema/compile.ts";
export type { Duration } from "./schema/duration.ts";
export { toPlain } from "./schema/validator.ts";
