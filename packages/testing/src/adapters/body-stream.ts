import type { HttpResponse } from "@svc/fastapi-validation";
import type { Clock } from "../clock/clock.ts";
import type { Outcome } from "../fake/outcome.ts";

/** Pieces in which a slow body is sent. */
const PIECES = 8;
const UTF8 = new TextEncoder();

/** How a body is sent: whole, in pieces with waits between them, or broken off. */
export interface BodyPlan {
  readonly pieces: readonly Uint8Array[];
  /** Wait after each piece but the last, in milliseconds of the fake's clock. */
  readonly waitMs: number;
  /** Bytes that the answer promises; more than the pieces have where it is broken off. */
  readonly length: number;
  readonly isBroken: boolean;
}

/** The bytes of a body. */
export function bytesOf(body: Uint8Array | string | undefined): Uint8Array {
  return typeof body === "string" ? UTF8.encode(body) : (body ?? new Uint8Array());
}

/** Decides what is sent of an outcome's body, and when. */
export function planBody({ response, connectionFault, slowBodyMs }: Outcome): BodyPlan {
  const bytes = bytesOf(response.body);
  const isBroken = connectionFault !== undefined;
  const share = connectionFault === "reset-after" ? 0 : Math.floor(bytes.length / 2);
  const sent = isBroken ? bytes.subarray(0, share) : bytes;
  // A body that is empty cannot be cut: one byte is promised that never comes.
  const length = isBroken ? Math.max(1, bytes.length) : bytes.length;
  if (slowBodyMs === undefined) return { pieces: sent.length === 0 ? [] : [sent], waitMs: 0, length, isBroken };
  const size = Math.max(1, Math.ceil(sent.length / PIECES));
  const pieces = Array.from({ length: Math.ceil(sent.length / size) }, (_, index) =>
    sent.subarray(index * size, (index + 1) * size),
  );
  return { pieces, waitMs: slowBodyMs / Math.max(1, pieces.length - 1), length, isBroken };
}

/** The pieces: the first at once, so that the headers are not held back with it, each other one after its wait. */
export async function* sendPieces({ pieces, waitMs }: BodyPlan, clock: Clock): AsyncGenerator<Uint8Array> {
  for (const [index, piece] of pieces.entries()) {
    if (waitMs > 0 && index > 0) await new Promise<void>((resolve) => void clock.setTimeout(resolve, waitMs));
    yield piece;
  }
}

/** Whether headers say how long the body is. */
export function hasLength(headers: readonly (readonly [string, string])[]): boolean {
  return headers.some(isLength);
}

function isLength([name]: readonly [string, string]): boolean {
  return name.length === 14 && name.toLowerCase() === "content-length";
}

/** Headers with the length that is promised; untouched where there is nothing to promise. */
export function withLength(headers: readonly (readonly [string, string])[], length: number): [string, string][] {
  const kept = headers.filter((header) => !isLength(header));
  return [...kept.map(([name, value]): [string, string] => [name, value]), ["content-length", String(length)]];
}

/**
 * A body that has not ended: what is there of it, then each piece as it comes. Once the signal is aborted it fails, and
 * whoever makes it is told that nobody reads on.
 *
 * @param onEnd called once or more when nothing is sent any more
 */
export function openStream(
  { body, rest }: HttpResponse,
  signal: AbortSignal,
  onEnd: () => void = () => {},
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = rest?.stream.getReader();
  const beginning = bytesOf(body);
  let isBegun = beginning.length === 0;
  const leave = (reason: unknown): void => {
    onEnd();
    reader?.cancel(reason).catch(() => {});
  };
  const failed = (error: unknown): never => {
    onEnd();
    throw error;
  };
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        const abort = (): void => {
          controller.error(signal.reason);
          leave(signal.reason);
        };
        if (signal.aborted) abort();
        else signal.addEventListener("abort", abort, { once: true });
      },
      async pull(controller) {
        const next = isBegun ? await reader?.read().catch(failed) : { done: false, value: beginning };
        isBegun = true;
        if (signal.aborted) return;
        if (next?.value !== undefined) return controller.enqueue(next.value as Uint8Array<ArrayBuffer>);
        onEnd();
        controller.close();
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
}
