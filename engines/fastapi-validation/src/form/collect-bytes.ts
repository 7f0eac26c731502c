/** Bytes that arrive in pieces. */
export interface CollectedBytes {
  /** Number of bytes so far. */
  readonly length: number;
  /** Copies a piece. */
  add(piece: Uint8Array): void;
  read(): Uint8Array<ArrayBuffer>;
}

/** Collects pieces in one buffer, which grows: a peer that sends a million of them takes no more memory than their bytes. */
export function collectBytes(): CollectedBytes {
  let buffer = new Uint8Array();
  let length = 0;
  return {
    get length() {
      return length;
    },
    add(piece) {
      const needed = length + piece.length;
      if (needed > buffer.length) {
        const larger = new Uint8Array(length === 0 ? needed : Math.max(needed, 2 * buffer.length));
        larger.set(buffer.subarray(0, length));
        buffer = larger;
      }
      buffer.set(piece, length);
      length = needed;
    },
    read: () => (length === buffer.length ? buffer : buffer.slice(0, length)),
  };
}
