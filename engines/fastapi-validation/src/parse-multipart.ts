import { FormFile } from "./form-file.ts";
import { parameterOf } from "./media-type.ts";

/** Values of a form by name: texts, and files of a multipart body. */
export type FormValues = ReadonlyMap<string, readonly (string | FormFile)[]>;

const LATIN1 = new TextDecoder("latin1");
const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Takes a multipart body apart (RFC 7578); undefined where it is not one with this boundary. */
export function parseMultipart(body: Uint8Array, boundary: string): FormValues | undefined {
  // One character a byte: offsets in the text are offsets in the body.
  const text = LATIN1.decode(body);
  const values = new Map<string, (string | FormFile)[]>();
  const delimiter = `--${boundary}`;
  if (!text.startsWith(delimiter)) return undefined;
  let position = delimiter.length;
  while (!text.startsWith("--", position)) {
    if (!text.startsWith("\r\n", position)) return undefined;
    const headerEnd = text.indexOf("\r\n\r\n", position);
    const end = text.indexOf(`\r\n${delimiter}`, headerEnd + 2);
    if (headerEnd === -1 || end === -1) return undefined;
    const start = Math.min(headerEnd + 4, end);
    const headers = UTF8.decode(body.subarray(position + 2, headerEnd));
    addPart(values, headers, body.subarray(start, end));
    position = end + 2 + delimiter.length;
  }
  return values;
}

function addPart(values: Map<string, (string | FormFile)[]>, headers: string, bytes: Uint8Array): void {
  const fields = new Map(headers.split("\r\n").map(toField));
  const disposition = fields.get("content-disposition") ?? "";
  const name = parameterOf(disposition, "name");
  if (name === undefined) return;
  const filename = parameterOf(disposition, "filename");
  const contentType = fields.get("content-type") ?? "";
  const value = filename === undefined ? UTF8.decode(bytes) : new FormFile({ filename, contentType, bytes });
  const known = values.get(name);
  if (known === undefined) values.set(name, [value]);
  else known.push(value);
}

function toField(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(":");
  return colon === -1 ? [line, ""] : [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
}
