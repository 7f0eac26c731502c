import { bodyKind } from "../redaction/redact-recording.ts";

/**
 * Reads the body of a response for a recording, and returns an unchanged response. JSON is read before the caller gets it;
 * a stream, which may never end, while the caller reads it. Of a body that is not kept, only the first bytes are read.
 *
 * @param done gets the whole text; it is not called for a body that breaks off
 */
export async function readBody(response: Response, done: (text: string) => void): Promise<Response> {
  const { body, headers } = response;
  const contentType = headers.get("content-type") ?? "";
  const kind = bodyKind(contentType);
  if (body === null || headers.get("content-length") === "0") {
    done("");
    return response;
  }
  if (kind === undefined && Number(headers.get("content-length")) > 0) return response;
  if (kind === "lines" || (kind === undefined && contentType !== "")) return passOn(response, body, done);
  try {
    done(await response.clone().text());
  } catch {
    // The caller gets the same error.
  }
  return response;
}

function passOn(response: Response, body: ReadableStream<Uint8Array>, done: (text: string) => void): Response {
  const isKept = bodyKind(response.headers.get("content-type") ?? "") !== undefined;
  const decoder = new TextDecoder();
  let text = "";
  const listener = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      if (isKept || text === "") text += decoder.decode(piece, { stream: true });
      controller.enqueue(piece);
    },
    // Before the caller reads the end.
    flush: () => done(text + decoder.decode()),
  });
  const { status, statusText, headers, url, redirected, type } = response;
  const passed = new Response(body.pipeThrough(listener), { status, statusText, headers });
  // Properties that the constructor cannot set.
  return Object.defineProperties(passed, {
    url: { value: url },
    redirected: { value: redirected },
    type: { value: type },
  });
}
