import { parameterOf } from "../request-values.ts";
import { collectParts, type FormValues, MultipartError } from "./parts.ts";

/** Limits of python-multipart. */
const MOST_HEADERS = 8;
const HEADER_BYTES = 4096 + 128;
const BOUNDARY_BYTES = 256;

/** Bytes that are looked at once: a reader needs a multiple of them. */
const CHUNK = 1024 * 1024;

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

/** A multipart body as far as it could be read, and why it was not read to its end. */
export interface MultipartForm {
  readonly values: FormValues;
  /** The `detail` of the service's answer. Undefined: all of it was read. */
  readonly refusal: string | undefined;
}

/** Reads a multipart body (RFC 7578) as it comes, without throwing. */
export interface OpenMultipart {
  /** False: it is refused, and no more of it is read. */
  write(chunk: Uint8Array): boolean;
  read(): MultipartForm;
}

export function openMultipart(contentType: string): OpenMultipart {
  let refusal: string | undefined;
  const refusing = <Result>(run: () => Result): Result | undefined => {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof MultipartError)) throw error;
      refusal = error.message;
      return undefined;
    }
  };
  const reader = refusing(() => createReader(contentType));
  return {
    write(chunk) {
      if (refusal === undefined) refusing(() => reader?.write(chunk));
      return refusal === undefined;
    },
    read: () => ({ values: reader?.values() ?? new Map(), refusal }),
  };
}

/** Reads a whole multipart body. */
export function readMultipart(bytes: Uint8Array, contentType: string): MultipartForm {
  const form = openMultipart(contentType);
  for (let at = 0; at < bytes.length && form.write(bytes.subarray(at, at + CHUNK)); at += CHUNK);
  return form.read();
}

/**
 * Creates a reader that behaves as Starlette with python-multipart. Its time and memory are bounded by the length of the
 * body: boundary, headers, fields and the number of parts have limits. It is not asked any more after it threw.
 *
 * @throws MultipartError for a body, or a content type without a usable boundary, that is refused
 */
function createReader(contentType: string) {
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
    write(chunk: Uint8Array): void {
      const bytes = pending.length === 0 ? chunk : joined(pending, chunk);
      const window = { bytes, text: LATIN1.decode(bytes), at: 0 };
      for (let next = step(window); next !== undefined; next = step(window)) step = next;
      pending = bytes.slice(window.at);
    },
    /** The values so far. A part that has not ended is left out. */
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

function joined(before: Uint8Array, after: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(before.length + after.length);
  bytes.set(before);
  bytes.set(after, before.length);
  return bytes;
}
