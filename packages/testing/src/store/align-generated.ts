import { type HttpResponse, jsonResponse, type ValidRequest } from "@svc/fastapi-validation";
import { type EmailOrder, type EmailQuery, listed } from "./emails.ts";
import type { FileStore } from "./files.ts";
import type { BatchRecord, EmailRecord, ReplayRecord } from "./records.ts";
import { type Place, URL_LIFETIME_SECONDS } from "./sessions.ts";

/** Context with which a generated response is aligned. */
export interface Alignment {
  readonly place: Place;
  readonly files: FileStore;
  readonly emailOrder: EmailOrder;
  readonly withUrls: boolean;
}

type Align = (value: never, valid: ValidRequest, alignment: Alignment) => unknown;

/** Operations with a store, by method and path. */
const ALIGNERS: { readonly [route: string]: Align } = {
  "get /personas/{persona_id}/emails": alignEmails,
  "get /sessions/{session_id}/network/logs": alignLogs,
  "get /sessions/{session_id}/replay": alignReplay,
};

/**
 * Aligns a generated response with its request, like a stored one: at most `limit` items, none older than `timedelta`, the
 * requested session id, and download URLs that the fake serves and that expire on its clock.
 */
export function alignGenerated(response: HttpResponse, valid: ValidRequest, alignment: Alignment): HttpResponse {
  const route = `${valid.operation.method} ${valid.operation.path}`;
  const align = Object.hasOwn(ALIGNERS, route) ? ALIGNERS[route] : undefined;
  if (align === undefined || typeof response.body !== "string") return response;
  const value = JSON.parse(response.body) as never;
  if (typeof value !== "object" || value === null) return response;
  const made = jsonResponse(response.status, align(value, valid, alignment));
  const kept = response.headers.filter(([name]) => name !== "content-length" && name !== "content-type");
  return { ...made, headers: [...made.headers, ...kept] };
}

function alignEmails(
  emails: readonly EmailRecord[],
  { query }: ValidRequest,
  { place, emailOrder }: Alignment,
): unknown {
  if (!Array.isArray(emails)) return emails;
  const entries = emails.map((email) => ({ email: email as never, isUnread: true }));
  return listed(entries, query as EmailQuery, { now: place.now, order: emailOrder });
}

interface Listing {
  readonly session_id?: unknown;
  readonly batches?: unknown;
  readonly total_batch_count?: unknown;
}

function alignLogs(listing: Listing, valid: ValidRequest, alignment: Alignment): unknown {
  const { path, query } = valid;
  const asked = String(path["session_id"]);
  const { session_id, batches, total_batch_count } = listing;
  const limit = typeof query["limit"] === "number" ? query["limit"] : undefined;
  return {
    ...listing,
    ...(typeof session_id === "string" && { session_id: asked }),
    ...(Array.isArray(batches) && {
      batches: (batches as BatchRecord[])
        .slice(0, limit)
        .map((batch, index) => alignBatch(batch, `${asked}-${index}`, alignment)),
      ...(typeof total_batch_count === "number" && { total_batch_count: batches.length }),
    }),
  };
}

/** Largest generated file, in bytes. */
const SIZE_LIMIT = 10_000_000;

function alignBatch(batch: BatchRecord, id: string, { place, files, withUrls }: Alignment): object {
  const { download_url, download_url_expires_in_seconds, ...rest } = batch;
  if (typeof download_url !== "string") return batch;
  if (!withUrls) return rest;
  const { key, size } = batch;
  const length = typeof size === "number" && size >= 0 && size <= SIZE_LIMIT ? size : 0;
  const expiresAt = place.now + (download_url_expires_in_seconds ?? URL_LIFETIME_SECONDS) * 1000;
  const content = (): Uint8Array =>
    new TextEncoder().encode('{"fake":true}\n'.repeat(length / 14 + 1)).slice(0, length);
  const path = files.put(key ?? id, { content, contentType: "application/x-ndjson", expiresAt }, id);
  return { ...batch, download_url: place.baseUrl + path };
}

function alignReplay(replay: ReplayRecord, { path }: ValidRequest, { place, files }: Alignment): unknown {
  if (typeof replay.mp4_url !== "string") return replay;
  const stated = Date.parse(replay.expires_at ?? "");
  const expiresAt = stated > place.now ? stated : place.now + URL_LIFETIME_SECONDS * 1000;
  const content = (): Uint8Array => new TextEncoder().encode("A video of the fake.");
  const file = { content, contentType: "video/mp4", expiresAt };
  return { ...replay, mp4_url: place.baseUrl + files.put("replay.mp4", file, String(path["session_id"])) };
}
