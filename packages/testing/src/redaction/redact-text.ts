import { REDACTED, type Secrets } from "./secret-names.ts";

/**
 * Redacts a text: credentials of the request, values of secret names (`x-api-key: ...`, `"password":"..."`, `token=...`),
 * bearer tokens, JSON Web Tokens, cookies, and user names and query values of URLs and forms.
 */
export function redactText(text: string, { literals, isSecret }: Secrets): string {
  return redactNamed(hideLiterals(text, literals), isSecret)
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]{4,}/gi, `$1 ${REDACTED}`)
    .replace(/\beyJ[\w-]{5,2048}\.[\w-]+(?:\.[\w-]*)?/g, REDACTED)
    .replace(/:\/\/[^\s/@?#"'<>]+@/g, "://")
    .replace(SET_COOKIE, `$1${REDACTED}`)
    .replace(FIRST_PAIR, "$1redacted")
    .replace(/([?&;#][\w.~%[\]-]{1,100}=)[^\s&#"'<>;]+/g, "$1redacted");
}

/** Replaces credentials wherever they stand. @param literals in every spelling, longest first */
export function hideLiterals(text: string, literals: readonly string[], replacement: string = REDACTED): string {
  return literals.reduce((rest, literal) => rest.replaceAll(literal, replacement), text);
}

/** A cookie with at least one attribute. */
const SET_COOKIE =
  /((?:^|[\r\n,]\s{0,9}|["'])[\w.!#$%&*+^`|~-]{1,100}=)[^;,\s"']*(?=;\s*(?:path|domain|expires|max-age|httponly|secure|samesite)\b)/gi;

/** The first pair of a form; the other ones follow an `&`. */
const FIRST_PAIR = /^(\s*[\w.~%[\]+-]{1,100}=)[^\s&#"'<>;]*(?=&[\w.~%[\]+-]{1,100}=)/;

/** A name with the separator before its value, also in JSON within a string. */
const NAMED = /(?<![\w.-])([A-Za-z][\w.-]{0,99})\\*["'\]]{0,2}\s{0,9}(?:=>|[:=])\s{0,9}/g;
/** Headers whose values may contain blanks, commas and semicolons: the value is the rest of the line. */
const TAKES_LINE = /(?:authorization|cookie)\W+$|^x-[\w-]+\s*:\s*$/i;
const BARE = /[^\s&,;"'<>)\]}\\]+/y;
const REST_OF_LINE = /[^\r\n]+/y;
const QUOTE = /\\*["']/y;

function redactNamed(text: string, isSecret: Secrets["isSecret"]): string {
  let redacted = "";
  let position = 0;
  NAMED.lastIndex = 0;
  for (let found = NAMED.exec(text); found !== null; found = NAMED.exec(text)) {
    const [all, name = ""] = found;
    if (!isSecret(name)) continue;
    const begin = NAMED.lastIndex;
    const { from, end } = valueAt(text, begin, TAKES_LINE.test(all));
    if (end === from) continue;
    redacted += text.slice(position, from) + REDACTED;
    position = end;
    NAMED.lastIndex = end;
  }
  return redacted + text.slice(position);
}

/** Position of a value: within its quotes, or up to a separator. */
function valueAt(text: string, begin: number, takesLine: boolean): { readonly from: number; readonly end: number } {
  const quote = matchAt(QUOTE, text, begin);
  if (quote !== "") {
    const from = begin + quote.length;
    return { from, end: closing(text, from, quote) };
  }
  return { from: begin, end: begin + matchAt(takesLine ? REST_OF_LINE : BARE, text, begin).length };
}

/** Position of the closing quote, which has as many backslashes as the opening one; quotes inside have more. */
function closing(text: string, from: number, quote: string): number {
  for (let at = text.indexOf(quote, from); at !== -1; at = text.indexOf(quote, at + 1)) {
    if (at === from || text[at - 1] !== "\\") return at;
  }
  return text.length;
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}
