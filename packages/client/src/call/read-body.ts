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
  return Object.defineProperty(withBody(response, body), "url", { value: response.url, configurable: true });
}

/** The response with another body. Runtimes refuse reason phrases beyond Latin-1, which services send in their language. */
export function withBody({ status, statusText, headers }: Response, body: BodyInit | null): Response {
  return new Response(body, { status, headers, statusText: /^[\t -~\x80-\xff]*$/.test(statusText) ? statusText : "" });
}

/** Bytes of a response that was read. Not in a `WeakMap`, which costs more than all else that is done with them. */
const BODY: unique symbol = /* @__PURE__ */ Symbol("body");

type ReadResponse = Response & { [BODY]?: BlobPart };

/** The bytes of a response that was read, and can be read again; `undefined` for another one. */
export function bodyOf(response: Response): BlobPart | undefined {
  return (response as ReadResponse)[BODY];
}

/** Lets a response whose body was read be read again as often as wanted. */
export function keepBody(response: ReadResponse, body: BlobPart): Response {
  response[BODY] = body;
  response.text = text;
  response.json = json;
  response.clone = clone;
  response.blob = blob;
  response.arrayBuffer = arrayBuffer;
  return response;
}

async function text(this: Response): Promise<string> {
  return decodeText(bodyOf(this) ?? "");
}

async function json(this: Response): Promise<unknown> {
  return JSON.parse(decodeText(bodyOf(this) ?? ""));
}

function clone(this: Response): Response {
  return withBody(this, (bodyOf(this) as ArrayBuffer) || null);
}

function blob(this: Response): Promise<Blob> {
  return this.clone().blob();
}

function arrayBuffer(this: Response): Promise<ArrayBuffer> {
  return this.clone().arrayBuffer();
}
