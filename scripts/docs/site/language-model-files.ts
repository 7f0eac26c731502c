import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Files } from "@svc/codegen/workspace";
import { sortGuides } from "./navigation.ts";
import { firstSentence, headingOf, leadOf, type Page, titleOf } from "./page.ts";

/** Pages of one kind. */
const GROUPS: readonly { readonly title: string; readonly folder: RegExp }[] = [
  { title: "Guide", folder: /^guides\// },
  { title: "Operations", folder: /^operations\// },
  { title: "API", folder: /^api\// },
  { title: "Examples", folder: /^examples\// },
  { title: "Project", folder: /^(?!index\.md)/ },
];

/**
 * The site for readers that are programs: a Markdown twin beside each page, `llms.txt` with what each is about, and
 * `llms-full.txt` with the text of all of them.
 *
 * @see https://llmstxt.org
 */
export function languageModelFiles(pages: readonly Page[]): Files {
  const left = new Set(pages);
  const groups = GROUPS.map(({ title, folder }) => {
    const found = [...left].filter(({ path }) => folder.test(path));
    for (const page of found) left.delete(page);
    return { title, pages: title === "Guide" ? sortGuides(found) : found };
  }).filter((group) => group.pages.length > 0);
  const home = pages.find(({ path }) => path === "index.md");
  const start = twin(home?.markdown ?? "# Documentation");
  const ordered = [...(home === undefined ? [] : [home]), ...groups.flatMap((group) => group.pages)];
  return new Map([
    ...pages.map(({ path, markdown }) => [path, twin(markdown)] as const),
    ["llms.txt", `${[`# ${titleOf(start)}\n\n> ${leadOf(start)}`, ...groups.map(listOf)].join("\n\n")}\n`],
    ["llms-full.txt", ordered.map(({ path, markdown }) => `<!-- ${path} -->\n\n${twin(markdown).trim()}\n`).join("\n")],
  ]);
}

function listOf({ title, pages }: { readonly title: string; readonly pages: readonly Page[] }): string {
  const items = pages.map(({ path, markdown }) => {
    const lead = firstSentence(leadOf(markdown));
    return `- [${headingOf(markdown)}](${path})${lead === "" ? "" : `: ${lead}`}`;
  });
  return `## ${title}\n\n${items.join("\n")}`;
}

/** Without what is meant for the site generator only. */
function twin(markdown: string): string {
  return markdown
    .replace(/^---\n[\s\S]*?\n---\n+/, "")
    .replaceAll(/^<!--[\s\S]*?-->\n*/gm, "")
    .replaceAll(/^<(?:\/?(?:div|figure|main)|svg|p)\b.*\n+/gm, "")
    .replaceAll(/^:::.*\n+/gm, "")
    .replaceAll(/^(```\w+) \[.*\]$/gm, "$1");
}

/** Every page below a folder, the first of a folder before the others. */
export function readPages(folder: string): Page[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".md") && !name.startsWith("public/"));
  const key = (name: string): string => name.replace(/index\.md$/, "");
  return names
    .sort((a, b) => (key(a) < key(b) ? -1 : 1))
    .map((path) => ({ path, source: undefined, markdown: readFileSync(join(folder, path), "utf8") }));
}
