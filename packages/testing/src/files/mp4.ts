import { bytesOf, filler, number } from "./bytes.ts";

type Part = string | number | Uint8Array;

/** An MP4 of a second with one video track that has no samples. @see ISO/IEC 14496-12 */
export function mp4(pad: number, seed: number): Uint8Array {
  const matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map((value) => number(value, 4));
  const zeros = (count: number): Uint8Array => new Uint8Array(count);
  const times = bytesOf(number(seed, 4), number(seed, 4));
  const movie = full(
    "mvhd",
    times,
    number(1000, 4),
    number(1000, 4),
    number(0x10000, 4),
    number(0x100, 2),
    zeros(10),
    ...matrix,
    zeros(24),
    number(2, 4),
  );
  const track = full("tkhd", times, number(1, 4), zeros(4), number(1000, 4), zeros(16), ...matrix, zeros(8));
  const media = full("mdhd", times, number(1000, 4), number(1000, 4), number(0x55c4, 2), zeros(2));
  const handler = full("hdlr", zeros(4), "vide", zeros(12), "video", 0);
  const location = box("dinf", full("dref", number(1, 4), box("url ", number(1, 4))));
  const description = full("stsd", number(1, 4), sampleEntry());
  const tables = ["stts", "stsc", "stco"].map((type) => full(type, zeros(4)));
  const samples = box("stbl", description, ...tables, full("stsz", zeros(8)));
  const information = box("minf", box("vmhd", number(1, 4), zeros(8)), location, samples);
  return bytesOf(
    box("ftyp", "isom", number(0x200, 4), "isom", "iso2", "mp41"),
    box("moov", movie, box("trak", track, box("mdia", media, handler, information))),
    box("free", filler(pad)),
    box("mdat"),
  );
}

/** Describes samples of H.264, of which there are none: 16 by 16 pixels, 72 dots per inch, no parameter sets. */
function sampleEntry(): Uint8Array {
  const zeros = (count: number): Uint8Array => new Uint8Array(count);
  const sizes = bytesOf(number(16, 2), number(16, 2), number(0x480000, 4), number(0x480000, 4), zeros(4), number(1, 2));
  const configuration = box("avcC", Uint8Array.of(1, 0x42, 0, 10, 0xff, 0xe0, 0));
  return box(
    "avc1",
    zeros(6),
    number(1, 2),
    zeros(16),
    sizes,
    zeros(32),
    number(24, 2),
    number(0xffff, 2),
    configuration,
  );
}

function box(type: string, ...parts: readonly Part[]): Uint8Array {
  const inner = bytesOf(...parts);
  return bytesOf(number(inner.length + 8, 4), type, inner);
}

/** A box with version and flags, both 0. */
function full(type: string, ...parts: readonly Part[]): Uint8Array {
  return box(type, number(0, 4), ...parts);
}
