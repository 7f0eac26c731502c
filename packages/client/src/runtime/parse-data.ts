import { SvcApiError } from "../errors/svc-api-error.ts";
import type { Call } from "../transport/call.ts";
import { decodeText } from "../transport/read-body.ts";

/**
 * The data of a success by its content type: JSON is parsed, `text/*` is a string, event streams and JSON lines are the
 * stream, an empty body is `undefined`, all else is a Blob.
 *
 * @throws SvcApiError with the success' status and the text, bounded, where what calls itself JSON is not
 */
export function parseData(call: Call): unknown {
  const { body, response, operation } = call;
  const { status, headers } = response as Response;
  if (body === undefined) return response?.body;
  if (body === "" || status === 204 || status === 205) return undefined;
  const type = headers.get("content-type") ?? "text/";
  const isJson = /[/+]json\b/i.test(type);
  if (!isJson && !/^text\//i.test(type)) return new Blob([body as BlobPart], { type });
  const text = decodeText(body as BlobPart);
  if (!isJson) return text;
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own error is no cause: it quotes the body.
    throw new SvcApiError(`${operation}: ${status}, but the body is not JSON`, {
      status,
      headers,
      operation,
      body: text.slice(0, 1000),
    });
  }
}
