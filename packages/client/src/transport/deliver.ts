import { createApiError } from "../errors/create-api-error.ts";
import type { Call, Session } from "./call.ts";
import { decodeText } from "./read-body.ts";

/** What openapi-fetch is told under methods, which have their data already: there is nothing left to read. */
const DELIVERED = { status: 204, ok: true, headers: { get() {} } } as unknown as Response;

/**
 * Hands the answer to openapi-fetch, and for methods the data: JSON is parsed, `text/*` is a string, event streams and
 * JSON lines are the stream, an empty body is `undefined`, all else is a Blob.
 *
 * @throws SvcApiError (methods only) of what is not a success, and of a success whose JSON is none
 */
export function deliver(session: Session, call: Call): Response {
  const { body, parseAs, type } = call;
  const response = call.response as Response;
  const { ok } = response;
  const isJson = /[/+]json\b/i.test(type);
  if (body === undefined) {
    if (parseAs) return response;
    call.data = response.body;
  } else if (!parseAs && ok && !isJson && !/^text\//i.test(type)) call.data = body && new Blob([body], { type });
  else {
    const text = decodeText(body);
    // The body is read: whoever reads the answer again gets the same.
    if (parseAs)
      return Object.assign(response, {
        text: async () => text,
        json: async () => JSON.parse(text),
        clone: () => new Response(text || null, response),
      });
    let isBroken = false;
    call.data = text || undefined;
    try {
      if (text && (isJson || !ok)) call.data = JSON.parse(text);
    } catch {
      // The parser's error is no cause: it quotes the body.
      call.data = text.slice(0, 1000);
      isBroken = ok;
    }
    if (isBroken || !ok) throw createApiError(session, call, call.data, isBroken ? "not JSON" : undefined);
  }
  return DELIVERED;
}
