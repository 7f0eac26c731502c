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

/** Old names in a text of any kind. */
export function findMentions(text: string, names: readonly OldName[]): Mention[] {
  const starts = lineStarts(text);
  return names
    .flatMap(({ pattern, message }) => Array.from(text.matchAll(pattern), ({ index }) => ({ start: index, message })))
    .sort((a, b) => a.start - b.start)
    .map(({ start, message }) => {
      const line = starts.findLastIndex((begin) => begin <= start);
      return { start, line: line + 1, text: text.slice(starts[line], starts[line + 1]).trim(), message };
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
  return findMentions(source.text, names).filter(({ start }) => !isKnown(start) && !isAddress(tokenAt(source, start)));
}

function isAddress(token: ts.Node | undefined): boolean {
  if (token === undefined || !ts.isStringLiteralLike(token)) return false;
  return ts.isImportDeclaration(token.parent) || ts.isExportDeclaration(token.parent);
}

/** The token that holds an offset, with what stands before it. */
function tokenAt(source: ts.SourceFile, offset: number): ts.Node | undefined {
  let node: ts.Node = source;
  for (;;) {
    const children = node.getChildren(source);
    const inside = children.find((child) => child.getFullStart() <= offset && offset < child.getEnd());
    if (inside === undefined) return children.length === 0 ? node : undefined;
    node = inside;
  }
}
