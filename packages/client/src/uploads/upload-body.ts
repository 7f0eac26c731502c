import { streamOf } from "../call/read-body.ts";
import { invalid } from "../checks.ts";
import { ConfigurationError, SvcError } from "../errors/errors.ts";
import { isOpaque, plainValue } from "../params/place-params.ts";
import type { PartRow } from "../table.ts";
import { asFile, isOnce, readFile, type UploadFile } from "./sources.ts";

const NO_ROWS: { readonly [name: string]: PartRow } = {};

export interface UploadBody {
  readonly pieces: readonly Piece[];
  /** Length in bytes; `undefined` where a file does not say its size. */
  readonly size: number | undefined;
  readonly isOnce: boolean;
}

/** @throws ConfigurationError for a body that is longer than allowed */
export function uploadBody(pieces: readonly Piece[], maxBytes: number = Infinity): UploadBody {
  const sizes = pieces.map((piece) =>
    typeof piece === "string" ? new TextEncoder().encode(piece).length : piece.size,
  );
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

/**
 * Reads a body as the connection takes it. `onBytes` is called with the bytes so far, before each piece and at the end;
 * `failure` is the error of a source, which is none of the connection.
 */
export function readBodyPieces(
  { pieces }: UploadBody,
  maxBytes: number,
  onBytes: (sent: number) => void,
): { readonly stream: ReadableStream<Uint8Array>; readonly failure: () => SvcError | undefined; close(): void } {
  let failure: SvcError | undefined;
  let sent = 0;
  const source = iteratePieces(pieces);
  // Not awaited: a source may take its time to end.
  const close = (): void => void source.return().catch(() => {});
  const next = async (): Promise<Uint8Array | undefined> => {
    try {
      const { value } = await source.next();
      sent += value?.length ?? 0;
      if (sent > maxBytes) throw tooLong(maxBytes);
      onBytes(sent);
      return value ?? undefined;
    } catch (error) {
      failure = SvcError.is(error) ? error : new ConfigurationError("body: a file cannot be read", { cause: error });
      close();
      throw failure;
    }
  };
  return { stream: streamOf(next, close), failure: () => failure, close };
}

async function* iteratePieces(pieces: readonly Piece[]): AsyncGenerator<Uint8Array, void, void> {
  for (const piece of pieces) {
    if (typeof piece === "string") yield new TextEncoder().encode(piece);
    else yield* readFile(piece);
  }
}

type Piece = string | UploadFile;

interface Part {
  readonly name: string;
  readonly value: Piece;
  /** Media type; empty: none is sent. */
  readonly type: string;
}

/**
 * A form as the pieces of a multipart body (RFC 7578). Objects are parts of JSON; of a list each item is a part of the same
 * name.
 *
 * @throws ConfigurationError for a value that no form can carry
 */
export function* writeMultipart(
  form: unknown,
  boundary: string,
  rows: { readonly [name: string]: PartRow } = NO_ROWS,
): Generator<Piece, void, void> {
  for (const { name, value, type } of partsOf(form, rows)) {
    const file = typeof value === "string" ? "" : `; filename="${quoted(value.name ?? name)}"`;
    const typeLine = type && `Content-Type: ${type}\r\n`;
    yield `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${file}\r\n${typeLine}\r\n`;
    yield value;
    yield "\r\n";
  }
  yield `--${boundary}--\r\n`;
}

function* partsOf(form: unknown, rows: { readonly [name: string]: PartRow }): Generator<Part, void, void> {
  if (typeof form !== "object" || Array.isArray(form) || (isOpaque(form) && !(form instanceof FormData)))
    throw invalid("body", "an object or FormData", form);
  const entries = form instanceof FormData ? form.entries() : Object.entries(form ?? {});
  for (const [name, value] of entries) {
    const row = (Object.hasOwn(rows, name) && rows[name]) || {};
    const isList = Array.isArray(value) && !isJson(row.type);
    for (const item of isList ? value : [value]) if (item != null) yield* toParts(name, item, row);
  }
}

function* toParts(name: string, value: unknown, row: PartRow): Generator<Part, void, void> {
  const file = asFile(value);
  if (file) {
    const type = file.type || concrete(row.type) || "application/octet-stream";
    if (/[\r\n]/.test(type)) throw invalid(name, "a media type without line breaks");
    return yield { name, value: file, type };
  }
  const plain = plainValue(name, value);
  if (row.style === "deepObject" && typeof plain === "object") {
    for (const [key, member] of Object.entries(plain as object))
      if (member != null) yield* toParts(`${name}[${key}]`, member, row);
    return;
  }
  const isObject = typeof plain === "object";
  const text = isObject ? JSON.stringify(plain) : String(plain);
  yield { name, value: text, type: concrete(row.type) ?? (isObject ? "application/json" : "") };
}

/** The first media type of a list that is no range. */
function concrete(types: string | undefined): string | undefined {
  return types?.split(/\s*,\s*/).find((type) => type && !type.includes("*"));
}

function isJson(type: string | undefined): boolean {
  return /[/+]json\b/.test(type ?? "");
}

/** @see https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function quoted(name: string): string {
  return name.replace(/\r\n|\r|\n/g, "%0D%0A").replaceAll('"', "%22");
}
