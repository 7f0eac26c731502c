const UTF8 = new TextEncoder();

/** Bytes of parts: texts, numbers of one byte, bytes. */
export function bytesOf(...parts: readonly (string | number | Uint8Array)[]): Uint8Array {
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
export function number(value: number, bytes: 2 | 4, isLittle = false): Uint8Array {
  const all = Array.from({ length: bytes }, (_, index) => (value >>> (8 * (bytes - 1 - index))) & 255);
  return Uint8Array.from(isLittle ? all.reverse() : all);
}

/** @see https://www.w3.org/TR/png/#samplecrc */
export function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

/** @see https://www.rfc-editor.org/rfc/rfc1950#section-9 */
export function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return ((b << 16) | a) >>> 0;
}

/** Bytes that are there to make a file longer. */
export function filler(length: number): string {
  return "-".repeat(length);
}
