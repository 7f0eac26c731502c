import { createApiError } from "../errors/create-api-error.ts";
import type { Call, Session } from "./call.ts";
import { decodeText } from "./read-body.ts";
import { tellEnd } from "./tell-end.ts";

/**
 * What a call gives of its answer. Under `raw` the answer itself; for methods the data. Where the document says that it
 * is JSON, it is parsed however it is labelled. Else the label decides: JSON is parsed, `text/*` is a string, event
 * streams and JSON lines are the stream, all else is a Blob. An empty body is `undefined`, but for a 200 that is to be
 * JSON.
 *
 * @throws SvcApiError (methods only) of what is not a success, and of a success whose JSON is none
 */
export function deliver(session: Session, call: Call): unknown {
  const { body, parseAs, type } = call;
  const response = call.response as Response;
  const { ok } = response;
  if (body === undefined) {
    const left = call.unlisten ? tellEnd(response, call.unlisten) : response;
    call.response = left;
    return parseAs ? left : left.body;
  }
  const isTyped = !call.row?.untyped;
  const isJson = isTyped || /[/+]json\b/i.test(type);
  if (!parseAs && ok && !isJson && !/^text\//i.test(type)) return body ? new Blob([body], { type }) : undefined;
  if (parseAs) return readAgain(response, body, parseAs);
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
  if (ok && !isBroken) return data;
  throw createApiError(session, call, data, isBroken ? "not JSON" : undefined);
}

/** The body is read: whoever reads the answer again gets the same. */
function readAgain(response: Response, body: BlobPart, parseAs: string): Response {
  response.text = async () => decodeText(body);
  response.json = async () => JSON.parse(decodeText(body));
  response.clone = () => new Response(body || null, response);
  if (/^(arrayBuffer|blob)$/.test(parseAs)) {
    const name = parseAs as "blob";
    response[name] = () => response.clone()[name]();
  }
  return response;
}
