import { ConnectionError } from "../errors/errors.ts";
import { fromCause, wordsOf } from "../errors/redact.ts";
import { createApiError } from "./api-error.ts";
import type { Attempt, Call, Session } from "./call.ts";
import { errorCode } from "./decide-retry.ts";
import { decodeText } from "./read-body.ts";

/**
 * The result of the last attempt. Under `raw` the response itself; for methods the data. Where the document says that the
 * body is JSON, it is parsed whatever its content type is. Otherwise the content type decides: JSON is parsed, `text/*`
 * is a string, everything else is a Blob. An empty body is `undefined`, except for a 200 that has to be JSON.
 *
 * @throws ConnectionError where there is no response
 * @throws SvcApiError (methods only) for a response that is no success, and for a success whose JSON is invalid
 */
export function deliver(session: Session, call: Call, last: Attempt, retryAt?: Date | undefined): unknown {
  const { body, failure, type = "" } = last;
  const { parseAs, row } = call;
  if (!last.response) {
    const { method, url } = last.request;
    const words = `no answer from ${method} ${new URL(url).origin}: ${wordsOf(failure)} ${errorCode(failure) ?? ""}`;
    throw fromCause(ConnectionError, call, words.trim(), failure);
  }
  const response = call.keep(last.response, body === undefined);
  if (body === undefined) return parseAs ? response : response.body;
  if (parseAs) return rereadable(response, body);
  const ok = isSuccess(call, response);
  const isTyped = !row?.untyped;
  const isJson = isTyped || /[/+]json\b/i.test(type);
  if (ok && type && !isJson && !/^text\//i.test(type)) return body ? new Blob([body], { type }) : undefined;
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
  if (ok && !isBroken) return session.interpret?.(data, call, last) ?? data;
  throw createApiError(session, call, response, { body: data, problem: isBroken ? "not JSON" : undefined, retryAt });
}

/** Whether a response is the result of a call, and no error: 2xx, and redirects where the document has no other result. */
export function isSuccess({ row }: Call, { ok, status }: Response): boolean {
  return ok || (!!row?.redirect && status > 299 && status < 400);
}

/** A response whose body was read, and can be read again as often as wanted. */
function rereadable(response: Response, body: BlobPart): Response {
  response.text = async () => decodeText(body);
  response.json = async () => JSON.parse(decodeText(body));
  response.clone = () => new Response(body || null, response);
  response.blob = () => response.clone().blob();
  response.arrayBuffer = () => response.clone().arrayBuffer();
  return response;
}
