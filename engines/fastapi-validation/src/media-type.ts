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

/** A parameter of a media type: the boundary of a multipart body. */
export function parameterOf(mediaType: string, name: string): string | undefined {
  for (const part of mediaType.split(";").slice(1)) {
    const equals = part.indexOf("=");
    if (equals === -1 || part.slice(0, equals).trim().toLowerCase() !== name) continue;
    const value = part.slice(equals + 1).trim();
    return value.startsWith('"') && value.endsWith('"') && value.length > 1 ? value.slice(1, -1) : value;
  }
  return undefined;
}
