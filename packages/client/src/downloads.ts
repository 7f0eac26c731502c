/**
 * Downloads of the files that the document declares: resumed where a transfer breaks, never held in memory.
 *
 * @packageDocumentation
 */
export type { ListDownloadOptions } from "./downloads/download-list.ts";
export type { Download, DownloadOptions, DownloadProgress } from "./downloads/options.ts";
// biome-ignore lint/performance/noReExportAll: what there is to download is for the document to say
export * from "./generated/downloads.ts";
