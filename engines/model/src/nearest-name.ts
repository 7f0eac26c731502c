import { methodName, type Operation } from "./model.ts";
import { escapeInvisible } from "./visible-text.ts";

/** Characters of a name that are compared, which bounds the time. */
const COMPARED = 80;

/** A misspelt name differs from the one that is meant by at most a third of its characters. */
const LIKENESS = 3;

/** Names by their distance from a given one, the nearest first. */
export function byDistance(given: string, names: Iterable<string>): readonly { name: string; distance: number }[] {
  const text = given.slice(0, COMPARED);
  return Array.from(names, (name) => ({ name, distance: editDistance(text, name.slice(0, COMPARED)) })).sort(
    (a, b) => a.distance - b.distance,
  );
}

/** The name that a misspelt one probably stands for; undefined where none is like it. Case does not count. */
export function nearestName(given: string, names: Iterable<string>): string | undefined {
  const lower = new Map(Array.from(names, (name) => [name.toLowerCase(), name]));
  const [nearest] = byDistance(given.toLowerCase(), lower.keys());
  if (nearest === undefined || nearest.distance > Math.max(1, Math.floor(given.length / LIKENESS))) return undefined;
  return lower.get(nearest.name);
}

/** What a message says of a name that does not exist: the one that is probably meant, or all that there are. */
export function nameHelp(given: string, names: Iterable<string>): string {
  const nearest = nearestName(given, names);
  if (nearest !== undefined) return `did you mean ${JSON.stringify(nearest)}?`;
  return `there are ${[...names].join(", ") || "none"}.`;
}

/** Finds the first name of an object that does not exist, and explains it: `unknown option "sed"; did you mean "seed"?`. */
export function unknownName(given: object, names: readonly string[], kind = "option"): string | undefined {
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  return unknown === undefined
    ? undefined
    : `unknown ${kind} ${escapeInvisible(JSON.stringify(unknown.slice(0, COMPARED)))}; ${nameHelp(unknown, names)}`;
}

/** Operations that a message names. */
const SHOWN = 5;

/** The part of a message about an operation that does not exist: the method that is probably meant, or those most like it. */
export function unknownOperation(name: string, operations: readonly Operation[]): string {
  const names = new Map(
    operations.flatMap((other) => [other.id, methodName(other)].map((by) => [by, methodName(other)])),
  );
  const meant = nearestName(String(name), names.keys());
  if (meant !== undefined) return `no operation "${name}"; did you mean ${JSON.stringify(names.get(meant))}?`;
  const nearest = new Set(byDistance(String(name), names.keys()).map((other) => names.get(other.name)));
  return `no operation "${name}"; the nearest are ${[...nearest].slice(0, SHOWN).join(", ")}.`;
}

/** Levenshtein distance: insertions, deletions and replacements of characters. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
