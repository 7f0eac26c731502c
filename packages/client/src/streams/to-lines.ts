import type { Stream } from "./options.ts";

/** A stream as bytes, one line of JSON per item, read as it is asked for. */
export function toLines(
  stream: Stream<unknown>,
  toJson: (item: unknown) => string,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await stream.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(`${toJson(value)}\n`));
      },
      cancel: () => stream.close(),
    },
    { highWaterMark: 0 },
  );
}
