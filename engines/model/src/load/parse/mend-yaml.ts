import type { YAMLParseError } from "yaml";

/** A part of a mended text that says something else than what was written. */
export interface MendedPart {
  readonly start: number;
  readonly end: number;
  readonly wrong: string;
}

/** A text with what was changed in it. */
export interface MendedText {
  readonly text: string;
  readonly parts: readonly MendedPart[];
}

/** An insertion or replacement in a text, with offsets of that text. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly by: string;
  readonly wrong: string;
}

/**
 * A YAML text in which what other readers take, and YAML 1.2 does not, is written as it allows: quoted text that goes on
 * without indentation, tabs as indentation, text that begins with a reserved character, unknown escapes. Undefined where
 * none of the errors is of these kinds.
 */
export function mendYaml({ text, parts }: MendedText, errors: readonly YAMLParseError[]): MendedText | undefined {
  const changes = new Map<number, Change>();
  const has = (pattern: RegExp): boolean => errors.some(({ message }) => pattern.test(message));
  const add = (list: readonly Change[]): void => {
    for (const change of list) changes.set(change.start, change);
  };
  if (has(/^Missing closing ["']quote|^Multi-line .*quoted|^All .*quoted/)) add(indentQuoted(text));
  if (errors.some(({ code }) => code === "TAB_AS_INDENT")) add(expandTabs(text));
  for (const { code, message, pos } of errors) {
    if (code === "BAD_SCALAR_START" || /^Block scalar header includes extra characters/.test(message)) {
      add(quotePlain(text, pos[0]));
    } else if (code === "BAD_DQ_ESCAPE") {
      add([{ start: pos[0], end: pos[0], by: "\\", wrong: "has an escape that YAML does not know" }]);
    }
  }
  return changes.size === 0 ? undefined : applyChanges({ text, parts }, [...changes.values()]);
}

function applyChanges({ text, parts }: MendedText, changes: readonly Change[]): MendedText {
  const ordered = changes.toSorted((a, b) => a.start - b.start);
  const pieces: string[] = [];
  const made: MendedPart[] = [];
  const shifts: { readonly at: number; readonly by: number }[] = [];
  let from = 0;
  let length = 0;
  let shift = 0;
  for (const { start, end, by, wrong } of ordered) {
    if (start < from) continue;
    pieces.push(text.slice(from, start), by);
    length += start - from + by.length;
    made.push({ start: length - by.length, end: length, wrong });
    from = end;
    shift += by.length - (end - start);
    shifts.push({ at: start, by: shift });
  }
  const moved = (offset: number): number => offset + (shifts.findLast(({ at }) => at <= offset)?.by ?? 0);
  const before = parts.map((part) => ({ ...part, start: moved(part.start), end: moved(part.end) }));
  return { text: [...pieces, text.slice(from)].join(""), parts: [...before, ...made] };
}

/** Continuation lines of quoted text: leading white space means nothing there, so indenting them changes no value. */
function indentQuoted(text: string): Change[] {
  const changes: Change[] = [];
  const wrong = "is quoted text that goes on without indentation";
  let offset = 0;
  /** Of the quoted text that is open. */
  let open: { readonly quote: string; readonly indent: number } | undefined;
  /** Of the line that a block scalar belongs to. */
  let block: number | undefined;
  for (const line of text.split("\n")) {
    const indent = line.length - line.trimStart().length;
    const isBlank = line.trim() === "";
    if (open !== undefined) {
      if (!isBlank && indent <= open.indent) {
        changes.push({ start: offset, end: offset + indent, by: " ".repeat(open.indent + 2), wrong });
      }
      if (closesQuote(line, open.quote)) open = undefined;
    } else if (block !== undefined && (isBlank || indent > block)) {
      // A line of a block scalar.
    } else {
      block = /(?::|-)\s+[|>][+\-0-9]*\s*(?:#.*)?$/.test(line) ? indent : undefined;
      const start = /^(\s*(?:-\s+)*)(?:[^\s"'#][^"'#]*?:\s+|"[^"]*":\s+|'[^']*':\s+)?(["'])/.exec(line);
      const quote = start?.[2];
      if (start !== null && quote !== undefined && !closesQuote(line.slice(start[0].length), quote)) {
        // Behind "- " the text may stand below the dash's key.
        open = { quote, indent: (start[1] ?? "").length };
      }
    }
    offset += line.length + 1;
  }
  return changes;
}

function closesQuote(text: string, quote: string): boolean {
  const rest = quote === "'" ? text.replaceAll("''", "") : text.replaceAll(/\\./g, "");
  return rest.includes(quote);
}

function expandTabs(text: string): Change[] {
  return Array.from(text.matchAll(/^[ ]*\t[ \t]*(?=\S)/gm), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    by: match[0].replaceAll("\t", "  "),
    wrong: "is indented by tabs",
  }));
}

/** Plain text that begins with a character which YAML reserves: `@name`, `>=`. */
function quotePlain(text: string, start: number): Change[] {
  const lineStart = text.lastIndexOf("\n", start) + 1;
  const lineEnd = text.indexOf("\n", start) < 0 ? text.length : text.indexOf("\n", start);
  // The header of a block scalar is reported behind its first character.
  let from = start;
  while (from > lineStart && !/[\s[,{]/.test(text[from - 1] ?? "")) from--;
  const before = text.slice(lineStart, from);
  const last = (...brackets: string[]): number => Math.max(...brackets.map((one) => before.lastIndexOf(one)));
  const isFlow = last("[", "{") > last("]", "}");
  const rest = text.slice(from, lineEnd).replace(/\s+#.*$|\s+$/, "");
  const plain = (isFlow ? /^[^,\]}]*/.exec(rest)?.[0] : rest)?.trimEnd() ?? "";
  if (plain === "") return [];
  const by = `'${plain.replaceAll("'", "''")}'`;
  return [{ start: from, end: from + plain.length, by, wrong: "begins with a character that YAML reserves" }];
}
