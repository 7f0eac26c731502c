import { bytesOf, filler } from "./bytes.ts";
import { mp4 } from "./mp4.ts";
import { pdf } from "./pdf.ts";
import { png } from "./png.ts";
import { zip } from "./zip.ts";

/** Wishes for a file. */
export interface FileWish {
  /** File name. @default `file` with the extension of the media type */
  readonly name?: string;
  /** Exact length in bytes. @default as short as it can be */
  readonly size?: number;
  /** Chooses colour, text and numbers: other seeds give other files, the same the same. @default 1 */
  readonly seed?: number;
}

interface Kind {
  readonly extension: string;
  /** The file, longer by `pad` bytes. */
  readonly make: (pad: number, seed: number) => Uint8Array;
}

const KINDS: { readonly [mediaType: string]: Kind } = {
  "application/json": { extension: "json", make: (pad, seed) => bytesOf(`{"file":${seed}}${" ".repeat(pad)}`) },
  "application/pdf": { extension: "pdf", make: pdf },
  "application/zip": { extension: "zip", make: zip },
  "image/png": { extension: "png", make: png },
  "text/csv": { extension: "csv", make: csv },
  "text/plain": { extension: "txt", make: text },
  "video/mp4": { extension: "mp4", make: mp4 },
};

/**
 * A small file that is what its media type says: PNG, PDF, CSV, ZIP, MP4, JSON, text. Of other types the bytes are text, whatever
 * the type says; a range (`image/*`) gives the first of these within it.
 *
 * @throws TypeError for a size that no such file can have
 */
export function buildFile(mediaType: string, { name, size, seed = 1 }: FileWish = {}): File {
  const essence = mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const within = Object.keys(KINDS).find((type) => essence.endsWith("/*") && type.startsWith(essence.slice(0, -1)));
  const type = within ?? mediaType;
  const kind = Object.hasOwn(KINDS, within ?? essence) ? KINDS[within ?? essence] : undefined;
  const { extension, make } = kind ?? { extension: "bin", make: text };
  const least = make(0, seed).length;
  const length = size ?? least;
  if (!(Number.isSafeInteger(length) && length >= least))
    throw new TypeError(`buildFile: size: a file of ${type} has ${least} bytes or more, got ${size}.`);
  const bytes = make(length - least, seed) as Uint8Array<ArrayBuffer>;
  return new File([bytes], name ?? `file.${extension}`, { type });
}

function csv(pad: number, seed: number): Uint8Array {
  return bytesOf(`id,name,note\r\n${seed},"Smith, Jo","says ""hi"""\r\n${seed + 1},Ann,${filler(pad)}\r\n`);
}

function text(pad: number, seed: number): Uint8Array {
  return bytesOf(`File ${seed}\n${filler(pad)}`);
}
