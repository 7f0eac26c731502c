import { parameterOf } from "../request-values.ts";
import { type CollectedBytes, collectBytes } from "./collect-bytes.ts";
import { FormFile } from "./file.ts";

/** Values of a form by name: texts, and files of a multipart body. */
export type FormValues = ReadonlyMap<string, readonly (string | FormFile)[]>;

/** A multipart body that is refused; the message is the `detail` of the service's answer. */
export class MultipartError extends Error {
  override readonly name = "MultipartError";
}

/** Limits of Starlette (`max_files`, `max_fields`, `max_part_size`) and of python-multipart. */
const MOST_PARTS = 1000;
const FIELD_BYTES = 1024 * 1024;
const MOST_HEADERS = 8;
const HEADER_BYTES = 4096 + 128;
const BOUNDARY_BYTES = 256;

/** Reads a multipart body (RFC 7578) while it arrives. */
export interface MultipartReader {
  /** @throws MultipartError for a body that is refused; nothing more of it is to be read then */
  write(chunk: Uint8Array): void;
  /** The values so far. A part that has not ended is left out. */
  values(): FormValues;
}

/** Bytes that have arrived and were not used yet, with one character for each byte. */
interface Window {
  readonly bytes: Uint8Array;
  readonly text: string;
  /** Place of the first byte that was not used. */
  at: number;
}

/** The next thing to read: each step uses bytes of the window and gives the next one, or undefined where it needs more. */
type Step = (window: Window) => Step | undefined;

const LATIN1 = new TextDecoder("latin1");

/**
 * Creates a reader that behaves as Starlette with python-multipart. Its time and memory are bounded by the length of the
 * body: boundary, headers, fields and the number of parts have limits.
 *
 * @throws MultipartError for a content type without a usable boundary
 */
export function createMultipartReader(contentType: string): MultipartReader {
  const boundary = parameterOf(contentType, "boundary");
  if (boundary === undefined) throw new MultipartError("Missing boundary in multipart.");
  if (boundary.length > BOUNDARY_BYTES) throw invalid();
  const parts = collectParts(parameterOf(contentType, "charset"));
  const delimiter = `\r\n--${boundary}`;

  const start: Step = (window) => {
    const { text } = window;
    if (text[window.at] === "\r" || text[window.at] === "\n") {
      const dash = text.indexOf("-", window.at);
      window.at = dash === -1 ? text.length : dash;
    }
    return closing(window, `--${boundary}`);
  };
  const headers: Step = (window) => {
    const found = readHeaderLines(window);
    if (found === undefined) return undefined;
    parts.begin(found);
    return data;
  };
  const data: Step = (window) => {
    const { bytes, text } = window;
    let found = text.indexOf(delimiter, window.at);
    // What looks like a delimiter, without what follows one, is data.
    while (found !== -1 && !mayClose(text, found + delimiter.length))
      found = text.indexOf(delimiter, found + delimiter.length);
    // A possible beginning of a delimiter waits for the bytes that follow.
    const end = found === -1 ? startOfTail(text, delimiter, window.at) : found;
    parts.add(bytes.subarray(window.at, end));
    window.at = end;
    return found === -1 ? undefined : closing(window, delimiter);
  };
  const epilogue: Step = (window) => {
    window.at = window.text.length;
    return undefined;
  };
  /** Uses a delimiter with what follows it: another part, or the end. */
  const closing = (window: Window, mark: string): Step | undefined => {
    const { text, at } = window;
    const next = text.slice(at, at + mark.length + 2);
    const [another, end] = [`${mark}\r\n`, `${mark}--`];
    if (next !== another && next !== end)
      return another.startsWith(next) || end.startsWith(next) ? undefined : invalid();
    window.at += next.length;
    parts.end();
    return next === another ? headers : epilogue;
  };

  let step = start;
  let pending: Uint8Array = new Uint8Array();
  return {
    write(chunk) {
      const bytes = pending.length === 0 ? chunk : joined(pending, chunk);
      const window = { bytes, text: LATIN1.decode(bytes), at: 0 };
      for (let next = step(window); next !== undefined; next = step(window)) step = next;
      pending = bytes.slice(window.at);
    },
    values: () => parts.values,
  };
}

