import { createApiError } from "../errors/create-api-error.ts";
import { redactor } from "../errors/redact.ts";
import { SvcApiError } from "../errors/svc-api-error.ts";
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
  const { body, operation, parseAs, retryAt, type } = call;
  const response = call.response as Response;
  if (body === undefined) {
    call.data = response.body;
    return parseAs ? response : DELIVERED;
  }
  const { status, headers, ok } = response;
  const isJson = /[/+]json\b/i.test(type);
  if (!parseAs && ok && !isJson && !/^text\//i.test(type)) {
    call.data = body && new Blob([body], { type });
    return DELIVERED;
  }
  const text = decodeText(body);
  if (parseAs) {
    const json = async (): Promise<unknown> => JSON.parse(text);
    // The body is read: whoever reads the answer again gets the same.
    return Object.assign(response, { text: async () => text, json, clone: () => new Response(text || null, response) });
  }
  let data: unknown = text || undefined;
  let wrong = !ok;
  try {
    if (text && (isJson || wrong)) data = JSON.parse(text);
  } catch {
    // The parser's error is no cause: it quotes the body.
    data = text.slice(0, 1000);
    wrong = true;
  }
  if (wrong) {
    const facts = { status, headers, body: data, operation, retryAt, rateLimit: session.rateLimit() };
    throw ok
      ? new SvcApiError(`${operation}: ${status}, but the body is not JSON`, facts)
      : createApiError(facts, redactor(call));
  }
  call.data = data;
  return DELIVERED;
}
