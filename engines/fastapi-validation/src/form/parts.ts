import { parameterOf } from "../request-values.ts";
import { type CollectedBytes, collectBytes } from "./collect-bytes.ts";
import { FormFile } from "./file.ts";

/** Values of a form by name: texts, and files of a multipart body. */
export type FormValues = ReadonlyMap<string, readonly (string | FormFile)[]>;

/** A multipart body that is refused; the message is the `detail` of the service's answer. */
export class MultipartError extends Error {
  override readonly name = "MultipartError";
}

/** Limits of Starlette: `max_files`, `max_fields`, `max_part_size`. */
const MOST_PARTS = 1000;
const FIELD_BYTES = 1024 * 1024;

interface Part {
  readonly name: string;
  readonly filename: string | undefined;
  readonly headers: readonly (readonly [string, string])[];
  readonly content: CollectedBytes;
}

export interface Parts {
  readonly values: FormValues;
  begin(headers: Part["headers"]): void;
  add(bytes: Uint8Array): void;
  end(): void;
}

/** Makes values of the parts, within the limits of their number and size. */
export function collectParts(charset = "utf-8"): Parts {
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