/** Uses the headers of a part; undefined where more bytes are needed. */
function readHeaderLines(window: Window): [string, string][] | undefined {
  const { text } = window;
  const found: [string, string][] = [];
  for (let at = window.at; ; ) {
    const end = text.indexOf("\r", at);
    const line = text.slice(at, end === -1 ? undefined : end);
    if (line !== "") checkHeader(line, found.length + 1, end !== -1);
    if (end === -1 || end + 1 === text.length) return undefined;
    if (text[end + 1] !== "\n") throw invalid();
    at = end + 2;
    if (line === "") {
      window.at = at;
      return found;
    }
    const colon = line.indexOf(":");
    found.push([line.slice(0, colon).toLowerCase(), line.slice(colon + 1).replace(/^ +/, "")]);
  }
}

/** Whether what stands behind a delimiter, as far as it has arrived, makes it one. */
function mayClose(text: string, at: number): boolean {
  const next = text.slice(at, at + 2);
  return "\r\n".startsWith(next) || "--".startsWith(next);
}

function invalid(): never {
  throw new MultipartError("Invalid multipart data.");
}

/** Where the end of a text begins that may be the beginning of a delimiter; the length of the text where there is none. */
function startOfTail(text: string, delimiter: string, from: number): number {
  const at = text.lastIndexOf("\r");
  const isTail = at >= from && text.length - at < delimiter.length && delimiter.startsWith(text.slice(at));
  return isTail ? at : text.length;
}

/** Checks a line of headers as far as it has arrived. */
function checkHeader(line: string, count: number, isWhole: boolean): void {
  const colon = line.indexOf(":");
  const name = colon === -1 ? line : line.slice(0, colon);
  const isName = /^[\w!#$%&'*+.^`|~-]*$/.test(name);
  const isBroken = !isName || colon === 0 || (isWhole && colon === -1);
  if (isBroken || count > MOST_HEADERS || line.length > HEADER_BYTES) throw invalid();
}

interface Part {
  readonly name: string;
  readonly filename: string | undefined;
  readonly headers: readonly (readonly [string, string])[];
  readonly content: CollectedBytes;
}

interface Parts {
  readonly values: FormValues;
  begin(headers: Part["headers"]): void;
  add(bytes: Uint8Array): void;
  end(): void;
}

/** Makes values of the parts, within the limits of their number and size. */
function collectParts(charset = "utf-8"): Parts {
  const values = new Map<string, (string | FormFile)[]>();
  const decoder = decoderOf(charset);
  const decode = (text: string): string => decoder.decode(Uint8Array.from(text, (one) => one.charCodeAt(0)));
  const counts = { files: 0, fields: 0 };
  let part: Part | undefined;
  return {
    values,
    begin(headers) {
      const disposition = headers.findLast(([field]) => field === "content-disposition")?.[1] ?? "";
      const name = parameterOf(disposition, "name");
      if (name === undefined) throw new MultipartError('The Content-Disposition header field "name" must be provided.');
      const filename = parameterOf(disposition, "filename");
      const kind = filename === undefined ? "fields" : "files";
      counts[kind] += 1;
      if (counts[kind] > MOST_PARTS)
        throw new MultipartError(`Too many ${kind}. Maximum number of ${kind} is ${MOST_PARTS}.`);
      const file = filename === undefined ? undefined : decode(withoutFolder(filename));
      part = { name: decode(name), filename: file, headers, content: collectBytes() };
    },
    add(bytes) {
      if (part === undefined) return;
      if (part.filename === undefined && part.content.length + bytes.length > FIELD_BYTES)
        throw new MultipartError(`Part exceeded maximum size of ${FIELD_BYTES / 1024}KB.`);
      part.content.add(bytes);
    },
    end() {
      if (part === undefined) return;
      const { name, filename, headers, content } = part;
      const bytes = content.read();
      const isText = filename === undefined;
      const value = isText ? decoder.decode(bytes) : new FormFile({ filename, headers, bytes });
      const known = values.get(name);
      if (known === undefined) values.set(name, [value]);
      else known.push(value);
      part = undefined;
    },
  };
}

/** As python-multipart does for browsers that sent whole paths. */
function withoutFolder(filename: string): string {
  const isPath = filename.slice(1, 3) === ":\\" || filename.startsWith("\\\\");
  return isPath ? (filename.split("\\").at(-1) ?? "") : filename;
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset, { ignoreBOM: true });
  } catch {
    return new TextDecoder("latin1");
  }
}

function joined(before: Uint8Array, after: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(before.length + after.length);
  bytes.set(before);
  bytes.set(after, before.length);
  return bytes;
}
