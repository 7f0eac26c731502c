const decoder: TextDecoder = /* @__PURE__ */ new TextDecoder();

/** Reads a body to its end; `undefined` where it is longer than `maxBytes`. Then the rest is not transferred. */
export async function readBody(body: ReadableStream | null, maxBytes: number): Promise<BlobPart | undefined> {
  if (!body) return "";
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  // Not by Content-Length, which may be missing or that of the compressed body.
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return chunks[1] ? new Blob(chunks).arrayBuffer() : (chunks[0] ?? "");
    size += value.length;
    if (size > maxBytes) break;
    chunks.push(value);
  }
  // Not awaited: a stream may take its time to end.
  reader.cancel().catch(() => {});
  return undefined;
}

/** Bytes as text. */
export function decodeText(bytes: BlobPart): string {
  return typeof bytes === "string" ? bytes : decoder.decode(bytes as ArrayBuffer);
}

/** The response with a body that calls back when it was read to its end, cancelled or broken. It is read only on demand. */
export function onceRead(response: Response, onEnd: () => void): Response {
  const source = response.body as ReadableStream;
  let reader: ReadableStreamDefaultReader | undefined;
  const body = new ReadableStream(
    {
      async pull(controller) {
        let isOver = true;
        try {
          reader ??= source.getReader();
          const { done, value } = await reader.read();
          isOver = done;
          if (done) controller.close();
          else controller.enqueue(value);
        } finally {
          if (isOver) onEnd();
        }
      },
      cancel(reason) {
        onEnd();
        return (reader ?? source).cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return Object.defineProperty(new Response(body, response), "url", { value: response.url });
}
