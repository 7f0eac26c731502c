import { type CredentialNames, REDACTED, type Secrets } from "./secret-names.ts";

/** Secret fields in bodies of the token endpoint (RFC 6749, sections 4.3 to 6). */
const SECRET_FIELDS = /("(?:access_token|refresh_token|password|client_secret)"\s*:\s*)"(?:[^"\\]|\\.)*"/g;

const MAY_HAVE = /"(?:access_token|refresh_token|password|client_secret)"/;

/** Headers for the journal: by lower-case name, repeats joined, credentials replaced. */
export function redactHeaders(
  headers: readonly (readonly [string, string])[],
  { isSecret }: CredentialNames,
): Record<string, string> {
  const recorded: Record<string, string> = {};
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const shown = isSecret(key) ? redactCredential(key, value) : value;
    recorded[key] = Object.hasOwn(recorded, key) ? `${recorded[key]}, ${shown}` : shown;
  }
  return recorded;
}

/** The target with the values of secret query parameters replaced. */
export function redactTarget(target: string, { isSecret }: CredentialNames): string {
  const mark = target.indexOf("?");
  if (mark === -1) return target;
  return `${target.slice(0, mark)}?${redactForm(target.slice(mark + 1), isSecret)}`;
}

/** A body's text without the credentials of the token endpoint. */
export function redactBody(text: string, contentType: string | undefined, { isSecret }: CredentialNames): string {
  if (!contentType?.includes("x-www-form-urlencoded")) {
    // Most bodies have none, which this finds in a tenth of the time.
    return MAY_HAVE.test(text) ? text.replace(SECRET_FIELDS, `$1"${REDACTED}"`) : text;
  }
  return redactForm(text, isSecret);
}

function redactForm(text: string, isSecret: (name: string) => boolean): string {
  const pairs = text.split("&").map((pair) => {
    const end = pair.indexOf("=");
    const name = end === -1 ? pair : pair.slice(0, end);
    const [plain = name] = /[%+]/.test(name) ? new URLSearchParams(name).keys() : [];
    return isSecret(plain) ? `${name}=${REDACTED}` : pair;
  });
  return pairs.join("&");
}

/** Keeps the scheme (`Bearer [redacted]`), in headers that must have one: elsewhere it may be part of the credential. */
function redactCredential(name: string, value: string): string {
  const scheme = name.endsWith("authorization") ? /^[A-Za-z][\w-]* (?=\S)/.exec(value)?.[0] : undefined;
  return (scheme ?? "") + REDACTED;
}

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
/** The quote that closes a value has as many backslashes as the one that opens it; quotes inside have more. */
const QUOTED = /(\\*["'])(?:(?:[\s\S]*?[^\\])??(?=\1)|[\s\S]*)/.source;
// What was redacted before is a value, too.
const VALUE = new RegExp(`${QUOTED}|\\[redacted\\]|[^\\s&,;"'<>)\\]}\\\\]+`, "y");
const LINE = new RegExp(`${QUOTED}|[^\\r\\n]+`, "y");

function redactNamed(text: string, isSecret: Secrets["isSecret"]): string {
  let redacted = "";
  let position = 0;
  NAMED.lastIndex = 0;
  for (let found = NAMED.exec(text); found !== null; found = NAMED.exec(text)) {
    const [all, name = ""] = found;
    if (!isSecret(name)) continue;
    const begin = NAMED.lastIndex;
    const pattern = TAKES_LINE.test(all) ? LINE : VALUE;
    pattern.lastIndex = begin;
    const [value = "", quote = ""] = pattern.exec(text) ?? [];
    if (value.length === quote.length) continue;
    redacted += text.slice(position, begin) + quote + REDACTED;
    position = begin + value.length;
    NAMED.lastIndex = position;
  }
  return redacted + text.slice(position);
}
