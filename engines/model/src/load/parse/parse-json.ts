import { readJson } from "../../json/read-json.ts";
import type { Repair } from "../../repair/repair.ts";
import type { Finding } from "../finding.ts";
import { duplicateReadings } from "./duplicate-keys.ts";
import { positionAt } from "./position.ts";

/** A JSON text, and what is wrong with it. `value` is undefined where it is no JSON. */
export function parseJson(text: string, file: string): { value: unknown; findings: Finding[]; readings: Repair[] } {
  let value: unknown;
  try {
    // Keys such as `__proto__` become own properties: JSON.parse defines, it does not assign.
    value = JSON.parse(text);
  } catch {
    return { value: undefined, findings: [syntaxFinding(text, file)], readings: [] };
  }
  // Counting is many times cheaper than remembering every key, and equal counts mean that no key was lost.
  if (countKeysOfText(text) === countKeysOfValue(value)) return { value, findings: [], readings: [] };
  return { value, ...duplicateReadings(duplicatesOf(text), value, { text, file }) };
}

function syntaxFinding(text: string, file: string): Finding {
  const read = readJson(text, {});
  const { pointer, start: offset } = "value" in read ? { pointer: "", start: text.length } : read;
  const { line, column } = positionAt(text, offset);
  const found = offset < text.length ? JSON.stringify(text.slice(offset, offset + 12)) : "the end of the file";
  return { file, pointer, message: `is not JSON from line ${line}, column ${column} on, at ${found}; mend the syntax` };
}

function duplicatesOf(text: string): Map<string, number> {
  const duplicates = new Map<string, number>();
  readJson(text, { duplicate: ({ pointer }, offset) => void duplicates.set(pointer(), offset) });
  return duplicates;
}

/** Strings that are followed by a colon, in a text that is known to be JSON. */
function countKeysOfText(text: string): number {
  let count = 0;
  for (let start = text.indexOf('"'); start >= 0; start = text.indexOf('"', start + 1)) {
    let end = text.indexOf('"', start + 1);
    while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
    start = end;
    let next = end + 1;
    let code = text.charCodeAt(next);
    while (code === 32 || code === 10 || code === 13 || code === 9) code = text.charCodeAt(++next);
    if (code === 58) count++;
  }
  return count;
}

function isEscaped(text: string, quote: number): boolean {
  let first = quote;
  while (text.charCodeAt(first - 1) === 92) first--;
  return (quote - first) % 2 === 1;
}

function countKeysOfValue(root: unknown): number {
  let count = 0;
  const stack: unknown[] = [root];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (typeof value !== "object" || value === null) continue;
    const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    if (!Array.isArray(value)) count += items.length;
    for (const item of items) if (typeof item === "object" && item !== null) stack.push(item);
  }
  return count;
}
