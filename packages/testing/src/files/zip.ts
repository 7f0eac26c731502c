import { bytesOf, crc32, filler, number } from "./bytes.ts";

const NAME = "file.txt";
/** 1 January 2025, as MS-DOS has it. */
const DATE = ((2025 - 1980) << 9) | (1 << 5) | 1;

/** A ZIP with one text that is not compressed. @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
export function zip(pad: number, seed: number): Uint8Array {
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
