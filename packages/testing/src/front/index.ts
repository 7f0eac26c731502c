export { createFront, type Front, type FrontOptions } from "./create-front.ts";
export { encodeAnything, encodeJson } from "./encode-json.ts";
export type { Duration } from "./parse-duration.ts";
export { internalServerError, jsonResponse, renderValidation, textResponse } from "./responses.ts";
export type { Admission, Call, FrontRequest, PlainResponse, ValidationIssue } from "./types.ts";
