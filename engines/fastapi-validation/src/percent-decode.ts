const ESCAPES = /(?:%[0-9a-fA-F]{2})+/g;
// A byte order mark is data here, not a mark.
const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Decodes percent-escapes as Python's `urllib.parse.unquote` does: a bad escape stays as written, and bytes that are
 * not UTF-8 become U+FFFD.
 */
export function percentDecode(text: string): string {
  return text.includes("%") ? decodeRuns(text) : text;
}

function decodeRuns(text: string): string {
  // Bytes next to an escape are ASCII and cannot continue a sequence, so each run of escapes decodes by itself.
  return text.replace(ESCAPES, (run) => {
    const bytes = new Uint8Array(run.length / 3);
    for (let index = 0; index < bytes.length; index += 1) {
      bytes[index] = Number.parseInt(run.slice(index * 3 + 1, index * 3 + 3), 16);
    }
    return UTF8.decode(bytes);
  });
}
