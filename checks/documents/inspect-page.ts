/** Live parts of an emitted Markdown page: anything but text, tables, code, and links to http(s) and mailto. */
export function inspectPage(path: string, content: string): string[] {
  const text = withoutCode(content);
  return PATTERNS.flatMap(([what, pattern]) =>
    [...text.matchAll(pattern)].map((match) => `${path}: ${what}: ${JSON.stringify(match[0].slice(0, 80))}`),
  );
}

const PATTERNS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ["HTML", /(?<!\\)<(?!!-- Generated)[a-z!/?]/gi],
  ["an MDX expression", /(?<!\\)[{}]/g],
  ["an MDX module", /^(?:import|export)\b/gm],
  ["an image", /(?<!\\)!\[[^\]]*\](?=[([])/g],
  ["a link that leaves the web", /(?<!\\)\]\((?!https?:|mailto:)[^)]*/gi],
  ["a link by reference", /^\s{0,3}\[[^\]]*\]:/gm],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
  ["an invisible character", /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g],
];

/** The page without code spans and fenced blocks: what stands in them is shown as it is. */
function withoutCode(content: string): string {
  const lines: string[] = [];
  let fence = "";
  for (const line of content.split("\n")) {
    const mark = /^\s*(`{3,})/.exec(line)?.[1] ?? "";
    if (fence === "") {
      if (mark === "") lines.push(line.replaceAll(/(?<![`\\])(`+)(?!`)(?:(?!\1).|\1`+)*?(?<!`)\1(?!`)/g, "code"));
      fence = mark;
    } else if (mark.length >= fence.length) fence = "";
  }
  return lines.join("\n");
}
