import { PACKAGES } from "../../bump/own-repository.ts";
import type { Changes } from "./changelog.ts";
import type { Page } from "./page.ts";

/** The sentence that a bump begins its changeset with. */
const BUMP =
  /^(?:- (?:\w+: )?)?The client is made from version `+ ?(.+?) ?`+ of the service's document, after `+ ?(.+?) ?`+\.$/;

/** One line of a user's code in a changelog entry: marks of its list, the code before and after. */
const BEFORE_AFTER = /^( *)- Before: (`+)(.+?)\2; after: (`+)(.+?)\4$/;

interface Bump {
  readonly to: string;
  readonly from: string;
  /** Markdown below the first sentence. */
  readonly text: string;
  /** Version of the packages; undefined where it is not released yet. */
  readonly release: string | undefined;
}

/** A page for each version of the document that the packages were made from: what changed for a user, newest first. */
export function bumpPages(changes: Changes): Page[] {
  const taken = new Set<string>();
  return bumpsOf(changes).map((bump) => {
    const name = freeName(`${bump.from}-to-${bump.to}`.replaceAll(/[^\w.-]/g, "-"), taken);
    return { path: `changes/${name}.md`, source: undefined, markdown: pageOf(bump) };
  });
}

function bumpsOf({ released, pending }: Changes): Bump[] {
  const waiting = pending.flatMap((changeset) => bumpsIn(changeset.replace(/^---\n[\s\S]*?\n---\n/, ""), undefined));
  // All packages have the same entry: that of the first is enough.
  const text = released.find(({ name }) => PACKAGES.some((one) => one === name))?.text ?? "";
  const versions = text.split(/^## /m).slice(1);
  return [...waiting.reverse(), ...versions.flatMap((version) => bumpsIn(version, /^\S+/.exec(version)?.[0]))];
}

/** The bumps among the entries of a changeset, or of a version of a changelog, where an entry's text is indented. */
function bumpsIn(text: string, release: string | undefined): Bump[] {
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    const [, to, from] = BUMP.exec(line) ?? [];
    if (to === undefined || from === undefined) return [];
    const rest = lines.slice(index + 1);
    const isEnd = (other: string): boolean => (line.startsWith("- ") ? /^\S/ : /^#/).test(other);
    const end = rest.findIndex(isEnd);
    const own = (end < 0 ? rest : rest.slice(0, end)).map((other) =>
      line.startsWith("- ") ? other.replace(/^ {2}/, "") : other,
    );
    return [{ to, from, text: own.join("\n").trim(), release }];
  });
}

function pageOf({ to, from, text, release }: Bump): string {
  const lines = text.split("\n");
  const body = lines.map((line) => withCode(withoutLine(line))).join("\n");
  const lead = `What changed for users since version ${quoted(from)}. ${release === undefined ? "Not released yet." : `In version ${release} of the packages.`}`;
  const advice = "How levels are found is on the page of [rules](../diff-rules.md).";
  const sum = countsOf(lines);
  return `# The service's document ${quoted(to)}\n\n${lead}${sum === "" ? "" : ` ${sum}`}\n\n${body === "" ? "Nothing that a program notices." : body}\n\n${advice}\n`;
}

/** The number of entries in each section: `Entries: 2 breaking, 1 new.` */
function countsOf(lines: readonly string[]): string {
  const counts = new Map<string, number>();
  let section = "";
  for (const line of lines) {
    section = SECTION.exec(line)?.[1]?.toLowerCase() ?? section;
    if (line.startsWith("- ")) counts.set(section, (counts.get(section) ?? 0) + 1);
  }
  const all = [...counts].map(([name, count]) => `${count} ${name}`);
  return all.length === 0 ? "" : `Entries: ${all.join(", ")}.`;
}

const SECTION = /^\*\*(Breaking|New|Other)\*\*$/;

/** Lines of the document say nothing to those who read this page: names and pointers stay. */
function withoutLine(line: string): string {
  return line
    .replaceAll(/(?:, | \()(?:old )?line \d+(?: of the old document)?\)(?=[,.)]|$| → )/g, (found) =>
      found.startsWith(",") ? ")" : "",
    )
    .replace(/, line \d+(?: of the old document)?$/, "");
}

/** The code before and after, as a block that shows one line taken out and one put in. */
function withCode(line: string): string {
  const title = SECTION.exec(line)?.[1];
  if (title !== undefined) return `## ${title}`;
  const [, indent, , before = "", , after = ""] = BEFORE_AFTER.exec(line) ?? [];
  if (indent === undefined) return line;
  const block = ["```diff", `- ${before.trim()}`, `+ ${after.trim()}`, "```"];
  // Blank lines would set the whole list wider than those without code.
  return [`${indent}- In code:`, ...block.map((one) => `${indent}  ${one}`)].join("\n");
}

function quoted(version: string): string {
  return /`/.test(version) ? version : `\`${version}\``;
}

/** Two bumps may lead between the same versions. */
function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${wanted}-${count}`;
  taken.add(name.toLowerCase());
  return name;
}
