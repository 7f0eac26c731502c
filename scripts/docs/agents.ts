/** Sections that a tool needs before it changes anything. */
const SECTIONS = ["Layout", "Where to begin", "Run one test", "Glossary"] as const;

/**
 * The page for contributors' tools: commands, layout, rules and glossary.
 *
 * @throws Error where a section is missing
 */
export function agentsPage(contributing: string): string {
  const [head = "", ...sections] = contributing.split(/^(?=## )/m);
  const chosen = SECTIONS.map((title) => {
    const section = sections.find((text) => text.startsWith(`## ${title}\n`));
    if (section === undefined) throw new Error(`CONTRIBUTING.md has no section "${title}" for AGENTS.md.`);
    return section.trim();
  });
  const parts = [
    "<!-- Generated from CONTRIBUTING.md by `pnpm generate`. Do not edit. -->",
    head.replace(/^# .*/, "# For contributors' tools").trim(),
    ...chosen,
    READING,
  ];
  return `${parts.join("\n\n")}\n`;
}

const READING = `## To read

- [CONTRIBUTING.md](CONTRIBUTING.md): how a bump travels, how to add a rule to the diff.
- [docs/guides](docs/guides): one page per topic; their code runs as a test and has at most 72 columns. [docs/api](docs/api): an example per export, as in the API reference.
- [docs/decisions](docs/decisions): what was chosen, why, and what was measured.
- [packages/codegen/README.md](packages/codegen/README.md): the generator and its configuration.
- \`docs/dist/llms.txt\`, after \`pnpm docs:build\`: every page of the site with a line about it; each is Markdown at its address with \`.md\`.`;
