import { type Schema, type Schemas, setOwn } from "@svc/model";
import { parameterOf } from "./media-type.ts";
import { type ParameterShape, shapeOf } from "./parameter-style.ts";
import { parseJson } from "./parse-json.ts";
import { flatten } from "./schema/merge-all-of.ts";

/** A file of a multipart body, as handlers get it. */
export class FormFile {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;

  constructor(file: { filename: string; contentType: string; bytes: Uint8Array }) {
    this.filename = file.filename;
    this.contentType = file.contentType;
    this.bytes = file.bytes;
  }

  /** The form in which FastAPI echoes a file in an error. */
  toJSON(): unknown {
    const headers = { "content-type": this.contentType };
    return { filename: this.filename, size: this.bytes.length, headers };
  }
}

export interface FormOptions {
  /** The form is several arguments of the handler, not one model. */
  readonly isParts: boolean;
}

/** Compiles a function that makes an object of a form for its schema: lists for arrays, else the last value. */
export function compileForm(
  schema: Schema,
  schemas: Schemas,
  { isParts }: FormOptions,
): (form: FormValues) => Record<string, unknown> {
  const properties = Object.entries(flatten(schema, schemas).properties ?? {});
  return (form) => {
    const result: Record<string, unknown> = {};
    for (const [name, property] of properties) {
      const values = form.get(name) ?? [];
      const shape = shapeOf(property, schemas);
      const last = values.at(-1);
      // FastAPI treats an empty field of a form as absent.
      if (shape === "array" ? values.length > 0 : last !== undefined && last !== "") {
        setOwn(result, name, fieldValue(shape, takesObjects(property, schemas) ? values.map(fromJson) : values, last));
      } else if (!isParts && property.default !== undefined) setOwn(result, name, property.default);
      else if (!isParts && last !== undefined) setOwn(result, name, last);
    }
    for (const [name, values] of form) {
      if (!properties.some(([known]) => known === name)) setOwn(result, name, values.at(-1));
    }
    return result;
  };
}

/** Whether a list's items are objects, each of which travels as JSON. */
function takesObjects(property: Schema, schemas: Schemas): boolean {
  const { items } = flatten(property, schemas);
  return items !== undefined && shapeOf(items, schemas) === "object";
}

function fieldValue(shape: ParameterShape, values: readonly unknown[], last: string | FormFile | undefined): unknown {
  if (shape === "array") return [...values];
  return shape === "object" ? fromJson(last) : last;
}

/** An object in a form travels as JSON (OpenAPI's default encoding). */
function fromJson(value: string | FormFile | undefined): unknown {
  if (value === undefined) return undefined;
  const parsed = parseJson(value instanceof FormFile ? new TextDecoder().decode(value.bytes) : value);
  return "value" in parsed ? parsed.value : value;
}

/** Values of a form by name: texts, and files of a multipart body. */
export type FormValues = ReadonlyMap<string, readonly (string | FormFile)[]>;

const LATIN1 = new TextDecoder("latin1");
const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Parses a multipart body (RFC 7578); undefined if it is not one with this boundary. */
export function parseMultipart(body: Uint8Array, boundary: string): FormValues | undefined {
  // Latin-1 has one character for each byte, so offsets of the text are those of the body.
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
