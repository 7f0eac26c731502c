import { invalid } from "../checks.ts";
import { plainValue } from "../params/place-params.ts";
import type { PartRow } from "../table.ts";
import { asFile, type UploadFile } from "./sources.ts";

/** A piece of a body: text, or a file. */
export type Piece = string | UploadFile;

interface Part {
  readonly name: string;
  readonly value: Piece;
  /** Media type; empty: none is sent. */
  readonly type: string;
}

const NO_ROWS: { readonly [name: string]: PartRow } = {};

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
  const entries = form instanceof FormData ? form.entries() : Object.entries(Object(form) as object);
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
