/** A fenced block of a Markdown file. */
export interface CodeBlock {
  /** First word after the fence: "ts", "sh". */
  readonly language: string;
  /** The word that follows it: `continued`, or `check-only: REASON`. */
  readonly info: string;
  readonly code: string;
  /** Line of the fence, from 1. */
  readonly line: number;
}

/** The fenced blocks of a Markdown text, in order. */
export function codeBlocks(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(/^```(\w*)[ \t]*([^\n]*)\n(.*?)^```$/gms)].map((match) => ({
    language: match[1] ?? "",
    info: match[2]?.trim() ?? "",
    code: match[3] ?? "",
    line: markdown.slice(0, match.index).split("\n").length,
  }));
}

/** Output that a block promises: the comment behind a statement that prints, or on the line after it, in order. */
export function promisedOutput(code: string): string[] {
  const lines = code.split("\n");
  return lines.flatMap((line, start) => {
    const [, indent] = /^(\s*)(?:.*\b)?console\.log\(/.exec(line) ?? [];
    if (indent === undefined) return [];
    const end = endOfStatement(lines, start, indent);
    const [, behind] = /\)[;}\s]*\/\/ (.+)$/.exec(lines[end] ?? "") ?? [];
    const [, below] = /^\s*\/\/ (.+)$/.exec(lines[end + 1] ?? "") ?? [];
    const promised = behind ?? below;
    return promised === undefined ? [] : [promised.trim()];
  });
}

/** The line on which a statement ends: the first from `start` that is indented like it and closes it. */
function endOfStatement(lines: readonly string[], start: number, indent: string): number {
  if (!/[([{,>]\s*$/.test(lines[start] ?? "")) return start;
  const end = lines.findIndex((line, at) => at > start && line.startsWith(`${indent})`));
  return end < 0 ? start : end;
}

/** The promised lines that did not come, or did not come in their order. */
export function missingOutput(promised: readonly string[], output: string): string[] {
  const lines = output.split("\n").map((line) => line.trim());
  let from = 0;
  return promised.filter((text) => {
    const at = lines.indexOf(text, from);
    if (at >= 0) from = at + 1;
    return at < 0;
  });
}

/** The scripts of the root that shell commands name: `pnpm generate`, `npx -y pnpm@12 start`. */
export function namedScripts(code: string): string[] {
  return [...code.matchAll(/^(?:npx -y )?pnpm(?:@\d+)? (?:run )?([a-z][\w:-]*)/gm)].map(([, name = ""]) => name);
}

/** The targets of links into the checkout, and to places of the page itself. */
export function localLinks(markdown: string): string[] {
  return [...withoutBlocks(markdown).matchAll(/\]\((?![a-z]+:)([^)\s]+)[^)]*\)/g)].map(([, target = ""]) => target);
}

/** The anchors of a page's headings, as GitHub and VitePress make them. */
export function headingAnchors(markdown: string): Set<string> {
  const headings = withoutBlocks(markdown).matchAll(/^#{1,6} (.+)$/gm);
  return new Set(
    [...headings].map(([, text = ""]) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
        .replace(/^-|-$/g, ""),
    ),
  );
}

function withoutBlocks(markdown: string): string {
  return markdown.replaceAll(/^```.*?^```$/gms, "");
}
