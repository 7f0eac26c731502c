import { abandon } from "../call/read-body.ts";
import { invalid } from "../checks.ts";

/** Media types by the end of a file's name. Others are for the caller, or the document, to say. */
const TYPES: { readonly [extension: string]: string } = {
  avif: "image/avif",
  csv: "text/csv",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  gif: "image/gif",
  gz: "application/gzip",
  html: "text/html",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  json: "application/json",
  jsonl: "application/jsonl",
  md: "text/markdown",
  mov: "video/quicktime",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain",
  wav: "audio/wav",
  webm: "video/webm",
  webp: "image/webp",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xml: "application/xml",
  zip: "application/zip",
};

/** Bytes that can be read once. */
export type ByteStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** A function that opens bytes from their beginning, each time it is called. */
export type ByteFactory = () => ByteStream | Promise<ByteStream>;

/** Bytes with a name, a media type and a length, created by {@link fileOf}. */
export class UploadFile<out Source extends Blob | ByteStream | ByteFactory = Blob | ByteStream | ByteFactory> {
  /** The bytes, or a function that opens them. */
  readonly source: Source;
  /** File name that is sent. */
  readonly name: string | undefined;
  /** Media type. */
  readonly type: string;
  /** Length in bytes; `undefined` if it is unknown until everything was read. */
  readonly size: number | undefined;

  constructor(source: Source, { name, type, size }: FileFacts = {}) {
    const blob = source instanceof Blob ? source : undefined;
    this.source = source;
    this.name = name ?? (blob as Partial<File> | undefined)?.name;
    this.type = type ?? blob?.type ?? "";
    this.size = blob?.size ?? size;
  }
}

/** Facts about a file. */
export interface FileFacts {
  /** File name. @default the name of a `File`, else that of the form's field */
  readonly name?: string | undefined;
  /** Media type. @default that of a `Blob`, else the one that the document declares */
  readonly type?: string | undefined;
  /**
   * Length in bytes: sent as `Content-Length`, which some services require, and the `total` of the progress. Sending
   * fails if the source has another length. @default that of a `Blob`, else unknown
   */
  readonly size?: number | undefined;
}

/** A file that can be sent any number of times: its requests are retried like others. */
export type FileSource = Blob | ByteFactory | UploadFile<Blob | ByteFactory>;

/** A file that can be sent once: a request with it is never retried. */
export type StreamSource = ByteStream | UploadFile<ByteStream>;

/**
 * Adds a name, a media type and a length to bytes: a `Blob`, a stream (also of Node.js) that can be sent once, or a
 * function that opens a new stream for each attempt.
 */
export function fileOf<Source extends Blob | ByteStream | ByteFactory>(
  source: Source,
  facts: FileFacts = {},
): UploadFile<Source> {
  return new UploadFile(source, facts);
}

/** A value of a form or body as a file; `undefined` where it is none. */
export function asFile(value: unknown): UploadFile | undefined {
  if (value instanceof UploadFile) return value;
  const isSource = value instanceof Blob || isStream(value) || typeof value === "function";
  return isSource ? new UploadFile(value as Blob | ByteStream | ByteFactory) : undefined;
}

export function isOnce({ source }: UploadFile): boolean {
  return !(source instanceof Blob) && typeof source !== "function";
}

/** Whether a body, or a field of a form, is a file that can be sent once only. */
export function hasStream(body: unknown): boolean {
  const whole = asFile(body);
  if (whole || body instanceof FormData) return whole !== undefined && isOnce(whole);
  return Object.values(Object(body) as object).some((value) =>
    [value].flat().some((item) => {
      const file = asFile(item);
      return file !== undefined && isOnce(file);
    }),
  );
}

function isStream(value: unknown): value is ByteStream {
  return (
    value instanceof ReadableStream ||
    typeof (Object(value) as AsyncIterable<unknown>)[Symbol.asyncIterator] === "function"
  );
}

/**
 * The bytes of a file, piece by piece. Its source is closed when they are no longer read.
 *
 * @throws ConfigurationError for pieces that are no bytes, and where there are more or fewer than its size
 */
export async function* readFile({ source, size, name = "file" }: UploadFile): AsyncGenerator<Uint8Array, void, void> {
  const opened = source instanceof Blob ? source.stream() : typeof source === "function" ? await source() : source;
  let read = 0;
  for await (const piece of isStream(opened) ? iterate(opened) : [opened]) {
    const bytes = typeof piece === "string" ? new TextEncoder().encode(piece) : piece;
    if (!(bytes instanceof Uint8Array)) throw invalid(name, "a Blob, or a stream of bytes");
    read += bytes.length;
    if (size !== undefined && read > size) break;
    yield bytes;
  }
  if (size !== undefined && read !== size)
    throw invalid(name, `${size} bytes, as its size says, got ${read > size ? "more" : read}`);
}

/** Not every browser iterates streams. */
async function* iterate(stream: ByteStream): AsyncGenerator<unknown, void, void> {
  if (!(stream instanceof ReadableStream)) return yield* stream;
  const reader = stream.getReader();
  let isRead = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isRead = done;
      if (done) return;
      yield value;
    }
  } finally {
    if (!isRead) abandon(reader);
  }
}

/**
 * A file on disk, for Node.js (and Bun and Deno if their `node:fs` has `openAsBlob`). It is read in pieces while it is
 * sent, and can be sent again. Sending fails if the file has changed since.
 *
 * @throws ConfigurationError if there is no file system; the error of the file system if the file cannot be opened
 */
export async function fileFrom(
  path: string | URL,
  { name, type }: { readonly name?: string | undefined; readonly type?: string | undefined } = {},
): Promise<File> {
  const fs = globalThis.process?.getBuiltinModule?.("node:fs");
  if (!fs?.openAsBlob) throw invalid("fileFrom", "a runtime with node:fs and openAsBlob; elsewhere pass a File");
  const last = decodeURIComponent(path instanceof URL ? path.pathname : path.replaceAll("%", "%25"))
    .split(/[\\/]/)
    .at(-1);
  const fileName = name ?? last ?? "file";
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? "";
  const known = Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined;
  return new File([await fs.openAsBlob(path)], fileName, { type: type ?? known ?? "" });
}
