import type { ClientTable } from "@svc/client/runtime";

export const BASE = "https://svc.example.test";

/** One operation that streams. */
export const TABLE: ClientTable = {
  documentVersion: "1",
  schemes: { key: { kind: "bearer" } },
  security: [["key"]],
  operations: [
    {
      id: "events",
      method: "GET",
      path: "/events",
      name: "events",
      untyped: true,
      streams: { accept: "text/event-stream", types: { "text/event-stream": { json: true } } },
    },
  ],
};

/** Bytes of a chunk. */
const CHUNK = 16_384;

/** Events as an agent sends them, in chunks that break anywhere. */
export function eventBytes(count: number, from = 0): Uint8Array[] {
  const text = Array.from({ length: count }, (_, index) => {
    const data = { index: from + index, action: { kind: "thought", text: "Looking for the button that confirms." } };
    return `id: ${from + index}\ndata: ${JSON.stringify(data)}\n\n`;
  }).join("");
  const bytes = new TextEncoder().encode(text);
  return Array.from({ length: Math.ceil(bytes.length / CHUNK) }, (_, at) =>
    bytes.subarray(at * CHUNK, (at + 1) * CHUNK),
  );
}

/** An answer that streams chunks as they are asked for. */
export function streamOf(chunks: Iterable<Uint8Array>): Response {
  const left = chunks[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = left.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}
