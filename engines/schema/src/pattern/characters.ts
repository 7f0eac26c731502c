import type { Machine } from "@svc/model/data";

/** Characters that all sets of some machines treat alike. */
export interface Group {
  readonly characters: readonly [string, ...string[]];
  /** Letters and digits: they read best. */
  readonly isPlain: boolean;
}

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
/** One or two of many scripts, for classes that leave ASCII out. */
const OTHERS = [..."\t\n\r äéßñøČłžΑωЖяאبहกあア中文한🙂€–\u00a0\u200b\u0000\u001f"];

/** Characters of ASCII, and for sets without any of them those that their sources mention, or of other scripts. */
export function groupCharacters(machines: readonly Machine[]): Group[] {
  const sets = new Map<string, (character: string) => boolean>();
  for (const { steps } of machines) for (const step of steps) if (step.kind === "read") sets.set(step.source, step.has);
  const alphabet = new Set(ASCII);
  for (const [source, has] of sets) {
    if (ASCII.some(has)) continue;
    const own = mentioned(source).filter(has);
    for (const character of own.length > 0 ? own : OTHERS.filter(has)) alphabet.add(character);
  }
  const groups = new Map<string, [string, ...string[]]>();
  for (const character of alphabet) {
    const key = [PLAIN.test(character), ...[...sets.values()].map((has) => has(character))].join();
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [character]);
    else known.push(character);
  }
  return [...groups.values()].map((characters) => ({ characters, isPlain: PLAIN.test(characters[0]) }));
}

const PLAIN = /^[A-Za-z0-9]$/;

/** Characters that stand in the source, written out or escaped. */
function mentioned(source: string): string[] {
  const escaped = [...source.matchAll(/\\(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|x([0-9a-f]{2}))/gi)].map((match) =>
    String.fromCodePoint(Number.parseInt(match[1] ?? match[2] ?? match[3] ?? "20", 16)),
  );
  return [...escaped, ...source];
}
