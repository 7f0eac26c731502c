/** Longest account of a measurement, and longest table, that the page shows before one asks for it. */
const WORDS = 140;
const ROWS = 8;

/** A benchmarks page that is read from above: three figures of the README first, how each was measured and long tables folded. */
export function withSummary(markdown: string, readme: string): string {
  const [, figures = ""] =
    /^## Three figures\n+((?:\|.*\n)+)/m.exec(readme.replace("\n| | here", "\n| figure | here")) ?? [];
  const [head = "", ...sections] = markdown.split(/^(?=## )/m);
  const names = sections.map((section) => /^## (.*)/.exec(section)?.[1] ?? "");
  const short = `## In short\n\n${figures}\nWhere others do better: [why not ky, Octokit, msw or Prism?](guides/why-not.md) Below are ${names.length} measurements.\n\n`;
  return head + (figures === "" ? "" : short) + sections.map(folded).join("");
}

function folded(section: string): string {
  const [heading = "", ...blocks] = section.trimEnd().split(/\n{2,}/);
  const shown = blocks.map((block) => {
    if (block.startsWith("|")) return block.split("\n").length - 2 > ROWS ? details("The figures", block) : block;
    return isProse(block) && block.length > WORDS ? details("How it was measured", block) : block;
  });
  return `${[heading, ...shown].join("\n\n")}\n\n`;
}

function isProse(block: string): boolean {
  return /^[\w“"]/.test(block);
}

function details(title: string, text: string): string {
  return `::: details ${title}\n\n${text}\n\n:::`;
}
