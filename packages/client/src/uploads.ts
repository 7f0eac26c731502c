/**
 * Files to send: from the disk, or from streams; their progress and limits.
 *
 * @packageDocumentation
 */
// biome-ignore lint/performance/noReExportAll: what there is to upload is for the document to say
export * from "./generated/uploads.ts";
export {
  type ByteFactory,
  type ByteStream,
  type FileFacts,
  type FileSource,
  fileFrom,
  fileOf,
  type StreamSource,
  type UploadFile,
} from "./uploads/sources.ts";
export type { UploadTarget } from "./uploads/upload-to.ts";
export { uploadTo } from "./uploads/upload-to.ts";
export type { SentOnce, UploadOptions, UploadProgress } from "./uploads/with-uploads.ts";
