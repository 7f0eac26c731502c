import { constrains, isNever, type Schema } from "@svc/model";
import { ruleText } from "./canonical-text.ts";
import { factsOf } from "./facts.ts";
import { contradictedKinds, kindsOf } from "./kinds.ts";
import { pureReference } from "./pointers.ts";
import type { Alternative, Facts, Side } from "./side.ts";

interface Combination {
  readonly leaves: readonly Schema[];
  readonly name: string | undefined;
  readonly pointer: string | undefined;
}

/** More combinations of `oneOf` and `anyOf` than this are compared as text. */
const MAX_COMBINATIONS = 300;

/**
 * The disjunctive normal form of a conjunction: `type: [a, b]`, `anyOf` and `oneOf` all become alternatives, and enums of
 * one type become one.
 */
export function alternativesOf(leaves: readonly Schema[], side: Side): Alternative[] {
  const combinations = combine(leaves, side, new Set()) ?? [{ leaves, name: undefined, pointer: undefined }];
  const fallback = leaves[0] === undefined ? "" : side.pointerOf(leaves[0]);
  const found = new Map<string, Alternative>();
  const kinds = combinations.map(({ leaves }) => (leaves.some(isNever) ? [] : kindsOf(side.shapeOf(leaves))));
  const isPossible = kinds.some((possible) => possible.length > 0);
  for (const [index, combination] of combinations.entries()) {
    const possible = kinds[index] ?? [];
    const all = possible.length > 0 || !isPossible ? possible : contradictedKinds(combination.leaves);
    for (const kind of all) {
      const isPlain = combination.name === undefined && kind !== "object" && kind !== "array";
      const key = `${kind} ${combination.leaves.map((leaf) => (isPlain ? ruleText(leaf) : side.identify(leaf))).join(" ")}`;
      if (!found.has(key)) found.set(key, createAlternative(combination, kind, fallback, side));
    }
  }
  const alternatives = [...found.values()];
  // Whole numbers are numbers.
  const hasNumber = alternatives.some(({ kind, facts }) => kind === "number" && isUnconstrained(facts));
  return mergeEnums(alternatives.filter(({ kind }) => !(hasNumber && kind === "integer")));
}

/** The same for the same leaves, so that a comparison of two is made once. */
function createAlternative(
  combination: Combination,
  kind: Alternative["kind"],
  fallback: string,
  side: Side,
): Alternative {
  const { leaves, name } = combination;
  const pointer = combination.pointer ?? fallback;
  const key = `${kind} ${name ?? ""} ${leaves.map(side.identify).join(" ")}`;
  let facts: Facts | undefined;
  const made: Alternative = side.interned.get(key) ?? {
    kind,
    name,
    pointer,
    leaves,
    get facts() {
      facts ??= factsOf(leaves, kind, side);
      return facts;
    },
  };
  side.interned.set(key, made);
  return made;
}

/** Every way to satisfy all leaves; undefined where there are too many. */
function combine(leaves: readonly Schema[], side: Side, path: ReadonlySet<Schema>): Combination[] | undefined {
  const isPlain = (leaf: Schema) => leaf.oneOf === undefined && leaf.anyOf === undefined;
  let result: Combination[] = [{ leaves: leaves.filter(isPlain), name: undefined, pointer: undefined }];
  for (const leaf of leaves) {
    if (isPlain(leaf) || path.has(leaf)) continue;
    const options = knownOptionsOf(leaf, side, path);
    if (options === undefined || result.length * options.length > MAX_COMBINATIONS) return undefined;
    result = result.flatMap((left) => options.map((right) => join(left, right)));
  }
  return result;
}

function join(left: Combination, right: Combination): Combination {
  return {
    leaves: [...new Set([...left.leaves, ...right.leaves])],
    name: right.name ?? left.name,
    pointer: right.pointer ?? left.pointer,
  };
}

const known = new WeakMap<Side, Map<Schema, Combination[] | undefined>>();

/** Once per leaf: in a chain of unions each is a part of all before. */
function knownOptionsOf(leaf: Schema, side: Side, path: ReadonlySet<Schema>): Combination[] | undefined {
  const ofSide = known.get(side) ?? new Map<Schema, Combination[] | undefined>();
  known.set(side, ofSide);
  if (!ofSide.has(leaf)) ofSide.set(leaf, optionsOf(leaf, side, new Set([...path, leaf])));
  return ofSide.get(leaf);
}

function optionsOf(leaf: Schema, side: Side, path: ReadonlySet<Schema>): Combination[] | undefined {
  const base = baseOf(leaf, side);
  let result: Combination[] = [{ leaves: base === undefined ? [] : [base], name: undefined, pointer: undefined }];
  for (const union of [leaf.oneOf, leaf.anyOf]) {
    if (union === undefined) continue;
    const options: Combination[] = [];
    for (const variant of union) {
      const inner = combine(side.leavesOf(variant), side, path);
      if (inner === undefined) return undefined;
      const name = pureReference(variant);
      const pointer = name === undefined ? side.pointerOf(variant) : side.target(variant.$ref ?? "")?.pointer;
      options.push(...inner.map((one) => ({ ...one, name: one.name ?? name, pointer: one.pointer ?? pointer })));
    }
    result = result.flatMap((left) => options.map((right) => join(left, right)));
    if (result.length > MAX_COMBINATIONS) return undefined;
  }
  return result;
}

/** The leaf without its unions, once per leaf; undefined where nothing is left. */
function baseOf(leaf: Schema, side: Side): Schema | undefined {
  if (leaf.oneOf === undefined && leaf.anyOf === undefined) return leaf;
  const { oneOf: _one, anyOf: _any, ...rest } = leaf;
  const base = side.bases.get(leaf) ?? rest;
  side.bases.set(leaf, base);
  side.adopt(base, leaf);
  return Object.keys(base).some(isConstraint) ? base : undefined;
}

/** A discriminator only tells alternatives apart. */
export function isConstraint(keyword: string): boolean {
  return keyword !== "discriminator" && constrains(keyword);
}

function isUnconstrained({ values, format, bounds, rules }: Facts): boolean {
  return values === undefined && format === undefined && bounds.size === 0 && rules.size === 0;
}

/** `oneOf: [{ const: "a" }, { const: "b" }]` says what `enum: ["a", "b"]` says. */
function mergeEnums(alternatives: readonly Alternative[]): Alternative[] {
  const result: Alternative[] = [];
  for (const alternative of alternatives) {
    const index = result.findIndex(
      (other) => other.kind === alternative.kind && isPlainEnum(other) && isPlainEnum(alternative),
    );
    const first = result[index];
    if (first === undefined) result.push(alternative);
    else
      result[index] = {
        ...first,
        facts: { ...first.facts, values: [...(first.facts.values ?? []), ...(alternative.facts.values ?? [])] },
      };
  }
  return result;
}

function isPlainEnum({ kind, facts }: Alternative): boolean {
  return facts.values !== undefined && kind !== "object" && kind !== "array" && kind !== "any";
}
