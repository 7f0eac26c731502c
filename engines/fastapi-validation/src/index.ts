export { collectBytes } from "./collect-bytes.ts";
export {
  createRequestValidator,
  type RejectedRequest,
  type RequestValidator,
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
export { parseJson } from "./parse-json.ts";
export { JsonFloat } from "./parse-number.ts";
export { openMultipart, readMultipart } from "./read-multipart.ts";
export { kindOf, parseCookies } from "./request-values.ts";
export { isForeign } from "./schema/compile.ts";
export { toPlain } from "./schema/validator.ts";
