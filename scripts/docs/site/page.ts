import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** A page of the site before it is built. */
export interface Page {
  /** Path in the site: `guides/errors.md`. */
  readonly path: string;
  /** File of the checkout that it is, relative to the root; undefined where it is made here. */
  readonly source: string | undefined;
  readonly markdown: string;
}

/** The first heading, as Markdown. */
export function headingOf(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? "";
}

/** The text of the first heading: its marks are taken off, its escapes are what they stand for. */
export function titleOf(markdown: string): string {
  return headingOf(markdown)
    .replaceAll(/\\([!-/:-@[-`{-~])|&#(\d{1,6});|[`*]/g, (_, escaped = "", code) =>
      code === undefined || code === WORD_JOINER ? escaped : String.fromCodePoint(Number(code)),
    )
    .trim();
}

/** Stands where `@name` and `#1` would mean something on other pages. */
const WORD_JOINER = "8288";

/** The first paragraph behind the title, on one line; empty where something else follows it. */
export function leadOf(markdown: string): string {
  const [, rest = ""] = /^# .+\n+([\s\S]*)/m.exec(markdown) ?? [];
  const [text = ""] = rest.split(/\n\s*\n/, 1);
  return /^[#|`<>-]{1,3}(?![\w`])|^```|^<!--|^import |^\d+\. /.test(text) ? "" : text.replaceAll("\n", " ").trim();
}

/** The first sentence of a paragraph, without links, emphasis and a label in front (`**Choice.**`). */
export function firstSentence(text: string): string {
  const plain = text
    .replace(/^\*\*[^*]*\*\*\s+/, "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\*\*([^*]*)\*\*/g, "$1");
  return (/^.*?\.(?=\s|$)/.exec(plain)?.[0] ?? plain).replace(/:$/, ".");
}

/** A page that lists others, each with its first sentence. */
export function listPage(title: string, introduction: string, pages: readonly Page[]): string {
  return `# ${title}\n\n${introduction}\n\n${listOf(pages)}\n`;
}

/** The same in sections. */
export function groupedListPage(
  title: string,
  introduction: string,
  groups: readonly { readonly title: string; readonly pages: readonly Page[] }[],
): string {
  const sections = groups.map((group) => `## ${group.title}\n\n${listOf(group.pages)}`);
  return `# ${title}\n\n${introduction}\n\n${sections.join("\n\n")}\n`;
}

function listOf(pages: readonly Page[]): string {
  const items = pages.map(({ path, markdown }) => {
    const lead = firstSentence(leadOf(markdown));
    return `- [${headingOf(markdown)}](./${posix.basename(path)})${lead === "" ? "" : `: ${lead}`}`;
  });
  return items.join("\n");
}

const SINGLE: readonly (readonly [source: string, path: string])[] = [
  ["docs/benchmarks.md", "benchmarks.md"],
  ["docs/diff-rules.md", "diff-rules.md"],
  ["docs/stored-resources.md", "stored-resources.md"],
  ["spec/UNKNOWNS.md", "unknowns.md"],
  ["CONTRIBUTING.md", "contributing.md"],
  ["SECURITY.md", "security.md"],
  ["packages/codegen/README.md", "guides/codegen.md"],
];

/** The pages that are Markdown files of the checkout: guides, examples, decisions, and some at their own addresses. */
export function collectPages(root: string): Page[] {
  const folder = (source: string, path: string): (readonly [string, string])[] =>
    namesIn(join(root, source))
      .filter((name) => name.endsWith(".md"))
      .map((name) => [`${source}/${name}`, `${path}/${name}`]);
  const examples = namesIn(join(root, "examples"))
    .filter((name) => existsSync(join(root, "examples", name, "README.md")))
    .map((name) => [`examples/${name}/README.md`, `examples/${name}.md`] as const);
  const all = [...SINGLE, ...folder("docs/guides", "guides"), ...folder("docs/decisions", "decisions"), ...examples];
  return all
    .filter(([source]) => existsSync(join(root, source)))
    .map(([source, path]) => ({ path, source, markdown: readFileSync(join(root, source), "utf8") }));
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}
