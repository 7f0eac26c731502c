let decoder: TextDecoder | undefined;

/** A body that was read; `""`: there is none. */
export type Bytes = Uint8Array<ArrayBuffer> | "";

interface BodySource {
  readonly body: ReadableStream | null | undefined;
  arrayBuffer?(): Promise<ArrayBuffer>;
}

/** Reads a body to its end; `undefined` where it is longer than `maxBytes`. Then the rest is not transferred. */
export async function readBody(source: BodySource, maxBytes: number): Promise<Bytes | undefined> {
  const { body } = source;
  // React Native has no streams.
  if (body === undefined) return limited(new Uint8Array((await source.arrayBuffer?.()) ?? []), maxBytes);
  if (!body) return "";
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  // Not by Content-Length, which may be missing or that of the compressed body.
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return chunks[1] ? new Uint8Array(await new Blob(chunks).arrayBuffer()) : (chunks[0] ?? "");
    size += value.length;
    if (size > maxBytes) break;
    chunks.push(value);
  }
  abandon(reader);
  return undefined;
}

/** Cancels what is read no longer. Not awaited: a stream may take its time to end. */
export function abandon(body: Pick<ReadableStream, "cancel"> | null | undefined): void {
  body?.cancel().catch(() => {});
}

/** A stream that is read only on demand, and ends with `undefined`. */
export function streamOf<Chunk>(
  next: () => Promise<Chunk | undefined>,
  cancel: (reason: unknown) => unknown,
): ReadableStream<Chunk> {
  return new ReadableStream<Chunk>(
    {
      async pull(controller) {
        const chunk = await next();
        if (chunk === undefined) controller.close();
        else controller.enqueue(chunk);
      },
      cancel: cancel as UnderlyingSourceCancelCallback,
    },
    { highWaterMark: 0 },
  );
}

function limited(bytes: Uint8Array<ArrayBuffer>, maxBytes: number): Bytes | undefined {
  if (bytes.length > maxBytes) return undefined;
  return bytes.length > 0 ? bytes : "";
}

export function decodeText(bytes: Bytes): string {
  // Not made on import: jsdom has no decoder.
  decoder ??= new TextDecoder();
  return bytes && decoder.decode(bytes);
}

/**
 * Whether JSON has more values than `most`: a hundred megabytes of empty objects take gigabytes of memory. Empty lists and
 * objects, which take the most, count twice. Bytes that are no list and no object are not counted.
 */
export function hasMoreValues(bytes: Bytes, most: number): boolean {
  // Behind white space and a byte order mark.
  const first = bytes && bytes.length > most && bytes.find((byte) => byte > 0x20 && byte < 0x80);
  if (first !== 0x5b && first !== 0x7b) return false;
  let left = most;
  let isInString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x5c) at++;
    else if (byte === 0x22) isInString = !isInString;
    else if (!isInString && (byte === 0x2c || byte === 0x5b || byte === 0x7b) && --left < 0) return true;
  }
  return false;
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
  return Object.defineProperty(withBody(response, body), "url", { value: response.url, configurable: true });
}

/** The response with another body. Runtimes refuse reason phrases beyond Latin-1, which services send in their language. */
export function withBody({ status, statusText, headers }: Response, body: BodyInit | null): Response {
  return new Response(body, { status, headers, statusText: /^[\t -~\x80-\xff]*$/.test(statusText) ? statusText : "" });
}

/** Bytes of a response that was read. Not in a `WeakMap`, which costs more than all else that is done with them. */
const BODY: unique symbol = /* @__PURE__ */ Symbol("body");

/** The bytes of a response that was read, and can be read again; `undefined` for another one. */
export function bodyOf(response: Response & { readonly [BODY]?: Bytes }): Bytes | undefined {
  return response[BODY];
}

/** Lets a response whose body was read be read again as often as wanted. */
export function keepBody(response: Response, body: Bytes): Response {
  const clone = (): Response => withBody(response, body || null);
  const text = async (): Promise<string> => decodeText(body);
  return Object.assign(response, {
    [BODY]: body,
    clone,
    text,
    json: async () => JSON.parse(await text()),
    blob: () => clone().blob(),
    arrayBuffer: () => clone().arrayBuffer(),
  });
}

/** Lets policies make a response of one whose body was read: `new Response(response.body, response)`. Only they need it. */
export function lendBody(response: Response): Response {
  if (bodyOf(response) === undefined || Object.hasOwn(response, "body")) return response;
  return Object.defineProperty(response, "body", { configurable: true, get: () => response.clone().body });
}
