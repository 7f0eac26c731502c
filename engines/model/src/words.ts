/**
 * Splits any text into words: at everything that cannot stand in an identifier, at `_`, and where a capital follows a
 * small letter or digit (`httpOnly`) or ends a run of capitals (`HTTPValidation` -> `HTTP`, `Validation`). Text without
 * a small letter has no such borders: `OAUTH_TOKEN` -> `oauth`, `token`.
 */
export function words(text: string): string[] {
  if (ASCII.test(text)) return asciiWords(text);
  const cased = /\p{Ll}/u.test(text) ? text : text.toLowerCase();
  return (
    cased
      .normalize("NFC")
      .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
      // Letters beyond the Basic Multilingual Plane are valid in identifiers, but not to every tool.
      .replace(/[\u{10000}-\u{10ffff}]/gu, " ")
      .match(/[\p{L}\p{Nd}\p{Mn}]+/gu) ?? []
  );
}

const ASCII = /^[\x20-\x7e]*$/;

/** The same for ASCII, without the tables of Unicode: most names are, and most processes need no others. */
function asciiWords(text: string): string[] {
  const cased = /[a-z]/.test(text) ? text : text.toLowerCase();
  return cased.match(/[A-Z]+(?=[A-Z][a-z])|[A-Z]*[a-z0-9]+|[A-Z]+/g) ?? [];
}

/** `email_address` -> `emailAddress`; empty where the text has no word. */
export function camelCase(text: string): string {
  const [first = "", ...rest] = words(text);
  return startSafely(first.toLowerCase() + rest.map(capitalize).join(""));
}

/** `email_address` -> `EmailAddress`; runs of capitals are kept: `HTTPValidationError`. */
export function pascalCase(text: string): string {
  return startSafely(words(text).map(capitalize).join(""));
}

/** `email-address`, `emailAddress` -> `email_address`. */
export function snakeCase(text: string): string {
  return words(text).join("_").toLowerCase();
}

/** English plural, by rule: good enough for method names, and never wrong twice in different ways. */
export function plural(word: string): string {
  if (/(?:s|x|z|ch|sh)$/i.test(word)) return `${word}es`;
  if (/[^aeiou]y$/i.test(word)) return `${word.slice(0, -1)}ies`;
  return `${word}s`;
}

/**
 * A short, stable suffix that tells apart names which would collide: depends on the text alone, so that it does not
 * move when another name is added. FNV-1a, 32 bit, in base 36.
 */
export function suffix(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash.toString(36).padStart(7, "0");
}

function capitalize(word: string): string {
  const [first = ""] = word;
  return first.toUpperCase() + word.slice(first.length);
}

function startSafely(name: string): string {
  return name === "" || /^[A-Za-z]/.test(name) || /^\p{L}/u.test(name) ? name : `_${name}`;
}

/** Orders text by UTF-16 code units: the same everywhere, whatever the locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
