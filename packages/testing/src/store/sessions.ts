import type { FileStore } from "./files.ts";
import type { Batch, BatchRecord, Cookie, Replay, ReplayRecord } from "./records.ts";

/** A batch of network logs that a test adds. Missing properties are derived from `body`. */
export interface BatchInput extends Batch {
  /** Content of its download URL. @default a line of JSON */
  readonly body?: string | Uint8Array;
}

/** A replay that a test sets. */
export interface ReplayInput extends Replay {
  /** Content of its `mp4_url`. @default none: `mp4_url` is returned as given */
  readonly video?: string | Uint8Array;
}

export interface CookieStore {
  set(cookies: readonly Cookie[]): void;
}

export interface NetworkLogStore {
  add(batches?: BatchInput | readonly BatchInput[]): void;
}

export interface ReplayStore {
  set(replay: ReplayInput): void;
}

/** The store of a session, with what the operations return of it. */
export interface SessionBox {
  readonly cookies: CookieStore;
  readonly network: { readonly logs: NetworkLogStore };
  readonly replay: ReplayStore;
  getCookies(): object | undefined;
  getLogs(query: LogQuery, at: Place): object | undefined;
  getReplay(at: Place): object | undefined;
  /** The values that were set, without the contents of files. */
  peek(): { cookies: unknown; network: unknown; replay: unknown };
}

export interface LogQuery {
  readonly sessionId: string;
  readonly limit: number | undefined;
  readonly withUrls: boolean;
}

/** Address of the fake, and its time, for download URLs. */
export interface Place {
  readonly baseUrl: string;
  readonly now: number;
}

/** Lifetime of download URLs. The interface does not show that of the service. */
export const URL_LIFETIME_SECONDS = 3600;
const UTF8 = new TextEncoder();

export function createSessionBox(files: FileStore): SessionBox {
  let cookies: readonly Cookie[] | undefined;
  let replay: ReplayInput | undefined;
  let batches: BatchInput[] | undefined;
  return {
    cookies: { set: (value) => (cookies = structuredClone(value)) },
    replay: { set: (value) => (replay = structuredClone(value)) },
    network: {
      logs: {
        add(value = {}) {
          batches ??= [];
          const added = Array.isArray(value) ? (value as readonly BatchInput[]) : [value as BatchInput];
          batches.push(...structuredClone(added));
        },
      },
    },
    getCookies: () => cookies && { cookies: structuredClone(cookies) },
    getLogs: ({ sessionId, limit, withUrls }, place) =>
      batches && {
        session_id: sessionId,
        batches: batches
          .slice(0, limit)
          .map((batch, index) => listBatch(batch, index, withUrls ? place : undefined, files)),
        total_batch_count: batches.length,
        format: "batched_v1",
      },
    getReplay: (place) => replay && showReplay(replay, place, files),
    peek: () => ({
      cookies,
      network: batches?.map(({ body: _body, ...batch }) => batch),
      replay: replay && { ...replay, video: undefined },
    }),
  };
}

/** The property of a batch that is not listed. */
export type Body = Pick<BatchInput, "body">;

function listBatch(batch: BatchRecord & Body, index: number, place: Place | undefined, files: FileStore): BatchRecord {
  const { body = `{"batch":${index}}\n`, ...given } = batch;
  const content = typeof body === "string" ? UTF8.encode(body) : body;
  const key = given.key ?? `batch-${String(index).padStart(4, "0")}.jsonl`;
  const listed = { key, size: content.length, ...given };
  if (place === undefined || given.download_url !== undefined) return listed;
  const lifetime = given.download_url_expires_in_seconds ?? URL_LIFETIME_SECONDS;
  const expiresAt = place.now + lifetime * 1000;
  const path = files.put(key, { content, contentType: "application/x-ndjson", expiresAt });
  return { ...listed, download_url: place.baseUrl + path, download_url_expires_in_seconds: lifetime };
}

/** The property of a replay that is not returned. */
export type Video = Pick<ReplayInput, "video">;

function showReplay({ video, ...replay }: ReplayRecord & Video, { baseUrl, now }: Place, files: FileStore): object {
  if (video === undefined) return replay;
  const stated = Date.parse(replay.expires_at ?? "");
  const expiresAt = Number.isNaN(stated) ? now + URL_LIFETIME_SECONDS * 1000 : stated;
  const content = typeof video === "string" ? UTF8.encode(video) : video;
  const path = files.put("replay.mp4", { content, contentType: "video/mp4", expiresAt });
  return { ...replay, expires_at: replay.expires_at ?? new Date(expiresAt).toISOString(), mp4_url: baseUrl + path };
}
