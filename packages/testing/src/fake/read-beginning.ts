import { collectBytes } from "@svc/fastapi-validation";
import { pulledStream } from "../adapters/body-stream.ts";
import { waitTurns } from "../clock/fake-timers.ts";

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
  const bytes = collectBytes();
  for (;;) {
    const next = reader.read();
    const read = bytes.length > LIMIT ? undefined : await Promise.race([next, waitTurns(TURNS)]);
    if (read === undefined) return { beginning: bytes.read(), stream: following(reader, next, onError) };
    if (read.done) return { beginning: bytes.read(), stream: undefined };
    bytes.add(bytesOf(read.value));
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;
type Read = ReturnType<Reader["read"]>;

/** The rest of a stream, beginning with a pending read. */
function following(reader: Reader, first: Read, onError: (error: unknown) => void): ReadableStream<Uint8Array> {
  // The reader of the rest gets the error.
  first.catch(() => {});
  let next: Read | undefined = first;
  const read = async (): Promise<Uint8Array | undefined> => {
    try {
      const { done, value } = await (next ?? reader.read());
      next = undefined;
      return done ? undefined : bytesOf(value);
    } catch (error) {
      onError(error);
      throw error;
    }
  };
  return pulledStream(read, { leave: (reason) => reader.cancel(reason) });
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
