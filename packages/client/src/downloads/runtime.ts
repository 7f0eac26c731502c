/**
 * Runtime of generated downloads: called by `client/downloads.ts` of a generated tree.
 *
 * @packageDocumentation
 */
export { type DownloadSource, downloadItem } from "./download-item.ts";
export { downloadList, type ListDownloadOptions } from "./download-list.ts";
export { type DownloadClient, downloadOperation, type OperationDownloadOptions } from "./download-operation.ts";
export type { Download, DownloadOptions, DownloadProgress } from "./options.ts";
