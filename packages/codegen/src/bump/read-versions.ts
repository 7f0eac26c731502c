import { existsSync, readdirSync } from "node:fs";
import { join, parse } from "node:path";
import { read } from "../write/differences.ts";

/** Versions of the documents in a history folder: one for each document, also where several had the same. */
export function frozenVersions(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => decodeURIComponent(name.replace(/(?:@\d+)?\.json$/, "")));
}

/**
 * Orders versions of documents: by their numbers, then a pre-release before its release, then as text. Documents are not
 * bound to semver, so anything that has an order to a reader has it here.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
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

function partsOf(version: string): { numbers: number[]; rest: string } {
  const match = /^v?(\d+(?:\.\d+)*)(?:[-.]?(.*))?$/.exec(version.split("+", 1)[0] ?? "");
  if (match === null) return { numbers: [], rest: version };
  return { numbers: (match[1] ?? "").split(".").map(Number), rest: match[2] ?? "" };
}

/** The file of a frozen version. Versions are text from the document: characters that file names cannot have are encoded. */
export function historyFile(folder: string, version: string): string {
  const name = encodeURIComponent(version.toWellFormed()).replaceAll("%2B", "+").replace(/^\./, "%2E");
  return join(folder, `${name.replaceAll("*", "%2A")}.json`);
}

/**
 * A path that replaces no other file: the given one, or the first with `@2`, `@3` and so on in its name that is free.
 * A file that has the very text keeps its name. No version has an `@` in the name of its file.
 */
export function freeFile(root: string, file: string, text: string): string {
  const { dir, name, ext } = parse(file);
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? file : `${dir}/${name}@${count}${ext}`;
    const present = read(join(root, candidate));
    if (present === undefined || present === text) return candidate;
  }
}
