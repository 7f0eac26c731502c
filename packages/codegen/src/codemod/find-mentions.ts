import ts from "typescript";

/** A name that code and texts may still mention where no type tells what is meant. */
export interface OldName {
  /** Finds the name in a text. */
  readonly pattern: RegExp;
  /** The line that a user reads of it. */
  readonly message: string;
}

/** An old name in a text. */
export interface Mention {
  /** Offset in the text. */
  readonly start: number;
  /** From 1 on. */
  readonly line: number;
  /** The line that it stands in. */
  readonly text: string;
  readonly message: string;
}

/** Characters of a line that are shown: a file may be one line. */
const MAX_TEXT = 200;

/** Old names in a text of any kind. */
export function findMentions(text: string, names: readonly OldName[]): Mention[] {
  const starts = lineStarts(text);
  let line = 0;
  return names
    .flatMap(({ pattern, message }) => Array.from(text.matchAll(pattern), ({ index }) => ({ start: index, message })))
    .sort((a, b) => a.start - b.start)
    .map(({ start, message }) => {
      while ((starts[line] ?? Infinity) <= start) line++;
      const [begin = 0, end = Infinity] = starts.slice(line - 1, line + 1);
      return { start, line, text: text.slice(begin, Math.min(end, begin + MAX_TEXT)).trim(), message };
    });
}

function lineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
}

/** {@link findMentions} in code: not in the addresses of modules, and not where `isKnown` says that it was seen. */
export function findMentionsInCode(
  source: ts.SourceFile,
  names: readonly OldName[],
  isKnown: (offset: number) => boolean,
): Mention[] {
  const addresses = source.statements
    .map((one) => (ts.isImportDeclaration(one) || ts.isExportDeclaration(one) ? one.moduleSpecifier : undefined))
    .filter((address) => address !== undefined);
  const isAddress = (offset: number) => addresses.some(({ pos, end }) => pos <= offset && offset < end);
  return findMentions(source.text, names).filter(({ start }) => !isKnown(start) && !isAddress(start));
}
