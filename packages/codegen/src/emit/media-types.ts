import { allowsJson, essenceOf, framingOf } from "@svc/model";

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
