import type { ParsedDocument } from "@svc/model";
import { stringify } from "yaml";

/** A string or a number of a JSON text. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * A JSON text as YAML, and what is YAML already as it is. A number keeps the digits that its author wrote: `9223372036854775807` is
 * another one to JavaScript, and `1.0` another text.
 */
export function yamlOf(given: string): string {
  const text = given.replace(/^\ufeff/, "");
  if (!isJson(text)) return given;
  const kept = createKeeper(text);
  const json = text.replaceAll(TOKEN, (token) => (isExact(token) ? token : JSON.stringify(kept.keep(token))));
  return kept.restore(stringify(JSON.parse(json), { lineWidth: 120, aliasDuplicateObjects: false }));
}

function isJson(text: string): boolean {
  if (!/^\s*\{/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isExact(token: string): boolean {
  return token.startsWith('"') || JSON.stringify(Number(token)) === token;
}

/** A document as JSON, in which whole numbers keep the digits that a file of theirs has for them. */
export function jsonOf(document: unknown, source: ParsedDocument, text: string): string {
  const kept = createKeeper(text);
  const lines = text.split(/\r\n|[\n\r]/);
  const copy = (value: unknown, pointer: string): unknown => {
    if (typeof value === "number") {
      if (Number.isSafeInteger(value) || !Number.isInteger(value)) return value;
      const { line = 0, column = 0 } = source.positionOf(pointer) ?? {};
      const [digits] = /^-?\d+(?![\w.])/.exec(lines[line - 1]?.slice(column - 1) ?? "") ?? [];
      return digits !== undefined && Number(digits) === value ? kept.keep(digits) : value;
    }
    if (Array.isArray(value)) return value.map((item, index) => copy(item, `${pointer}/${index}`));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        copy(item, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
      ]),
    );
  };
  return kept.restore(`${JSON.stringify(copy(document, ""), null, 2)}\n`, '"');
}

/** Words that stand for numbers, and are in no text of a document. */
function createKeeper(text: string) {
  const tokens: string[] = [];
  let word = "number-";
  while (text.includes(word)) word += "x-";
  return {
    keep: (token: string): string => `${word}${tokens.push(token) - 1}-`,
    restore: (made: string, quote = ""): string =>
      made.replaceAll(
        new RegExp(`${quote}${word}(\\d+)-${quote}`, "g"),
        (_, index: string) => tokens[Number(index)] ?? "",
      ),
  };
}
