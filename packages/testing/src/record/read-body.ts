import { pulledStream } from "../adapters/body-stream.ts";
import { asFetched } from "../adapters/fetched-response.ts";
import { bodyKind, isWhole, itemTexts } from "../redaction/redact-recording.ts";

/** Gets the whole text, and of a stream when each item was complete, in milliseconds after the headers. */
type Done = (text: string, itemsAtMs?: readonly number[]) => void;

/**
 * Reads the body of a response for a recording, and returns an unchanged response. JSON is read before the caller gets it;
 * a stream, which may never end, while the caller reads it. Of a body that is not kept, only the first bytes are read.
 *
 * @param done gets the whole text; it is not called for a body that breaks off
 */
export async function readBody(response: Response, done: Done, now: () => number): Promise<Response> {
  const { body, headers } = response;
  const contentType = headers.get("content-type") ?? "";
  const kind = bodyKind(contentType);
  if (body === null || headers.get("content-length") === "0") {
    done("");
    return response;
  }
  if (kind === undefined && Number(headers.get("content-length")) > 0) return response;
  if (kind === "lines" || kind === "events" || (kind === undefined && contentType !== ""))
    return passOn(response, body, done, now);
  try {
    done(await response.clone().text());
  } catch {
    // The caller gets the same error.
  }
  return response;
}

function passOn(response: Response, body: ReadableStream<Uint8Array>, done: Done, now: () => number): Response {
  const kind = bodyKind(response.headers.get("content-type") ?? "");
  const decoder = new TextDecoder();
  const reader = body.getReader();
  const begin = now();
  const itemsAtMs: number[] = [];
  let text = "";
  let held = "";
  const listen = (piece: Uint8Array): void => {
    if (kind === undefined && text !== "") return;
    const more = decoder.decode(piece, { stream: true });
    text += more;
    if (kind !== "lines" && kind !== "events") return;
    // The last may not have come to its end.
    const items = itemTexts(held + more, kind);
    held = isWhole(items.at(-1) ?? "", kind) ? "" : (items.pop() ?? "");
    itemsAtMs.push(...items.map(() => Math.round(now() - begin)));
  };
  const next = async (): Promise<Uint8Array | undefined> => {
    const { value } = await reader.read();
    // Before the caller reads the end.
    if (value === undefined) done(text + decoder.decode(), itemsAtMs);
    else listen(value);
    return value;
  };
  const leave = (reason: unknown): Promise<void> => {
    // A stream of events may never end: what came until the caller had enough is kept.
    if (kind === "events" && itemsAtMs.length > 0) done(text.slice(0, text.length - held.length), itemsAtMs);
    return reader.cancel(reason);
  };
  const { status, statusText, headers, url, redirected } = response;
  return asFetched(new Response(pulledStream(next, { leave }), { status, statusText, headers }), url, redirected);
}
