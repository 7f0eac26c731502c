import { captionOf, drawPacedRun, escaped, type PacedRun, textOf } from "../plots/paced-run.ts";

/** Sources of the home page. */
export interface HomeSources {
  readonly readme: string;
  readonly run: PacedRun;
  /** Undefined before the manifests have it. */
  readonly repository?: string | undefined;
}

/** Sections of the root README whose code the home page shows in tabs; their examples are run by the tests. */
const TABS = [
  { section: "Generate an SDK for your API", language: "sh", tab: "your API" },
  { section: "Call the service", language: "ts", tab: "call" },
  { section: "Test code that calls it", language: "ts", tab: "test" },
  { section: "Take a new version of the document", language: "sh", tab: "maintain" },
] as const;

const CARDS = [
  {
    title: "You have an API",
    link: "./guides/codegen.md",
    text: "One command generates a client, a fake, fixtures and docs from your OpenAPI document, as a folder or as packages to release.",
  },
  {
    title: "You call the service",
    link: "./guides/getting-started.md",
    text: "Typed methods and typed errors. The client paces itself by the service's headers, retries what is safe to retry, and renews credentials.",
  },
  {
    title: "You test code that calls it",
    link: "./guides/testing.md",
    text: "A fake that rejects what the service rejects, on a clock that tests control: by injected fetch, nock or HTTP.",
  },
  {
    title: "You maintain the SDK",
    link: "./guides/bump.md",
    text: "One command takes a new version of the document: code, fixtures, docs, changelog and the version that it requires.",
  },
] as const;

/** The home page: the claim, the run that shows it, who it is for, and the shortest useful code. */
export function homePage({ readme, run, repository }: HomeSources): string {
  const claim = claimOf(readme);
  const tabs = TABS.map(
    ({ section, language, tab }) => `\`\`\`${language} [${tab}]\n${codeOf(readme, section, language)}\n\`\`\``,
  );
  return `---
layout: home
title: svc SDK
titleTemplate: false
---

<main>
<div class="home-hero">
<div class="home-claim">

# svc SDK

${claim}

\`\`\`sh
npm install @svc/client
\`\`\`

Not on npm yet: [build it from a clone](./guides/getting-started.md#install).

<p class="home-buttons"><a class="home-button home-first" href="./guides/getting-started.html">Get started</a> <a class="home-button" href="#try">Try your API</a> <a class="home-button" href="./console/" target="_self">Console</a></p>

</div>
<figure class="home-run" aria-label="${escaped(textOf(run))}">
<p>${captionOf(run)}</p>
${drawPacedRun(run)}
<p>Both take the shortest possible time. Services count, bill and ban for refusals.</p>
</figure>
</div>

${TRY}

<div class="home-cards">

${CARDS.map(({ title, link, text }) => `<div class="home-card">\n\n## [${title}](${link})\n\n${text}\n\n</div>`).join("\n")}

</div>

::: code-group

${tabs.join("\n\n")}

:::

The run above was recorded: \`pnpm bench paced-run\`. [Five other clients, seven other services, and the fake beside Prism](./benchmarks.md).

</main>
<footer class="home-footer">

MIT License · ${repository === undefined ? "" : `[Repository](${repository}) · `}[Changelog](./changelog.md) · [Contributing](./contributing.md) · [Security](./security.md) · [Decisions](./decisions/index.md) · [For language models](./llms.txt)

</footer>
`;
}

/** Its code is loaded by the first use: `docs/.vitepress/theme/in-page.ts`. */
const TRY = `<section class="try" id="try">

## Try it with your API

Drop an OpenAPI document to see a typed call, the fake's response, and which version a change requires. It stays in this page.

<div class="try-panes">
<textarea spellcheck="false" aria-label="OpenAPI document" placeholder="Drop an OpenAPI document here (YAML or JSON), or paste it."></textarea>
<div>
<button type="button" data-do="example">Use an example</button> <input type="file" aria-label="Open a document" accept=".yaml,.yml,.json">
<div class="try-out" aria-live="polite"><p>The first use loads the client, the fake and the diff: 0.3 MB.</p></div>
</div>
</div>
</section>`;

/** The paragraph under the title, its first sentence apart. */
function claimOf(readme: string): string {
  const [, claim, rest] = /^# .+\n+(\*\*.*?\*\*)\s([\s\S]*?)\n\n/.exec(readme) ?? [];
  if (claim === undefined || rest === undefined)
    throw new Error("README.md does not begin with a claim in bold type for the home page.");
  return `${claim}\n\n${rest}`;
}

/**
 * The first block of code in a section of level 2.
 *
 * @throws Error where the README has no such section or block
 */
function codeOf(readme: string, title: string, language: string): string {
  const section = readme.split(/^(?=## )/m).find((text) => text.startsWith(`## ${title}\n`));
  const [, code] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\`$`, "m").exec(section ?? "") ?? [];
  if (code === undefined)
    throw new Error(`README.md has no section "${title}" with a block of ${language} for the home page.`);
  return code;
}
