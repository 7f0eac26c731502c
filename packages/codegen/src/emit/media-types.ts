import { type Content, framingOf } from "@svc/model";

/** How a body travels. */
export type BodyKind = "json" | "form" | "multipart" | "text" | "stream" | "binary";

/** The kind of a media type; a range that JSON is in is taken for JSON, which every client and fake here speaks. */
export function bodyKind(mediaType: string): BodyKind {
  const essence = (mediaType.split(";")[0] ?? "").trim().toLowerCase();
  if (
    essence === "application/json" ||
    essence.endsWith("+json") ||
    essence === "*/*" ||
    essence === "application/*" ||
    essence === "*"
  )
    return "json";
  if (essence === "application/x-www-form-urlencoded") return "form";
  if (essence === "multipart/form-data") return "multipart";
  if (framingOf(essence) !== undefined) return "stream";
  return essence.startsWith("text/") ? "text" : "binary";
}

/** The content that the SDK uses where a document offers several: JSON if there is any, else the first. */
export function preferredContent(content: readonly Content[]): Content | undefined {
  return content.find(({ mediaType }) => bodyKind(mediaType) === "json") ?? content[0];
}
