export {
  createRequestValidator,
  type RejectedRequest,
  type RequestValidator,
  type RoutedRequest,
  type ValidRequest,
} from "./create-request-validator.ts";
export { collectBytes } from "./form/collect-bytes.ts";
export { FormFile } from "./form/file.ts";
export { openMultipart, readMultipart } from "./form/multipart.ts";
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
export { encodeJson, encodeLenientJson, encodeParsedJson } from "./json/encode.ts";
export { parseJson } from "./json/json.ts";
export { JsonFloat } from "./json/number.ts";
export { kindOf, parseCookies } from "./request-values.ts";
export { toPlain } from "./schema/validator.ts";
