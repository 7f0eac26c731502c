// Generated from engines/model/fixtures/service.yaml by `pnpm generate`. Do not edit.
import {
  downloadItem,
  downloadList,
  type Download,
  type DownloadOptions,
  type DownloadSource,
  type ListDownloadOptions,
} from "@svc/client/downloads/runtime";
export type { Download, DownloadOptions, DownloadProgress, ListDownloadOptions } from "@svc/client/downloads/runtime";

/**
 * Downloads the files at `download_url` of the items of `/sessions/{session_id}/network/logs`. The download host gets
 * no credential; an expired URL is renewed, a broken transfer resumed. Throws a ConfigurationError for an invalid
 * option, or where there is no `download_url`, and what the method that it calls throws.
 */
export function downloadNetworkLogs(
  svc: { readonly sessions: { readonly network: { readonly logs: { readonly get: DownloadSource } } } },
  sessionId: string | number,
  options: ListDownloadOptions = {},
): AsyncGenerator<Download, void, void> {
  return downloadList(svc, {
    method: "sessions.network.logs.get",
    label: "network logs",
    name: "batch-{index}.jsonl",
    url: "download_url",
    seconds: "download_url_expires_in_seconds",
    items: ["batches"],
    item: "batch",
    key: "key",
    size: "size",
    limit: { name: "limit", most: 1000 },
    hasParams: true,
  }, [sessionId], options);
}

/**
 * Downloads the file at `mp4_url` of `/sessions/{session_id}/replay`. The download host gets no credential; an expired
 * URL is renewed, a broken transfer resumed. Throws a ConfigurationError for an invalid option, or where there is no
 * `mp4_url`, and what the method that it calls throws.
 */
export function downloadReplay(
  svc: { readonly sessions: { readonly replay: { readonly get: DownloadSource } } },
  sessionId: string | number,
  options: DownloadOptions = {},
): Promise<Download> {
  return downloadItem(svc, {
    method: "sessions.replay.get",
    label: "replay",
    name: "replay.mp4",
    url: "mp4_url",
    until: "expires_at",
  }, [sessionId], options);
}
