import type { PlainResponse } from "@svc/fastapi-validation";
import { bytesOf } from "./body-pieces.ts";

/**
 * A body that has not ended: what is there of it, then each piece as it comes. Once the signal is aborted it fails, and
 * whoever makes it is told that nobody reads on.
 *
 * @param onEnd called once or more when nothing is sent any more
 */
export function openStream(
  { body, rest }: PlainResponse,
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
