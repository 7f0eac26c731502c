import { escapeInvisible, oneLine, visibleLines } from "@svc/model";
import { inertMarkdown } from "./markdown-block.ts";
import type { Markdown } from "./template.ts";

/** Text as inline Markdown that shows exactly this text: no markup, no link, no mention, fit for a table cell. */
export function markdown(text: string): Markdown {
  return oneLine(text)
    .replaceAll(/(?<!\w)[@#](?=\w)|[\\`*[\]|<>{}~$^]|(?<!\w)_|_(?!\w)|&(?=[#\w])|^[#=:+-]|^\d+(?=[.)])/g, escapeMark)
    .replace(/^(?:im|ex)port\b/, (word) => `&#${word.charCodeAt(0)};${word.slice(1)}`) as Markdown;
}

/**
 * Text of the document that is itself Markdown (descriptions are CommonMark), as blocks that cannot leave their place:
 * links go to http(s) and mailto only, images become their text, HTML and MDX show as text, fences are closed, headings
 * are demoted below `under`.
 *
 * @param under level of the heading that the text stands under. @default 3
 */
export function markdownBlock(text: string, under = 3): Markdown {
  return inertMarkdown(text, "page", under).join("\n") as Markdown;
}

/** Text as a code span, fit for a table cell by {@link tableRow}. */
export function code(text: string): Markdown {
  const line = escapeInvisible(visibleLines(text).join(" "));
  if (line.trim() === "") return "` `" as Markdown;
  const ticks = "`".repeat(longestRun(line, /`+/g) + 1);
  const pad = /^[` ]|[` ]$/.test(line) ? " " : "";
  return `${ticks}${pad}${line}${pad}${ticks}` as Markdown;
}

/** Languages of {@link codeBlock}. */
type Language = "ts" | "json" | "yaml" | "sh" | "http" | "diff" | "";

/** Text as a fenced code block that it cannot close. A label is the generator's own: the tab of a group of blocks. */
export function codeBlock(text: string, language: Language = "", label?: "TypeScript" | "curl" | "Python"): Markdown {
  const lines = visibleLines(text);
  const fence = "`".repeat(Math.max(3, longestRun(text, /`+/g) + 1));
  return `${fence}${language}${label === undefined ? "" : ` [${label}]`}\n${lines.join("\n")}\n${fence}` as Markdown;
}

/** One row of a table: a cell cannot end its column or its row. */
export function tableRow(cells: readonly Markdown[]): Markdown {
  const safe = cells.map((cell) =>
    cell
      .replaceAll("\n", " ")
      .replaceAll(/(?<!\\)(\\*)\|/g, (_, slashes: string) =>
        slashes.length % 2 === 0 ? `${slashes}\\|` : `${slashes}|`,
      ),
  );
  return `| ${safe.join(" | ")} |` as Markdown;
}

/** A link with an address of the generator's own making, relative or http(s); other addresses leave the text alone. */
export function link(text: Markdown, address: string): Markdown {
  if (!/^(?:https?:\/\/|\.{0,2}\/|#|[\w-]+(?:[./#]|$))/i.test(address) || /^[a-z][a-z0-9+.-]*:(?!\/\/)/i.test(address))
    return text;
  return `[${text}](${encodeURI(escapeInvisible(address)).replaceAll(/[()<>\\]/g, (found) => `%${found.charCodeAt(0).toString(16)}`)})` as Markdown;
}

function escapeMark(found: string, index: number, text: string): string {
  // `@name` and `#1` would notify people and close issues where changelogs are shown: a word joiner keeps them apart.
  if ((found === "@" || found === "#") && /\w/.test(text[index + 1] ?? "")) return `${found}&#8288;`;
  // Entities where site generators look before Markdown does; a backslash before a digit would stay.
  if (found === "{" || found === "}" || found === "<") return `&#${found.charCodeAt(0)};`;
  return /^\d/.test(found) ? `${found}\\` : `\\${found}`;
}

function longestRun(text: string, pattern: RegExp): number {
  return Math.max(0, ...[...text.matchAll(pattern)].map((match) => match[0].length));
}
