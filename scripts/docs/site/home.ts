import { captionOf, drawPacedRun, escaped, type PacedRun, textOf } from "../plots/paced-run.ts";

/** Sources of the home page. */
export interface HomeSources {
  /** `docs/site/home.md`: the page, with names of what comes from elsewhere in double braces. */
  readonly template: string;
  readonly readme: string;
  readonly run: PacedRun;
  /** Undefined before the manifests have it. */
  readonly repository?: string | undefined;
}

/** The home page: the claim, the run that shows it, who it is for, and code of the README, which the tests run. */
export function homePage({ template, readme, run, repository }: HomeSources): string {
  const values: { readonly [name: string]: string } = {
    claim: claimOf(readme),
    words: escaped(textOf(run)),
    caption: captionOf(run),
    run: drawPacedRun(run),
    repository: repository === undefined ? "" : `[Repository](${repository}) · `,
  };
  return template.replaceAll(
    /\{\{(\w+)(?:: (.+?))?\}\}/g,
    (_, name: string, section?: string) => values[name] ?? codeOf(readme, section ?? "", name),
  );
}

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
