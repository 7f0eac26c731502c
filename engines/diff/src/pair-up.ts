import { own } from "@svc/model";

/** Items of both documents that have the same key, and those that only one of them has. */
export interface Pairing<T> {
  readonly pairs: readonly (readonly [old: T, now: T])[];
  readonly removed: readonly T[];
  readonly added: readonly T[];
}

/** Pairs items by a key, in the order of the new document; of several with one key the last counts. */
export function pairUp<T>(old: readonly T[], now: readonly T[], keyOf: (item: T) => string): Pairing<T> {
  const before = new Map(old.map((item) => [keyOf(item), item]));
  const after = new Map(now.map((item) => [keyOf(item), item]));
  return {
    pairs: [...after].flatMap(([key, item]) => {
      const known = before.get(key);
      return known === undefined ? [] : [[known, item] as const];
    }),
    removed: [...before].flatMap(([key, item]) => (after.has(key) ? [] : item)),
    added: [...after].flatMap(([key, item]) => (before.has(key) ? [] : item)),
  };
}

/** The members of two objects by their names; undefined where one of them has no such member. */
export function pairMembers<T>(
  old: { readonly [name: string]: T },
  now: { readonly [name: string]: T },
): (readonly [name: string, old: T | undefined, now: T | undefined])[] {
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...names].map((name) => [name, own(old, name), own(now, name)] as const);
}
