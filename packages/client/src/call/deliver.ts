import { notesOf, type PolicyCall } from "../policies/policy.ts";
import { createApiError } from "./api-error.ts";
import type { CallHost } from "./call.ts";
import { bodyOf, decodeText } from "./read-body.ts";

/**
 * The data of a method's response. Where the document says that the body is JSON, it is parsed whatever its content type
 * is. Otherwise the content type decides: JSON is parsed, `text/*` is a string, everything else is a Blob. An empty body is
 * `undefined`, except for a 200 that has to be JSON. A stream is its body.
 *
 * @throws SvcApiError for a response that is no success, and for a success whose JSON is invalid
 */
export async function deliver(host: CallHost, call: PolicyCall, response: Response): Promise<unknown> {
  const { row } = call;
  const type = response.headers.get("content-type") ?? "";
  let body = bodyOf(response);
  // A policy has left it: a stream, or a response of its own.
  if (body === undefined && response.ok && response.body && isStream(type)) return response.body;
  body ??= await response.arrayBuffer();
  const ok = isSuccess(call, response);
  const isTyped = !row?.untyped;
  const isJson = isTyped || /[/+]json\b/i.test(type);
  if (ok && type && !isJson && !/^text\//i.test(type)) return sizeOf(body) ? new Blob([body], { type }) : undefined;
  const text = decodeText(body);
  let data: unknown = text || undefined;
  let isBroken = false;
  try {
    if (text ? isJson || !ok : isTyped && response.status === 200) data = JSON.parse(text);
  } catch {
    // The parser's error is no cause: it quotes the body.
    data = text;
    isBroken = ok;
  }
  if (ok && !isBroken) return host.interpret?.(data, call, { response, body }) ?? data;
  const problem = isBroken ? "not JSON" : undefined;
  throw createApiError(call, response, { body: data, problem, retryAt: notesOf(response).retryAt });
}

/** Whether a content type is that of a stream, whose items are read as they come. */
export function isStream(type: string): boolean {
  return /event-stream|ndjson|jsonl|json-seq/.test(type);
}

function sizeOf(body: BlobPart): number {
  return typeof body === "string" ? body.length : (body as ArrayBuffer).byteLength;
}

/** Whether a response is the result of a call, and no error: 2xx, and redirects where the document has no other result. */
function isSuccess({ row }: PolicyCall, { ok, status }: Response): boolean {
  return ok || (!!row?.redirect && status > 299 && status < 400);
}
