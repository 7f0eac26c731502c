import { type Json, snakeCase } from "@svc/model";
import type { Refusal, RefusedPart } from "./refusal.ts";

/** Words by which services name a kind of refusal, the best first. */
const BY_STATUS: { readonly [status: number]: readonly string[] } = {
  400: ["invalid_request", "bad_request", "validation"],
  401: [
    "unauthorized",
    "unauthenticated",
    "authentication",
    "not_authenticated",
    "auth",
    "credential",
    "token",
    "api_key",
  ],
  402: ["payment", "card"],
  403: ["forbidden", "permission", "access", "denied", "authorization"],
  404: ["not_found", "does_not_exist", "no_such", "missing", "unknown", "not_exist"],
  405: ["method"],
  406: ["not_acceptable", "accept"],
  409: ["conflict", "already", "exist", "duplicate", "idempotency"],
  410: ["gone", "expired", "not_found"],
  412: ["precondition"],
  413: ["too_large", "size"],
  415: ["media_type", "content_type", "unsupported"],
  422: ["validation", "unprocessable", "invalid_request"],
  423: ["locked"],
  429: ["rate_limit", "too_many", "throttl", "quota", "limit"],
};
const OF_CLIENT = ["invalid_request", "invalid", "bad_request", "request", "validation", "client"];
const OF_SERVER = ["internal", "server", "unavailable", "api_error", "unknown", "unexpected", "error"];
const MISSING = ["missing_field", "missing", "required", "blank", "empty", "not_present"];
const INVALID = ["invalid", "malformed", "format", "bad", "unprocessable"];

/** The value of a list that names a refusal, or one part of it; undefined where none does. */
export function namingValue(values: readonly Json[], { status }: Refusal, part?: RefusedPart): string | undefined {
  const ofPart = part === undefined ? [] : part.isMissing ? [...MISSING, ...INVALID] : INVALID;
  const wanted = [...ofPart, ...(BY_STATUS[status] ?? []), ...(status >= 500 ? OF_SERVER : OF_CLIENT)];
  const texts = values.filter((value) => typeof value === "string");
  for (const word of wanted) {
    const found = texts.find((value) => nameOf(value).includes(word));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `invalidRequest`, `INVALID-REQUEST` and `Invalid request` are `invalid_request`. */
function nameOf(value: string): string {
  return snakeCase(value).toLowerCase();
}

/** A code for a refusal, or one part of it, where the document lists none: `not_found`, `missing`. */
export function codeOf({ title }: Refusal, part?: RefusedPart): string {
  if (part !== undefined) return part.isMissing ? "missing" : "invalid";
  return title.toLowerCase().replace(/[^a-z0-9]+/g, "_");
}
