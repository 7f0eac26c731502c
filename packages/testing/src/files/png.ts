import { adler32, bytesOf, crc32, filler, number } from "./bytes.ts";

/** A PNG of 8 by 8 pixels of one colour. @see https://www.w3.org/TR/png/ */
export function png(pad: number, seed: number): Uint8Array {
  const side = 8;
  const row = bytesOf(0, ...Array.from({ length: side }, () => Uint8Array.of(seed, seed >>> 8, seed >>> 16)));
  const pixels = bytesOf(...Array.from({ length: side }, () => row));
  const header = bytesOf(number(side, 4), number(side, 4), Uint8Array.of(8, 2, 0, 0, 0));
  return bytesOf(
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", header),
    chunk("IDAT", stored(pixels)),
    chunk("tEXt", bytesOf("Comment", 0, filler(pad))),
    chunk("IEND", bytesOf()),
  );
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const typed = bytesOf(type, data);
  return bytesOf(number(data.length, 4), typed, number(crc32(typed), 4));
}

/** A zlib stream of one block that is not compressed. */
function stored(bytes: Uint8Array): Uint8Array {
  const lengths = bytesOf(number(bytes.length, 2, true), number(~bytes.length & 0xffff, 2, true));
  return bytesOf(0x78, 0x01, 0x01, lengths, bytes, number(adler32(bytes), 4));
}
