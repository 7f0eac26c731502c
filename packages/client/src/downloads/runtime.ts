/**
 * Runtime of generated downloads: called by `client/downloads.ts` of a generated tree.
 *
 * @packageDocumentation
 */
export {
  type DownloadClient,
  type DownloadSource,
  downloadItem,
  downloadOperation,
  type OperationDownloadOptions,
} from "./download-item.ts";
export { downloadList, type ListDownloadOptions } from "./download-list.ts";
export type { Download, DownloadOptions, DownloadProgress } from "./options.ts";
