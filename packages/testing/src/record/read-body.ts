import { bodyKind } from "../redaction/redact-recording.ts";

/**
 * Reads an answer for a recording and gives it to the caller unchanged. What has an end is read before the caller gets it;
 * what may go on without end, while the caller reads it. Of a body that is not kept only whether there is one is read.
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
    // The caller gets to see it, the recording goes without.
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
    // Before the caller gets to know of the end.
    flush: () => done(text + decoder.decode()),
  });
  const { status, statusText, headers, url, redirected, type } = response;
  const passed = new Response(body.pipeThrough(listener), { status, statusText, headers });
  // What a response that is made by hand does not say.
  return Object.defineProperties(passed, {
    url: { value: url },
    redirected: { value: redirected },
    type: { value: type },
  });
}
