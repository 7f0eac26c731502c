import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Files } from "@svc/codegen/workspace";
import { repositoryUrl, type WithRepository } from "../../toolkit/repository-url.ts";
import type { PacedRun } from "../plots/paced-run.ts";
import { changelogPage } from "./changelog.ts";
import { homePage } from "./home.ts";
import { entryText, groupGuides, type SidebarItem, sidebars } from "./navigation.ts";
import { collectPages, groupedListPage, listPage, type Page } from "./page.ts";
import { rewriteLinks, type Targets, withoutRootLinks } from "./rewrite-links.ts";

/** Input of a site. */
export interface Sources {
  /** The checkout. */
  readonly root: string;
  /** Output folder: everything in it is replaced but the API reference. */
  readonly out: string;
  /** Pages of operations, below `operations/`. */
  readonly operations: Files;
}

const PACKAGES = ["spec", "packages/types", "packages/client", "packages/testing", "packages/mcp"] as const;

/** Writes every page of the site, the files that they link, and the sidebars. Returns how many pages there are. */
export function assemble({ root, out, operations }: Sources): number {
  const found = collectPages(root);
  const read = (path: string): string => readFileSync(join(root, path), "utf8");
  const manifest = JSON.parse(read("packages/client/package.json")) as WithRepository;
  const run = JSON.parse(read("docs/paced-run.json")) as PacedRun;
  const [template, readme] = [read("docs/site/home.md"), read("README.md")];
  const home = homePage({ template, readme, run, repository: repositoryUrl(manifest) });
  const own = [
    ...found,
    ...[...operations].map(([name, markdown]) => ({ path: `operations/${name}`, source: undefined, markdown })),
    { path: "index.md", source: "README.md", markdown: home },
    { path: "changelog.md", source: undefined, markdown: changelogPage(changesOf(root)) },
    ...listPages(found),
  ];
  const api = join(out, "api");
  const apiPages = existsSync(api) ? readdirSync(api, { recursive: true, encoding: "utf8" }) : [];
  const targets: Targets = {
    bySource: sourcesOf(own),
    pages: new Set([
      ...own.map(({ path }) => path),
      ...apiPages.map((name) => `api/${name.replaceAll("\\", "/")}`),
      "api/index.md",
    ]),
    isFile: (path) => existsSync(join(root, path)) && statSync(join(root, path)).isFile(),
  };
  clear(out);
  const written = own.map((page) => ({ ...page, ...rewriteLinks(page, targets) }));
  for (const { path, source, markdown, files } of written) {
    write(join(out, path), withSource(withoutInfo(markdown), source));
    for (const file of files) copy(join(root, file), join(out, "public/files", file));
  }
  for (const path of UNSEARCHED) hideFromSearch(join(api, path));
  for (const name of apiPages.filter((name) => name.endsWith(".md"))) {
    write(join(api, name), withoutRootLinks(readFileSync(join(api, name), "utf8")));
  }
  const isOther = (file: string): boolean => statSync(file).isDirectory() || !/\.(?:md|ts)$/.test(file);
  const guides = join(root, "docs/guides");
  if (existsSync(guides)) cpSync(guides, join(out, "guides"), { recursive: true, filter: isOther });
  write(join(out, "sidebars.json"), JSON.stringify(sidebars(written, apiSidebar(api))));
  return written.length + apiPages.filter((name) => name.endsWith(".md")).length;
}

/** The whole document as a type, and the types of all of it: every word of them is found on a page that explains it. */
const UNSEARCHED = [
  "@svc/spec/variables/document.md",
  "@svc/types/interfaces/components.md",
  "@svc/types/interfaces/operations.md",
  "@svc/types/interfaces/paths.md",
] as const;

function hideFromSearch(file: string): void {
  if (!existsSync(file)) return;
  const text = readFileSync(file, "utf8");
  if (!text.startsWith("---")) writeFileSync(file, `---\nsearch: false\n---\n\n${text}`);
}

function listPages(found: readonly Page[]): Page[] {
  const below = (folder: string): Page[] => found.filter(({ path }) => path.startsWith(folder));
  const guides = groupGuides(below("guides/"));
  const pages = [
    ["guides", groupedListPage("Guide", "One page per topic; the first takes five minutes.", guides)],
    [
      "examples",
      listPage("Examples", "Small projects that run as tests against the packed packages.", below("examples/")),
    ],
    ["decisions", listPage("Decisions", "What was chosen, why, and what was measured.", below("decisions/"))],
  ] as const;
  return pages.map(([folder, markdown]) => ({ path: `${folder}/index.md`, source: undefined, markdown }));
}

/** Pages by source, and the folders and packages that readers of the checkout are led to. */
function sourcesOf(pages: readonly Page[]): Map<string, string> {
  const bySource = pages.flatMap(({ source, path }) => (source === undefined ? [] : [[source, path] as const]));
  return new Map([
    ...bySource,
    ["docs/guides", "guides/index.md"],
    ["docs/decisions", "decisions/index.md"],
    ["docs/generated/operations.md", "operations/index.md"],
    ["examples", "examples/index.md"],
    ["packages/client", "api/@svc/client/index.md"],
    ["packages/testing", "api/@svc/testing/index.md"],
    ["packages/mcp", "api/@svc/mcp/index.md"],
    ["packages/types", "api/@svc/types/index.md"],
    ["spec", "api/@svc/spec/index.md"],
  ]);
}

function changesOf(root: string): Parameters<typeof changelogPage>[0] {
  const released = PACKAGES.flatMap((folder) => {
    const file = join(root, folder, "CHANGELOG.md");
    if (!existsSync(file)) return [];
    const { name } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as { name: string };
    return [{ name, text: readFileSync(file, "utf8") }];
  });
  const folder = join(root, ".changeset");
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^(?!README).*\.md$/.test(name)) : [];
  return { released, pending: names.sort().map((name) => readFileSync(join(folder, name), "utf8")) };
}

function apiSidebar(api: string): SidebarItem[] {
  const file = join(api, "typedoc-sidebar.json");
  return existsSync(file) ? foldable(JSON.parse(readFileSync(file, "utf8")) as SidebarItem[]) : [];
}

/** Only an entry with a page of its own folds: VitePress makes one button inside another of those without. */
function foldable(items: readonly SidebarItem[]): SidebarItem[] {
  return items.map(({ collapsed, items: below, ...item }) => ({
    ...item,
    text: entryText(item.text),
    ...(collapsed === undefined || item.link === undefined ? {} : { collapsed }),
    ...(below === undefined ? {} : { items: foldable(below) }),
  }));
}

/** The file that "Edit this page" leads to, as front matter: the site's own files are made. */
function withSource(markdown: string, source: string | undefined): string {
  const line = source === undefined ? "editLink: false" : `source: ${source}`;
  return markdown.startsWith("---\n")
    ? markdown.replace("---\n", `---\n${line}\n`)
    : `---\n${line}\n---\n\n${markdown}`;
}

/** Removes the text after a fence's language, which is meant for the check that runs the block. */
function withoutInfo(markdown: string): string {
  return markdown.replaceAll(/^(```\w+)[ \t]+[^\s[].*$/gm, "$1");
}

/** The API reference takes the longest to make and is made beside. */
function clear(out: string): void {
  mkdirSync(out, { recursive: true });
  for (const name of readdirSync(out)) if (name !== "api") rmSync(join(out, name), { recursive: true });
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}

/** VitePress puts the file that a page names so into the page, also where the name stands in code: any file of the machine. */
const INCLUDE = /(?<=<!--\s*)@(?=include:)/g;

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text.replaceAll(INCLUDE, "@ "));
}
