const decoder: TextDecoder = /* @__PURE__ */ new TextDecoder();

/** Reads a body to its end; `undefined` where it is longer than `maxBytes`. The rest is not transferred then. */
export async function readBody(body: ReadableStream | null, maxBytes: number): Promise<BlobPart | undefined> {
  if (!body) return "";
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  // Counted and not taken from Content-Length, which is that of a compressed body, or is not there.
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
