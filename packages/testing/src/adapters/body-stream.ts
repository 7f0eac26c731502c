import type { HttpResponse } from "@svc/fastapi-validation";
import { type Clock, sleep } from "../clock/clock.ts";
import type { Outcome } from "../fake/outcome.ts";

/** Number of pieces of a slow body. */
const PIECES = 8;
const UTF8 = new TextEncoder();

/** Plan of sending a body: as a whole, in pieces with delays, or broken off. */
export interface BodyPlan {
  readonly pieces: readonly Uint8Array[];
  /** Delay between two pieces, in milliseconds of the fake's clock. */
  readonly waitMs: number;
  /** Content length; more than the pieces have if the body is broken off. */
  readonly length: number;
  readonly isBroken: boolean;
}

/** The bytes of a body. */
export function bytesOf(body: Uint8Array | string | undefined): Uint8Array {
  return typeof body === "string" ? UTF8.encode(body) : (body ?? new Uint8Array());
}

/** Plans how the body of an outcome is sent. */
export function planBody({ response, connectionFault, slowBodyMs }: Outcome): BodyPlan {
  const bytes = bytesOf(response.body);
  const isBroken = connectionFault !== undefined;
  const share = connectionFault === "reset-after" ? 0 : Math.floor(bytes.length / 2);
  const sent = isBroken ? bytes.subarray(0, share) : bytes;
  // An empty body cannot be cut: the content length is one byte more.
  const length = isBroken ? Math.max(1, bytes.length) : bytes.length;
  if (slowBodyMs === undefined) return { pieces: sent.length === 0 ? [] : [sent], waitMs: 0, length, isBroken };
  const pieces = inPieces(sent);
  return { pieces, waitMs: slowBodyMs / Math.max(1, pieces.length - 1), length, isBroken };
}

/** Bytes in up to eight pieces, as slow bodies and items are sent. */
export function inPieces(bytes: Uint8Array): Uint8Array[] {
  const size = Math.max(1, Math.ceil(bytes.length / PIECES));
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}

/** Yields the pieces: the first at once, so that the headers are not delayed, each other one after the delay. */
export async function* sendPieces({ pieces, waitMs }: BodyPlan, clock: Clock): AsyncGenerator<Uint8Array> {
  for (const [index, piece] of pieces.entries()) {
    if (waitMs > 0 && index > 0) await sleep(clock, waitMs);
    yield piece;
  }
}

/** Whether headers have a content length. */
export function hasLength(headers: readonly (readonly [string, string])[]): boolean {
  return headers.some(([name]) => isLength(name));
}

/** Whether a header is the content length. */
export function isLength(name: string): boolean {
  return name.length === 14 && name.toLowerCase() === "content-length";
}

/** Headers with this content length in place of any other. */
export function withLength(headers: readonly (readonly [string, string])[], length: number): [string, string][] {
  const kept = headers.filter(([name]) => !isLength(name));
  return [...kept.map(([name, value]): [string, string] => [name, value]), ["content-length", String(length)]];
}

/** How a {@link pulledStream} is left before its end. */
interface Pulling {
  /** Fails the stream when it is aborted. @default it cannot be aborted */
  readonly signal?: AbortSignal;
  /** Called when the stream is cancelled or aborted. */
  readonly leave?: (reason: unknown) => unknown;
  /** Pieces that are made before they are asked for. @default 0 */
  readonly highWaterMark?: number;
}

/**
 * A stream of pieces, each made when it is asked for.
 *
 * @param next makes the next one; undefined: there is none. An error fails the stream
 */
export function pulledStream(
  next: () => Promise<Uint8Array | undefined>,
  { signal, leave = () => {}, highWaterMark = 0 }: Pulling = {},
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let isLeft = false;
  const cancel = (reason: unknown): unknown => {
    isLeft = true;
    return leave(reason);
  };
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        const abort = (): void => {
          controller.error(signal?.reason);
          cancel(signal?.reason);
        };
        if (signal?.aborted) abort();
        else signal?.addEventListener("abort", abort, { once: true });
      },
      async pull(controller) {
        const piece = await next();
        if (isLeft) return;
        if (piece === undefined) controller.close();
        else controller.enqueue(piece as Uint8Array<ArrayBuffer>);
      },
      cancel: async (reason) => void (await cancel(reason)),
    },
    { highWaterMark },
  );
}

/**
 * A body that has not ended: its beginning, then each further piece. If the signal is aborted, it fails and its source is
 * cancelled.
 *
 * @param onEnd called once or more when nothing is sent any more
 */
export function openStream(
  { body, rest }: HttpResponse,
  signal: AbortSignal,
  onEnd: () => void = () => {},
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = rest?.stream.getReader();
  let beginning: Uint8Array | undefined = bytesOf(body);
  const next = async (): Promise<Uint8Array | undefined> => {
    const first = beginning;
    beginning = undefined;
    if (first !== undefined && first.length > 0) return first;
    try {
      const piece = (await reader?.read())?.value;
      if (piece === undefined) onEnd();
      return piece;
    } catch (error) {
      onEnd();
      throw error;
    }
  };
  const leave = (reason: unknown): void => {
    onEnd();
    reader?.cancel(reason).catch(() => {});
  };
  return pulledStream(next, { signal, leave });
}
