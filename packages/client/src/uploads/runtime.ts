/**
 * Runtime of generated uploads: called by `client/uploads.ts` of a generated tree.
 *
 * @packageDocumentation
 */

export type { UploadedPart, UploadToOptions } from "./send-part.ts";
export { type Filled, type UploadedItem, type UploadSource, uploadItem } from "./upload-item.ts";
