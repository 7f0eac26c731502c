import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Versions of the documents in a history folder. */
export function frozenVersions(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => decodeURIComponent(name.slice(0, -".json".length)));
}

/**
 * Orders versions of documents: by their numbers, then a pre-release before its release, then as text. Documents are not
 * bound to semver, so anything that has an order to a reader has it here.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parse(a), parse(b)];
  for (let index = 0; index < Math.max(left.numbers.length, right.numbers.length); index++) {
    const difference = (left.numbers[index] ?? 0) - (right.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (left.rest === right.rest) return 0;
  if (left.rest === "" || right.rest === "") return left.rest === "" ? 1 : -1;
  return COLLATOR.compare(left.rest, right.rest) || (left.rest < right.rest ? -1 : 1);
}

/** `rc.9` before `rc.10`. */
const COLLATOR = new Intl.Collator("en", { numeric: true });

function parse(version: string): { numbers: number[]; rest: string } {
  const match = /^v?(\d+(?:\.\d+)*)(?:[-.]?(.*))?$/.exec(version.split("+", 1)[0] ?? "");
  if (match === null) return { numbers: [], rest: version };
  return { numbers: (match[1] ?? "").split(".").map(Number), rest: match[2] ?? "" };
}

/** The file of a frozen version. Versions are text from the document: characters that file names cannot have are encoded. */
export function historyFile(folder: string, version: string): string {
  const name = encodeURIComponent(version.toWellFormed()).replaceAll("%2B", "+").replace(/^\./, "%2E");
  return join(folder, `${name.replaceAll("*", "%2A")}.json`);
}
