import { waitTurns } from "../clock/real-timers.ts";

/** Turns of the event loop after which a body without a new chunk counts as waiting. */
const TURNS = 5;
/** Bytes that are buffered of a body. */
const LIMIT = 16_000_000;

/** The available part of a body. */
export interface Beginning {
  readonly beginning: Uint8Array;
  /** The rest; undefined if the body has ended. */
  readonly stream: ReadableStream<Uint8Array> | undefined;
}

/**
 * Reads a body to its end, or until it waits for something.
 *
 * @param onError called with the error of the rest
 */
export async function readBeginning(
  body: ReadableStream<Uint8Array>,
  onError: (error: unknown) => void,
): Promise<Beginning> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  for (let size = 0; ; ) {
    const next = reader.read();
    const read = size > LIMIT ? undefined : await Promise.race([next, waitTurns(TURNS)]);
    if (read === undefined) return { beginning: concat(chunks), stream: following(reader, next, onError) };
    if (read.done) return { beginning: concat(chunks), stream: undefined };
    const chunk = bytesOf(read.value);
    chunks.push(chunk);
    size += chunk.length;
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;
type Read = ReturnType<Reader["read"]>;

/** The rest of a stream, beginning with a pending read. */
function following(reader: Reader, first: Read, onError: (error: unknown) => void): ReadableStream<Uint8Array> {
  // The reader of the rest gets the error.
  first.catch(() => {});
  let next: Read | undefined = first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await (next ?? reader.read());
          next = undefined;
          if (done) controller.close();
          else controller.enqueue(bytesOf(value));
        } catch (error) {
          onError(error);
          throw error;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/**
 * The bytes of a chunk.
 *
 * @throws TypeError for a chunk that is no Uint8Array, as fetch does
 */
function bytesOf(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  throw new TypeError("Received non-Uint8Array chunk");
}

/** Pieces as one. */
export function concat(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  if (chunks.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
