import { invalid } from "../checks.ts";
import { ConfigurationError, SvcError } from "../errors/errors.ts";
import type { Piece } from "./multipart.ts";
import { isOnce, readFile } from "./sources.ts";

/** A body with files, to be sent. */
export interface UploadBody {
  readonly pieces: readonly Piece[];
  /** Length in bytes; `undefined` where a file does not say its size. */
  readonly size: number | undefined;
  /** Whether it can be sent once only. */
  readonly isOnce: boolean;
}

const encoder: TextEncoder = /* @__PURE__ */ new TextEncoder();

/** @throws ConfigurationError for a body that is longer than allowed */
export function uploadBody(pieces: readonly Piece[], maxBytes: number = Infinity): UploadBody {
  const sizes = pieces.map((piece) => (typeof piece === "string" ? encoder.encode(piece).length : piece.size));
  const size = sizes.reduce<number | undefined>(
    (sum, length) => (sum === undefined || length === undefined ? undefined : sum + length),
    0,
  );
  if (size !== undefined && size > maxBytes) throw tooLong(maxBytes);
  return { pieces, size, isOnce: pieces.some((piece) => typeof piece !== "string" && isOnce(piece)) };
}

function tooLong(maxBytes: number): ConfigurationError {
  return invalid("body", `at most ${maxBytes} bytes (maxUploadBytes)`);
}

/** The body as one Blob, which holds none of its bytes; `undefined` where it has a stream. */
export function asBlob({ pieces }: UploadBody): Blob | undefined {
  const blobs = pieces.flatMap((piece) => {
    const part = typeof piece === "string" ? piece : piece.source;
    return typeof part === "string" || part instanceof Blob ? [part] : [];
  });
  return blobs.length === pieces.length ? new Blob(blobs) : undefined;
}

/** A body while it is sent. */
export interface Reading {
  readonly stream: ReadableStream<Uint8Array>;
  /** Error of a source, or of its length: it is not one of the connection. */
  readonly failure: () => SvcError | undefined;
  /** Closes the source. */
  readonly close: () => void;
}

/** Observers of a body while it is sent. */
export interface ReadingHooks {
  readonly maxBytes: number;
  /** Called with the number of bytes so far, before each piece is handed on, and at the end. */
  readonly onBytes: (sent: number) => void;
}

/** Reads a body, one piece at a time, as the connection takes it. */
export function readBodyPieces({ pieces }: UploadBody, { maxBytes, onBytes }: ReadingHooks): Reading {
  let failure: SvcError | undefined;
  let sent = 0;
  const source = iteratePieces(pieces);
  // Not awaited: a source may take its time to end.
  const close = (): void => void source.return().catch(() => {});
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await source.next();
          sent += value?.length ?? 0;
          if (sent > maxBytes) throw tooLong(maxBytes);
          onBytes(sent);
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          failure = SvcError.is(error)
            ? error
            : new ConfigurationError("body: a file cannot be read", { cause: error });
          close();
          throw failure;
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
  return { stream, failure: () => failure, close };
}

async function* iteratePieces(pieces: readonly Piece[]): AsyncGenerator<Uint8Array, void, void> {
  for (const piece of pieces) {
    if (typeof piece === "string") yield encoder.encode(piece);
    else yield* readFile(piece);
  }
}
