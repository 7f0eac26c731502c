/**
 * Downloads of the files that the document declares: resumed where a transfer breaks, never held in memory.
 *
 * @packageDocumentation
 */
// biome-ignore lint/performance/noReExportAll: what there is to download is for the document to say
export * from "./generated/downloads.ts";
