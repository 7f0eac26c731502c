import { visibleLines } from "@svc/model";

type Target = "comment" | "page";

interface Fence {
  readonly mark: string;
  readonly info: string;
  readonly lines: string[];
}

/** Opening or closing line of a fenced code block, in any container. */
const FENCE = /^[\s>]*(`{3,}|~{3,})\s*([\w+-]{0,20})/;

/**
 * Markdown of a document with everything taken out that reaches beyond it, line by line. Blocks and emphasis stay; what
 * is not known to be harmless is escaped. No blank lines at start and end.
 */
export function inertMarkdown(text: string, target: Target, under = 3): string[] {
  const result: string[] = [];
  let fenced: Fence | undefined;
  const lines = visibleLines(text);
  const hasTable = lines.some((line) => TABLE.test(line) && line.includes("-"));
  for (const line of lines) {
    const fence = FENCE.exec(line);
    if (fenced !== undefined) {
      const closes = fence?.[1]?.startsWith(fenced.mark) && line.trimEnd().endsWith(fence[1]);
      if (!closes) fenced.lines.push(line);
      else {
        result.push(...closeFence(fenced, result.at(-1)));
        fenced = undefined;
      }
    } else if (fence === null) result.push(inertLine(hasTable ? withoutCells(line) : line, target, under));
    else fenced = { mark: fence[1] ?? "```", info: fence[2] ?? "", lines: [] };
  }
  // A fence that the text does not close ends with the text.
  if (fenced !== undefined) result.push(...closeFence(fenced, result.at(-1)));
  const isText = (line: string): boolean => line.trim() !== "";
  const first = result.findIndex(isText);
  return first < 0 ? [] : result.slice(first, result.findLastIndex(isText) + 1);
}

/** What may be the line below the head of a table, in any container. */
const TABLE = /^[\s>*+\d.)|:-]+$/;

/** In a table a pipe ends its cell within a code span, too, and what follows were no code. */
function withoutCells(line: string): string {
  return line.replaceAll(SPAN, (whole, ...groups) =>
    groups[1] === undefined ? whole : whole.replaceAll(/(?<!\\)\\*\|/g, "\\|"),
  );
}

/** At column 0 after a blank line, where it is a fence whatever stands before it, and longer than any run inside. */
function closeFence({ info, lines }: Fence, before: string | undefined): string[] {
  const longest = Math.max(2, ...lines.flatMap((line) => [...line.matchAll(/`+/g)].map((run) => run[0].length)));
  const mark = "`".repeat(longest + 1);
  return [...(before === "" ? [] : [""]), mark + info, ...lines, mark];
}

/**
 * An escaped character, or a code span, image or link within one line. Bounded quantifiers: the text may be megabytes of
 * brackets. Escapes come first, so that no span begins at an escaped mark.
 */
const SPAN =
  /\\([!-/:-@[-`{-~])|(?<!`)(`{1,2})(?!`)([^`]{1,500})\2(?!`)|!?\[([^[\]]{0,300})\]\(\s*<?([^\s()<>]{0,1000})>?(?:\s+"[^"]{0,200}")?\s*\)/g;

function inertLine(line: string, target: Target, under: number): string {
  let result = "";
  let end = 0;
  for (const match of line.matchAll(SPAN)) {
    result += inertText(line.slice(end, match.index), target) + inertSpan(match, target);
    end = match.index + match[0].length;
  }
  return inertStart(result + inertText(line.slice(end), target), target, under);
}

function inertSpan(match: RegExpExecArray, target: Target): string {
  const [whole, escaped, ticks, inside, label = "", address = ""] = match;
  if (escaped !== undefined) return escapeMark(escaped, target);
  if (ticks !== undefined) return `${ticks}${inside}${ticks}`;
  const text = inertText(label, target);
  if (whole.startsWith("!") || !/^(?:https?:\/\/|mailto:)[^\s]/i.test(address)) return text;
  return `[${text}](${address.replaceAll(/[\\{}`"'|*]/g, (found) => `%${found.charCodeAt(0).toString(16)}`)})`;
}

/** HTML, MDX, links by reference and stray code marks as text; emphasis and tables as they are. */
function inertText(text: string, target: Target): string {
  const marks = text.replaceAll(/[`[\]<{}\\]|~(?=~~)|(?<=~~)~/g, (found) =>
    target === "comment" && /[{}]/.test(found) ? found : escapeMark(found, target),
  );
  // `@name` and `#1` would notify people and close issues where changelogs are shown: a word joiner keeps them apart.
  return target === "comment" ? marks : marks.replaceAll(/(?<![\w/&\\])[@#](?=\w)/g, "$&&#8288;");
}

/** Shows the character itself, in CommonMark and in MDX. */
function escapeMark(character: string, target: Target): string {
  return target === "page" && /[<{}@#]/.test(character) ? `&#${character.charCodeAt(0)};` : `\\${character}`;
}

/** Optional block quotes and list marks, then what makes a heading, rule, front matter, container or module line. */
function inertStart(line: string, target: Target, under: number): string {
  const container = /^(?:\s*(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s)))*\s*/.exec(line)?.[0] ?? "";
  const rest = line.slice(container.length);
  const heading = /^(#{1,6})(?=\s|$)/.exec(rest)?.[1];
  if (heading !== undefined)
    return container + "#".repeat(Math.min(6, under + heading.length)) + rest.slice(heading.length);
  if (/^(?:[-=]+|(?:[-*_]\s*){3,})$/.test(rest) || /^(?::::|\+\+\+)/.test(rest)) return `${container}\\${rest}`;
  if (target === "page" && /^(?:import|export)\b/.test(rest))
    return `${container}&#${rest.charCodeAt(0)};${rest.slice(1)}`;
  return line;
}
