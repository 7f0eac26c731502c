/**
 * Runtime of generated uploads: called by `client/uploads.ts` of a generated tree.
 *
 * @packageDocumentation
 */
export { type Filled, type UploadedItem, type UploadSource, uploadItem } from "./upload-item.ts";
export type { UploadedPart, UploadToOptions } from "./upload-to-options.ts";
