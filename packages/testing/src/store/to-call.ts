import { encodeLenientJson, type HttpRequest, headerOf, type ValidRequest } from "@svc/fastapi-validation";
import type { Json } from "@svc/model";
import type { ResourceCall } from "@svc/resources";
import { parseExact } from "../fake/parse-exact.ts";

/** A valid request as the store reads it. */
export function toCall(valid: ValidRequest, { headers, origin, target }: HttpRequest): ResourceCall {
  const { operation, path, query, body } = valid;
  return {
    operation,
    path,
    query,
    body: body === undefined ? undefined : plain(body),
    header: (name) => headerOf(headers, name),
    origin,
    target,
  };
}

/** A body as JSON; what validation has made of it (floats, files of a form) is none of the store's business. */
function plain(body: unknown): Json | undefined {
  try {
    return parseExact(encodeLenientJson(body)) as Json;
  } catch {
    return undefined;
  }
}
