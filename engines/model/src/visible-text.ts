/**
 * Characters that a reader does not see or that change how others are shown: C0 and C1 controls, soft hyphen, Arabic
 * letter mark, zero-width and bidirectional controls, line and paragraph separators, fillers, byte order mark,
 * annotations, tags, format characters of scripts, lone surrogates. Listed by range, not by Unicode property, so that the
 * output does not depend on the Unicode version of the machine.
 *
 * @see https://trojansource.codes and https://www.unicode.org/reports/tr9
 */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\uffff\u{e0000}-\u{e0fff}]|[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}]|\u034f|\p{Surrogate}/gu;

/** Replaces invisible characters by `\uXXXX` escapes, which JSON, JavaScript and readers understand. */
export function escapeInvisible(text: string): string {
  return text.replace(BESIDE_ASCII, escapeRun);
}

/** {@link escapeInvisible} for a whole file: line feeds stay. */
export function escapeInvisibleLines(text: string): string {
  return text.replace(BESIDE_ASCII_LINES, escapeRun);
}

/** Runs of characters of which any may be invisible: most texts have none, and are not looked through again. */
const BESIDE_ASCII = /[^ -~]+/g;
const BESIDE_ASCII_LINES = /[^ -~\n]+/g;

function escapeRun(run: string): string {
  return run.replace(INVISIBLE, escapeUnits);
}

function escapeUnits(found: string): string {
  return found
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

/** Every line end that JavaScript, YAML, Markdown or a terminal knows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: vertical tab and form feed end lines in some readers
const LINE_END = /\r\n|[\n\r\u000b\u000c\u0085\u2028\u2029]/;

/** The lines of a text, invisible characters escaped; tabs become spaces. */
export function visibleLines(text: string): string[] {
  return text.split(LINE_END).map((line) => escapeInvisible(line.replaceAll("\t", "  ")).trimEnd());
}

/** The text on one line, invisible characters escaped, white space folded. */
export function oneLine(text: string): string {
  return visibleLines(text).join(" ").replaceAll(/ {2,}/g, " ").trim();
}
