import { waitTurns } from "../clock/real-timers.ts";

/** Turns of the event loop in which a body has to go on, to be taken for one that ends by itself. */
const TURNS = 5;
/** Bytes that are kept of a body at most: beyond, it is passed on as it comes. */
const LIMIT = 16_000_000;

/** A body as far as it is there. */
export interface Beginning {
  readonly beginning: Uint8Array;
  /** What is to follow; undefined where the body has ended. */
  readonly stream: ReadableStream<Uint8Array> | undefined;
}

/**
 * Reads a body to its end, or up to where it waits for something.
 *
 * @param onError is told why the rest breaks off, whoever reads it
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

/** The rest of a stream from a read on that is under way. */
function following(reader: Reader, first: Read, onError: (error: unknown) => void): ReadableStream<Uint8Array> {
  // Whoever reads the rest is told of it; until then nobody is, and nothing is lost.
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
 * @throws TypeError for a chunk that is none, as fetch does
 */
function bytesOf(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  throw new TypeError("Received non-Uint8Array chunk");
}

function concat(chunks: readonly Uint8Array[]): Uint8Array {
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
