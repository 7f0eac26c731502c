const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...["0", "f", "n", "no", "off", "false"].map((word) => [word, false] as const),
  ...["1", "t", "y", "on", "yes", "true"].map((word) => [word, true] as const),
]);
const ASCII_LETTERS = /^[A-Za-z01]{1,5}$/;

/** Reads a boolean as pydantic's lax mode reads text: a word of a fixed list, ASCII case ignored, nothing trimmed. */
export function parseBoolean(text: string): boolean | undefined {
  // The test keeps out letters that lower-case into ASCII, as the Kelvin sign does.
  return ASCII_LETTERS.test(text) ? WORDS.get(text.toLowerCase()) : undefined;
}
