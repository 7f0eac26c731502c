import type { PlainResponse } from "../front/types.ts";
import { bytesOf } from "./body-pieces.ts";

/**
 * A body that has not ended: what is there of it, then each piece as it comes. Once the signal is aborted it fails, and
 * whoever makes it is told that nobody reads on.
 */
export function openStream(
  { body, rest }: PlainResponse,
  signal: AbortSignal,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = rest?.stream.getReader();
  const beginning = bytesOf(body);
  let isBegun = beginning.length === 0;
  const leave = (reason: unknown): void => void reader?.cancel(reason).catch(() => {});
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
        const next = isBegun ? await reader?.read() : { done: false, value: beginning };
        isBegun = true;
        if (signal.aborted) return;
        if (next?.value === undefined) controller.close();
        else controller.enqueue(next.value as Uint8Array<ArrayBuffer>);
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
}
