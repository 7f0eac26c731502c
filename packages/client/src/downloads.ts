/**
 * Downloads of a session's network logs and replay: resumed where a transfer breaks, never held in memory.
 *
 * @packageDocumentation
 */
export { downloadNetworkLogs, type LogDownloadOptions } from "./downloads/download-network-logs.ts";
export { downloadReplay } from "./downloads/download-replay.ts";
export type { Download, DownloadOptions, DownloadProgress } from "./downloads/options.ts";
