/** Sections of the root README that a stranger reads first; their examples are run by the tests. */
const SECTIONS = ["Call the service", "Test code that calls it"] as const;

/** The home page: what it is in a sentence, the shortest useful example, a test of it, and where to go on. */
export function homePage(readme: string): string {
  const [lead = "", test = ""] = SECTIONS.map((title) => sectionOf(readme, title));
  return `---
sidebar: false
aside: false
---

# svc SDK

${introductionOf(readme)}

${lead}

## Test code that calls it

${test}

## Install

\`\`\`sh
npm install @svc/client
npm install --save-dev @svc/testing
\`\`\`

## Where to go on

- [Guide](./guides/index.md): from the first call to many machines with one key, and tests without a network.
- [Operations](./operations/index.md): what each takes and answers, with a call to start from.
- [API](./api/index.md): every exported symbol.
- [Playground](./playground/){target="_self"}: the client against the fake, in this browser.
- [Benchmarks](./benchmarks.md): size, overhead and pacing, measured beside other clients.
- [What is not known of the service](./unknowns.md).
`;
}

/** The paragraph under the title. */
function introductionOf(readme: string): string {
  return /^# .+\n+([\s\S]*?)\n\n/.exec(readme)?.[1] ?? "";
}

/**
 * The text of a section of level 2, without its heading.
 *
 * @throws Error where the README has no such section
 */
function sectionOf(readme: string, title: string): string {
  const section = readme.split(/^(?=## )/m).find((text) => text.startsWith(`## ${title}\n`));
  if (section === undefined) throw new Error(`README.md has no section "${title}" for the home page.`);
  return section.slice(section.indexOf("\n")).trim();
}
