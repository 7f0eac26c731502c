import type { Content } from "./model.ts";
import { framingOf } from "./streams.ts";

/** Essence of a media type: `type/subtype` in lower case, without parameters. */
export function essenceOf(mediaType: string): string {
  return (mediaType.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/** Whether a media type is JSON, or a range that JSON is in, which every client and fake here speaks. */
export function allowsJson(mediaType: string): boolean {
  return rankOf(mediaType) < OTHER;
}

/** The content that the SDK uses where a document offers several: `application/json`, else other JSON, else the first. */
export function preferredContent(content: readonly Content[]): Content | undefined {
  return content.reduce<Content | undefined>(
    (best, one) => (best === undefined || rankOf(one.mediaType) < rankOf(best.mediaType) ? one : best),
    undefined,
  );
}

const OTHER = 3;

function rankOf(mediaType: string): number {
  const essence = essenceOf(mediaType);
  if (essence === "application/json") return 0;
  // `text/json`, and what is misspelt: `Aplication/json`, `json`.
  if (/(?:^|[/+])json$/.test(essence)) return 1;
  if (essence === "*/*" || essence === "application/*" || essence === "*") return 2;
  // Parts without names are written by the caller.
  return /^multipart\/(?!form-data)/.test(essence) ? OTHER + 1 : OTHER;
}

/** How a body travels. */
export type BodyKind = "json" | "form" | "multipart" | "text" | "stream" | "binary";

/** The kind of a media type; a range that JSON is in is taken for JSON. */
export function bodyKind(mediaType: string): BodyKind {
  if (allowsJson(mediaType)) return "json";
  const essence = essenceOf(mediaType);
  if (essence === "application/x-www-form-urlencoded") return "form";
  if (essence === "multipart/form-data") return "multipart";
  if (framingOf(essence) !== undefined) return "stream";
  return essence.startsWith("text/") ? "text" : "binary";
}
