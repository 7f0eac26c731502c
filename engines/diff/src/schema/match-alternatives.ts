import { own } from "@svc/model";
import type { Pairing } from "../pair-up.ts";
import { canonicalText } from "./canonical-text.ts";
import type { Alternative, Side } from "./side.ts";
import { alternativeText } from "./structure-text.ts";

export interface Matching extends Pairing<Alternative> {
  /** Pairs of objects that are only alike: neither their names nor their values say that they are the same. */
  readonly guesses: readonly (readonly [old: Alternative, now: Alternative])[];
}

interface Sides {
  readonly old: Side;
  readonly new: Side;
}

/**
 * Pairs the alternatives that stand for the same: by name, by structure, by the values that tell them apart, then by likeness. What is
 * compared of an alternative is found once, however many there are.
 */
export function matchAlternatives(old: readonly Alternative[], now: readonly Alternative[], sides: Sides): Matching {
  const isOnlyPair = old.length === 1 && now.length === 1;
  const [before, after] = tellingOf(
    old.map((one) => signOf(one, sides.old)),
    now.map((one) => signOf(one, sides.new)),
  );
  const scored = before
    .flatMap((a, i) =>
      after.map((b, j) => ({ a, b, distance: Math.abs(i - j), score: likeness(a, b, sides, isOnlyPair) })),
    )
    .filter(({ score }) => score > 0)
    .sort((x, y) => y.score - x.score || x.distance - y.distance);
  const pairs: (readonly [Alternative, Alternative])[] = [];
  const guesses: typeof pairs = [];
  const used = new Set<Alternative>();
  for (const { a, b, score } of scored) {
    if (used.has(a.of) || used.has(b.of)) continue;
    used.add(a.of).add(b.of);
    const pair = [a.of, b.of] as const;
    pairs.push(pair);
    if (a.of.kind === "object" && score < CERTAIN) guesses.push(pair);
  }
  return { pairs, guesses, removed: old.filter((a) => !used.has(a)), added: now.filter((b) => !used.has(b)) };
}

/** Key by which an alternative is known. */
interface Sign {
  readonly of: Alternative;
  readonly text: string;
  /** The values that it always has, by property. */
  readonly literals: ReadonlyMap<string, string>;
}

function signOf(of: Alternative, side: Side): Sign {
  return { of, text: alternativeText(of, side, 2), literals: literalsOf(of, side) };
}

/** With the values that tell alternatives apart on one of the sides: what all have tells none of them. */
function tellingOf(...sides: [old: readonly Sign[], now: readonly Sign[]]): [old: Sign[], now: Sign[]] {
  const valuesOf = (signs: readonly Sign[], name: string) => new Set(signs.map(({ literals }) => literals.get(name)));
  const names = new Set(sides.flat().flatMap(({ literals }) => [...literals.keys()]));
  const telling = new Set([...names].filter((name) => sides.some((signs) => valuesOf(signs, name).size > 1)));
  const only = (sign: Sign): Sign => ({
    ...sign,
    literals: new Map([...sign.literals].filter(([name]) => telling.has(name))),
  });
  return [sides[0].map(only), sides[1].map(only)];
}

/** Of objects: from here on they are the same, whatever else differs. */
const CERTAIN = 80;

/** Zero: not the same. */
function likeness(left: Sign, right: Sign, sides: Sides, isOnlyPair: boolean): number {
  const [a, b] = [left.of, right.of];
  const numeric = (kind: string) => kind === "integer" || kind === "number";
  if (a.kind !== b.kind && !(numeric(a.kind) && numeric(b.kind))) return 0;
  if (isOnlyPair) return 1;
  if (a.name !== undefined && a.name === b.name) return 100;
  if (a.kind !== b.kind) return 5;
  if (left.text === right.text) return 90;
  if (a.name !== undefined && b.name !== undefined && (has(sides.new, a.name) || has(sides.old, b.name))) return 0;
  if (a.kind === "object") return objectLikeness(left, right);
  const bothEnums = (a.facts.values === undefined) === (b.facts.values === undefined);
  return 10 + (bothEnums ? 10 : 0) + (a.facts.format === b.facts.format ? 2 : 0);
}

function has(side: Side, name: string): boolean {
  return own(side.model.schemas, name) !== undefined;
}

/** One value that differs tells two apart, however many others they share. */
function objectLikeness({ of: a, literals: left }: Sign, { of: b, literals: right }: Sign): number {
  const shared = [...left].filter(([name]) => right.has(name));
  if (shared.some(([name, value]) => right.get(name) !== value)) return 0;
  if (shared.length > 0) return CERTAIN;
  const names = [...a.facts.properties.keys()];
  const common = names.filter((name) => b.facts.properties.has(name));
  const all = new Set([...names, ...b.facts.properties.keys()]).size;
  return all === 0 ? 10 : (common.length / all) * 30;
}

const known = new WeakMap<Alternative, ReadonlyMap<string, string>>();

/** The properties that always have one value, the value as text. */
function literalsOf(alternative: Alternative, side: Side): ReadonlyMap<string, string> {
  const found = known.get(alternative) ?? findLiterals(alternative, side);
  known.set(alternative, found);
  return found;
}

function findLiterals({ facts }: Alternative, side: Side): Map<string, string> {
  return new Map(
    [...facts.properties].flatMap(([name, { schema }]) => {
      const { alternatives } = side.conjunctionOf(schema);
      const values = alternatives.length === 1 ? alternatives[0]?.facts.values : undefined;
      return values?.length === 1 ? [[name, canonicalText(values[0])] as const] : [];
    }),
  );
}

/** The value that tells a variant from each of the others: `type: "s3"`. Undefined if there is none. */
export function tagOf(variant: Alternative, others: readonly Alternative[], side: Side): string | undefined {
  if (others.length < 2) return undefined;
  const rest = others.filter((other) => other !== variant).map((other) => literalsOf(other, side));
  const tag = [...literalsOf(variant, side)].find(([name, value]) =>
    rest.every((literals) => literals.has(name) && literals.get(name) !== value),
  );
  return tag?.join(": ");
}
