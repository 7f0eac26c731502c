import { type ParsedJson, parseJson } from "./parse-json.ts";

/** Parses the bytes of a JSON text, in the encodings that Python detects; `unreadable` where they are in none. */
export function parseJsonBytes(bytes: Uint8Array): ParsedJson | { readonly unreadable: true } {
  try {
    return parseJson(new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof TypeError) return { unreadable: true };
    throw error;
  }
}

/** By byte order mark, else by where the zero bytes are: a JSON text starts with ASCII. */
function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return "utf-16be";
  return "utf-8";
}
