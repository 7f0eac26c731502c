import { collectBytes, type HttpRequest, openMultipart } from "@svc/fastapi-validation";
import { type ArrivingBody, BrokenUpload } from "../fake/arriving-body.ts";
import type { Outcome } from "../fake/outcome.ts";
import type { Place } from "./backend.ts";
import { decoded } from "./fetched-response.ts";

/** A request whose body may still be under way. */
export interface Arriving {
  readonly head: HttpRequest;
  /** The bytes of the body; undefined: there is none. */
  readonly body: AsyncIterable<Uint8Array> | undefined;
  /** Whether the codings that `content-encoding` names are undone already. @default false */
  readonly isDecoded?: boolean;
}

/** How a request is received. */
export interface Receiving {
  /** Called if there is a body: says how it is read, and whether a fault meets it. @default as bytes */
  readonly arriving?: (head: HttpRequest) => ArrivingBody;
  /** Largest body, in bytes. @default any */
  readonly limit?: number;
}

/** A request body is larger than the fake reads. */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";

  constructor(limit: number) {
    super(`The fake reads bodies of up to ${limit} bytes.`);
  }
}

const AS_BYTES: ArrivingBody = { isForm: false, pieces: (body) => body };

/**
 * Reads a request with its body, without its content codings; a form with files as it comes, and no further than it is good.
 * Gives the outcome of one that a fault has broken off.
 *
 * @throws BodyTooLarge for a body of more bytes than the limit
 */
export async function receive(
  { head, body, isDecoded = false }: Arriving,
  { arriving = () => AS_BYTES, limit = Number.POSITIVE_INFINITY }: Receiving = {},
): Promise<HttpRequest | Outcome> {
  if (body === undefined) return head;
  const { isForm, pieces } = arriving(head);
  const contentType = head.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  const form = isForm ? openMultipart(contentType) : undefined;
  const isCoded = !isDecoded && head.headers.some(([name]) => name.toLowerCase() === "content-encoding");
  const bytes = collectBytes();
  let length = 0;
  try {
    for await (const chunk of isCoded ? decode(pieces(body), head) : pieces(body)) {
      length += chunk.length;
      if (length > limit) throw new BodyTooLarge(limit);
      if (form === undefined) bytes.add(chunk);
      else if (!form.write(chunk)) break;
    }
  } catch (error) {
    if (error instanceof BrokenUpload) return error.outcome;
    throw error;
  }
  if (form !== undefined) return { ...head, form: form.read(), bodyBytes: length };
  return length === 0 ? head : { ...head, body: bytes.read() };
}

/** A body without its content codings, or as it is if it is not so coded: the operation then refuses it, or takes it as bytes. */
async function* decode(body: AsyncIterable<Uint8Array>, { headers }: HttpRequest): AsyncGenerator<Uint8Array, void> {
  const coded = collectBytes();
  for await (const chunk of body) coded.add(chunk);
  const bytes = coded.read() as Uint8Array<ArrayBuffer>;
  yield bytes.length === 0 ? bytes : await wholeOf(decoded(bytes, headers)).catch(() => bytes);
}

async function wholeOf(body: BodyInit): Promise<Uint8Array> {
  return new Uint8Array(await new Response(body).arrayBuffer());
}

/** A WHATWG request at a place of a fake. */
export function arrivingAt({ method, headers, body }: Request, { target, origin }: Place): Arriving {
  const head = { method, target, headers: [...headers], origin };
  return { head, body: body === null ? undefined : iterate(body) };
}

/** Not every runtime iterates streams. */
async function* iterate(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
