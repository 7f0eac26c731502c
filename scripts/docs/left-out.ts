// An example that the document has nothing for any more stays in its page as a comment of Markdown, with a line for readers in its
// place: nobody loses it, and the bump to a document that it holds for puts it back.
const LEFT_OUT = /^<!-- left out\n(.*?)^-->\n(?:\*Left out: [^\n]*\*\n)?/gms;

/** A page with all that was left out of it, to be tried again. */
export function putBack(markdown: string): string {
  return markdown.replaceAll(LEFT_OUT, (_, code: string) => code.replaceAll("--&gt;", "-->"));
}

/** A page as its readers see it. Lines keep their numbers. */
export function withoutLeftOut(markdown: string): string {
  return markdown.replaceAll(/^<!-- left out\n.*?^-->$/gms, (text) => text.replaceAll(/[^\n]+/g, ""));
}

/** How many blocks are left out of a page. */
export function countLeftOut(markdown: string): number {
  return [...markdown.matchAll(LEFT_OUT)].length;
}

/** Blocks of a page that are left out together, and the version of the document that has nothing for them. */
export interface LeavingOut {
  /** Each with the line of its fence, from 1, and its code. */
  readonly blocks: readonly { readonly line: number; readonly code: string }[];
  readonly version: string;
}

/** Leaves groups of blocks out of a page; the first of each group has the line for readers. */
export function leaveOut(markdown: string, groups: readonly LeavingOut[]): string {
  const lines = markdown.split("\n");
  const edits = groups.flatMap(({ blocks, version }) =>
    blocks.map(({ line, code }, index) => ({
      line,
      length: code.split("\n").length + 1,
      version,
      isFirst: index === 0,
    })),
  );
  for (const { line, length, version, isFirst } of edits.sort((a, b) => b.line - a.line)) {
    const code = lines.slice(line - 1, line - 1 + length).map((text) => text.replaceAll("-->", "--&gt;"));
    const told = isFirst ? [`*Left out: an example of what version ${version} of the document does not have.*`] : [];
    lines.splice(line - 1, length, "<!-- left out", ...code, "-->", ...told);
  }
  return lines.join("\n");
}

/**
 * A link to a page of an operation that the document does not have is text alone; its address stays beside it as a comment, and
 * counts again with a document that has it.
 */
export function relink(markdown: string, isThere: (link: string) => boolean): string {
  return markdown
    .replaceAll(/\[([^\]\n]+)\]<!-- (\S+) -->/g, (text, words: string, link: string) =>
      isThere(link) ? `[${words}](${link})` : text,
    )
    .replaceAll(/\[([^\]\n]+)\]\((\.\.\/operations\/\w+\.md)\)/g, (text, words: string, link: string) =>
      isThere(link) ? text : `[${words}]<!-- ${link} -->`,
    );
}
