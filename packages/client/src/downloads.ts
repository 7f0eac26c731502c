export { downloadNetworkLogs, type LogDownloadOptions } from "./downloads/download-network-logs.ts";
export { downloadReplay } from "./downloads/download-replay.ts";
export type { Download, DownloadOptions, DownloadProgress } from "./downloads/options.ts";
