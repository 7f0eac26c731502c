import { collectBytes, type HttpRequest, kindOf, openMultipart } from "@svc/fastapi-validation";
import type { Operation } from "@svc/model/data";
import type { FakeContext } from "../fake/context.ts";
import type { Outcome } from "../fake/outcome.ts";
import type { FaultOptions } from "../faults/fault.ts";
import { applyFault } from "../faults/fault-response.ts";
import type { ArrivingBody, Place } from "./backend.ts";
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
interface Receiving {
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
export function arrivingAt(
  { method, headers, body }: Request,
  { target, origin }: Place,
  operation?: string | undefined,
): Arriving {
  const head = { method, target, headers: [...headers], origin, operation };
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

/** A fault has broken off the body of a request. */
class BrokenUpload extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super("a fault has broken off the upload");
    this.outcome = outcome;
  }
}

/** Bytes after which a slow upload waits. */
const PIECE = 64 * 1024;

/** Creates the function that says how a body is to be read, by the head of its request. */
export function createBodyReader(context: FakeContext): (head: HttpRequest) => ArrivingBody {
  return (head) => {
    const isMultipart = head.headers.some(
      ([name, value]) => name.toLowerCase() === "content-type" && kindOf(value) === "multipart",
    );
    const operation = isMultipart || context.faults.size > 0 ? operationOf(context, head) : undefined;
    const fault = context.faults.takeUpload(operation?.id);
    return {
      isForm:
        isMultipart && operation?.body?.content.some(({ mediaType }) => kindOf(mediaType) === "multipart") === true,
      pieces: (body) => (fault === undefined ? body : throughFault(body, { context, head, fault, operation })),
    };
  };
}

function operationOf({ validator }: FakeContext, head: HttpRequest): Operation | undefined {
  const routed = validator.route(head);
  return routed.kind === "routed" ? routed.operation : undefined;
}

interface Faulty {
  readonly context: FakeContext;
  readonly head: HttpRequest;
  readonly fault: FaultOptions;
  readonly operation: Operation | undefined;
}

async function* throughFault(body: AsyncIterable<Uint8Array>, faulty: Faulty): AsyncGenerator<Uint8Array, void, void> {
  const { resetUploadAfterBytes, refuseUploadAfterBytes, slowUploadMs = 0 } = faulty.fault;
  const limit = resetUploadAfterBytes ?? refuseUploadAfterBytes ?? Number.POSITIVE_INFINITY;
  let received = 0;
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; at += PIECE) {
      const piece = chunk.subarray(at, at + PIECE);
      if (received + piece.length >= limit) throw new BrokenUpload(breakOff(faulty, limit));
      received += piece.length;
      if (slowUploadMs > 0)
        await faulty.context.standStill.sleep(slowUploadMs, `an upload waits ${slowUploadMs} ms for its next piece`);
      yield piece;
    }
  }
  // It ends before: then at its end.
  if (limit < Number.POSITIVE_INFINITY) throw new BrokenUpload(breakOff(faulty, received));
}

/** The outcome of a request whose body is not read any more; the journal has it with the bytes that came. */
function breakOff({ context, head, fault, operation }: Faulty, received: number): Outcome {
  const { clock, record } = context;
  const isReset = fault.resetUploadAfterBytes !== undefined;
  const lost = { status: 0, headers: [], body: undefined };
  const response = isReset ? lost : applyFault(lost, { status: 413 }, clock);
  const now = clock.now();
  const request = { ...head, bodyBytes: received };
  const validated = { kind: "response", response, ...(operation && { operation }) } as const;
  const told = { fault, unmatched: undefined, reason: undefined, at: now, now };
  record({ request, validated, response, ...told });
  return { response, connectionFault: isReset ? "reset-before" : undefined };
}
