import { encodeLenientJson, FormFile, type HttpRequest, headerOf, type ValidRequest } from "@svc/fastapi-validation";
import type { Json } from "@svc/model";
import type { ResourceCall, SentFile } from "@svc/resources";
import { parseExact } from "../fake/parse-exact.ts";

/** A valid request as the store reads it. */
export function toCall(valid: ValidRequest, { headers, origin, target }: HttpRequest): ResourceCall {
  const { operation, path, query, body } = valid;
  return {
    operation,
    path,
    query,
    body: body === undefined ? undefined : plain(body),
    files: filesIn(body),
    header: (name) => headerOf(headers, name),
    origin,
    target,
  };
}

/** What is said of the files of a form, or of the body that is one. */
function filesIn(body: unknown): { [field: string]: SentFile } {
  if (body instanceof Uint8Array) return { "": { size: body.length, mediaType: "" } };
  if (typeof body !== "object" || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).flatMap(([field, value]): [string, SentFile][] =>
      value instanceof FormFile
        ? [[field, { name: value.filename, size: value.bytes.length, mediaType: value.contentType }]]
        : [],
    ),
  );
}

/** A body as JSON; what validation has made of it (floats, files of a form) is none of the store's business. */
function plain(body: unknown): Json | undefined {
  try {
    return parseExact(encodeLenientJson(body)) as Json;
  } catch {
    return undefined;
  }
}
