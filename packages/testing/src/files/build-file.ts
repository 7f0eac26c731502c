/** Options of a file. */
export interface FileWish {
  /** File name. @default `file` with the extension of the media type */
  readonly name?: string;
  /** Exact length in bytes. @default as short as possible */
  readonly size?: number;
  /** Seed of color, text and numbers: the same seed gives the same file. @default 1 */
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
 * A small valid file of a media type: PNG, PDF, CSV, ZIP, MP4, JSON, text. For other types the bytes are text, whatever
 * the type; a range (`image/*`) selects the first of these within it.
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

/** A PDF of one page with a line of text. @see https://opensource.adobe.com/dc-acrobat-sdk-docs/pdfstandards/PDF32000_2008.pdf */
function pdf(pad: number, seed: number): Uint8Array {
  const text = `BT /F1 24 Tf 20 100 Td (File ${seed}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  body += `%${filler(pad)}\n`;
  // Each entry has twenty bytes.
  const entries = ["0000000000 65535 f ", ...offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n `)];
  const trailer = `trailer\n<< /Size ${entries.length} /Root 1 0 R >>\nstartxref\n${String(body.length).padStart(10, "0")}\n%%EOF\n`;
  return bytesOf(`${body}xref\n0 ${entries.length}\n${entries.join("\n")}\n${trailer}`);
}

/** Signature and header of 8 by 8 pixels, each of the first colour of a palette; then the pixels and the end. */
const PNG_HEAD = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAIAQMAAAD+wSzI";
const PNG_TAIL = "AAAAC0lEQVR4nGNgQAUAABAAATm9j2UAAAAASUVORK5CYII=";

/** A PNG of one colour. @see https://www.w3.org/TR/png/ */
function png(pad: number, seed: number): Uint8Array {
  const palette = chunk("PLTE", Uint8Array.of(seed, seed >>> 8, seed >>> 16));
  return bytesOf(fromBase64(PNG_HEAD), palette, chunk("tEXt", `Comment\0${filler(pad)}`), fromBase64(PNG_TAIL));
}

function chunk(type: string, data: string | Uint8Array): Uint8Array {
  const typed = bytesOf(type, data);
  return bytesOf(number(typed.length - 4, 4), typed, number(crc32(typed), 4));
}

/** The boxes `ftyp` and `moov` of a video of a second: one track of H.264, 16 by 16 pixels, that has no samples. */
const MOVIE = [
  "AAAAHGZ0eXBpc29tAAACAGlzb21pc28ybXA0MQAAAidtb292AAAAbG12aGQAAAAAAAAAAAAAAAAAAAPoAAAD6AABAAABAAAAAAAAAAAAAAAAAQAA",
  "AAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAABs3RyYWsAAABcdGtoZAAAAAAAAAAA",
  "AAAAAAAAAAEAAAAAAAAD6AAAAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAU9tZGlh",
  "AAAAIG1kaGQAAAAAAAAAAAAAAAAAAAPoAAAD6FXEAAAAAAAmaGRscgAAAAAAAAAAdmlkZQAAAAAAAAAAAAAAAHZpZGVvAAAAAQFtaW5mAAAAFHZt",
  "aGQAAAABAAAAAAAAAAAAAAAkZGluZgAAABxkcmVmAAAAAAAAAAEAAAAMdXJsIAAAAAEAAADBc3RibAAAAHVzdHNkAAAAAAAAAAEAAABlYXZjMQAA",
  "AAAAAAABAAAAAAAAAAAAAAAAAAAAAAAQABAASAAAAEgAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABj//wAAAA9hdmND",
  "AUIACv/gAAAAABBzdHRzAAAAAAAAAAAAAAAQc3RzYwAAAAAAAAAAAAAAEHN0Y28AAAAAAAAAAAAAABRzdHN6AAAAAAAAAAAAAAAA",
].join("");

/** An MP4 without pictures. @see ISO/IEC 14496-12 */
function mp4(pad: number, seed: number): Uint8Array {
  const free = bytesOf("free", `File ${seed}`, filler(pad));
  return bytesOf(fromBase64(MOVIE), number(free.length + 4, 4), free, number(8, 4), "mdat");
}

const NAME = "file.txt";
/** 1 January 2025, as MS-DOS has it. */
const DATE = ((2025 - 1980) << 9) | (1 << 5) | 1;

/** A ZIP with one text that is not compressed. @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
function zip(pad: number, seed: number): Uint8Array {
  const content = bytesOf(`File ${seed}\n${filler(pad)}`);
  const short = (value: number) => number(value, 2, true);
  const long = (value: number) => number(value, 4, true);
  const facts = bytesOf(
    ...[20, 0, 0, 0, DATE].map(short),
    ...[crc32(content), content.length, content.length].map(long),
    ...[NAME.length, 0].map(short),
  );
  const local = bytesOf("PK", 3, 4, facts, NAME, content);
  const central = bytesOf("PK", 1, 2, short(20), facts, ...[0, 0, 0].map(short), long(0), long(0), NAME);
  const end = bytesOf("PK", 5, 6, ...[0, 0, 1, 1].map(short), long(central.length), long(local.length), short(0));
  return bytesOf(local, central, end);
}

const UTF8 = new TextEncoder();

/** Bytes of parts: texts, numbers of one byte, bytes. */
function bytesOf(...parts: readonly (string | number | Uint8Array)[]): Uint8Array {
  const pieces = parts.map((part) =>
    typeof part === "string" ? UTF8.encode(part) : typeof part === "number" ? Uint8Array.of(part) : part,
  );
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** A number of 16 or 32 bits, the most significant byte first unless `isLittle`. */
function number(value: number, bytes: 2 | 4, isLittle = false): Uint8Array {
  const all = Array.from({ length: bytes }, (_, index) => (value >>> (8 * (bytes - 1 - index))) & 255);
  return Uint8Array.from(isLittle ? all.reverse() : all);
}

/** @see https://www.w3.org/TR/png/#samplecrc */
function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}

/** Bytes that are there to make a file longer. */
function filler(length: number): string {
  return "-".repeat(length);
}
