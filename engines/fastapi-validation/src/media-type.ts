import { essenceOf } from "@svc/model";

/** The parser for bodies of a media type. */
export type MediaKind = "json" | "form" | "multipart" | "text" | "binary";

/** The kind of a media type. */
export function kindOf(mediaType: string): MediaKind {
  const essence = essenceOf(mediaType);
  if (isJson(essence)) return "json";
  if (essence === "application/x-www-form-urlencoded") return "form";
  if (essence === "multipart/form-data") return "multipart";
  return essence.startsWith("text/") ? "text" : "binary";
}

/** FastAPI takes `application/json` and `application/*+json`. */
function isJson(essence: string): boolean {
  return essence === "application/json" || (essence.startsWith("application/") && essence.endsWith("+json"));
}

/** A parameter of a media type or a disposition: the boundary of a multipart body, the name of a part. */
export function parameterOf(value: string, name: string): string | undefined {
  const pairs = value.matchAll(/;([^=;]*)=("(?:[^"\\]|\\.)*"(?=\s*(?:;|$))|[^;]*)/g);
  const given = [...pairs].findLast(([, key = ""]) => key.trim().toLowerCase() === name)?.[2]?.trim();
  const isQuoted = given !== undefined && given.length > 1 && given.startsWith('"') && given.endsWith('"');
  return isQuoted ? given.slice(1, -1).replaceAll("\\\\", "\\").replaceAll('\\"', '"') : given;
}
