const READABLE = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
/** One or two of many scripts, for classes that leave ASCII out. */
const OTHERS = [..."\t\n\r äéßñøČłžΑωЖяאبहกあア中文한🙂€–\u00a0\u200b\u0000\u001f"];

const alphabets = new Map<string, readonly string[]>();
const MAX_CACHED = 5_000;

/**
 * Characters that a class or escape (`[a-z_]`, `\d`, `.`) stands for: letters and digits alone where there are any, since
 * they read best. The class itself is asked, as a regular expression, so that its meaning is JavaScript's.
 */
export function alphabetOf(source: string): readonly string[] {
  const known = alphabets.get(source);
  if (known !== undefined) return known;
  if (alphabets.size >= MAX_CACHED) alphabets.clear();
  const alphabet = findAlphabet(source);
  alphabets.set(source, alphabet);
  return alphabet;
}

function findAlphabet(source: string): readonly string[] {
  const expression = compile(source);
  if (expression === undefined) return [];
  const among = (characters: Iterable<string>) => [...characters].filter((character) => expression.test(character));
  for (const characters of [READABLE, ASCII, mentioned(source), OTHERS]) {
    const found = among(characters);
    if (found.length > 0) return found;
  }
  return [];
}

/** Characters that stand in the source, written out or escaped. */
function mentioned(source: string): string[] {
  const escaped = [...source.matchAll(/\\(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|x([0-9a-f]{2}))/gi)].map((match) =>
    String.fromCodePoint(Number.parseInt(match[1] ?? match[2] ?? match[3] ?? "20", 16)),
  );
  return [...escaped, ...source];
}

function compile(source: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(`^(?:${source})$`, flags);
    } catch {
      // The other mode may know it.
    }
  }
  return undefined;
}
