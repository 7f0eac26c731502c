const decoder: TextDecoder = /* @__PURE__ */ new TextDecoder();

/** Reads a body to its end; `undefined` where it is longer than `maxBytes`. The rest is not transferred then. */
export async function readBody({ body, headers }: Response, maxBytes: number): Promise<BlobPart | undefined> {
  if (!body) return "";
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  if (!(Number(headers.get("content-length")) > maxBytes)) {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return chunks.length > 1 ? new Blob(chunks).arrayBuffer() : (chunks[0] ?? "");
      size += value.length;
      if (size > maxBytes) break;
      chunks.push(value);
    }
  }
  // Not awaited: a stream may take its time to end.
  reader.cancel().catch(() => {});
  return undefined;
}

/** Bytes as text. */
export function decodeText(bytes: BlobPart): string {
  return bytes === "" ? bytes : decoder.decode(bytes as ArrayBuffer);
}

/** What text means in an answer of a content type: JSON where it is, else the text. `undefined` where there is none. */
export function parseLoosely(text: string): unknown {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return text.slice(0, 1000);
  }
}
