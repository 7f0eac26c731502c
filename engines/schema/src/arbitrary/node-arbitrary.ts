import { type Json, type Schemas, setOwn } from "@svc/model/data";
import type * as FastCheck from "fast-check";
import { generate } from "../builders/generate.ts";
import { isRecord } from "../json.ts";
import { compilerOf, type Node } from "../shape/compiler.ts";

/** The part of fast-check that is used, versions 3 and 4 alike. */
export type FastCheckModule = typeof FastCheck;

/** An arbitrary of JSON values. */
export type JsonArbitrary = FastCheck.Arbitrary<Json>;

/**
 * Makes arbitraries of schemas. The builders' generator draws any value; what fails is made simpler while it is valid.
 */
export function createNodeArbitraries(schemas: Schemas, fc: FastCheckModule): (node: Node) => JsonArbitrary {
  const { isValid, isAccepted } = compilerOf(schemas);
  class NodeArbitrary extends fc.Arbitrary<Json> {
    readonly #node: Node;

    constructor(node: Node) {
      super();
      this.#node = node;
    }

    override generate(random: FastCheck.Random): FastCheck.Value<Json> {
      return new fc.Value(draw(this.#node, random.nextInt(0, 0x7fffffff)), undefined);
    }

    override canShrinkWithoutContext(value: unknown): value is Json {
      return isAccepted(this.#node.schema, value);
    }

    /** Goes on where the last simpler value was found: what lies before was of no use a moment ago, and comes last. */
    override shrink(value: Json, begin = 0): FastCheck.Stream<FastCheck.Value<Json>> {
      const { schema } = this.#node;
      const judge = isValid(schema, value) ? isValid : isAccepted;
      return fc
        .stream(inTurn(value, begin))
        .map(([{ make }, next]) => new fc.Value(make(), next))
        .filter((one) => judge(schema, one.value));
    }
  }

  /** A value as a whole is always checked: parts that are each valid may not fit together. */
  const draw = ({ schema }: Node, seed: number): Json => {
    const making = { schemas, seed, index: seed % 1000, useExamples: false };
    const value = generate(schema, { ...making, mode: "any" });
    if (value !== undefined && isValid(schema, value)) return value;
    const small = generate(schema, { ...making, mode: "minimal" });
    // Subtypes that only their discriminator tells apart fit each other, too: none is valid, all are accepted.
    const isSpare = value === undefined || isValid(schema, small) || !isAccepted(schema, value);
    return isSpare ? (small ?? null) : value;
  };
  return (node) => new NodeArbitrary(node);
}

/** A value that is simpler than another. */
interface Simpler {
  /** Makes it when it is tried: most are passed over. */
  readonly make: () => Json;
  /** Position among the values of which the first that fails is the best, as half a number is better than one less. */
  readonly rank?: number;
}

/** All simpler values, beginning at a place, each with the place to begin at when that is made simpler. */
function* inTurn(value: Json, begin: number): Generator<readonly [simpler: Simpler, next: number], undefined> {
  let place = 0;
  for (const one of simplerThan(value)) if (place++ >= begin) yield [one, place - 1 - (one.rank ?? 0)];
  const end = Math.min(begin, place);
  place = 0;
  for (const one of simplerThan(value)) {
    if (place === end) return undefined;
    yield [one, place++ - (one.rank ?? 0)];
  }
  return undefined;
}

/** Values that are simpler than a value, the simplest first: each is null, shorter, smaller or plainer in one place. */
function* simplerThan(value: Json): Generator<Simpler, undefined> {
  if (value !== null) yield { make: () => null };
  if (value === true) yield { make: () => false };
  if (typeof value === "number") yield* simplerNumbers(value);
  if (typeof value === "string") yield* simplerTexts(value);
  if (Array.isArray(value)) yield* simplerLists(value);
  else if (isRecord(value)) yield* simplerObjects(value);
  return undefined;
}

function* simplerNumbers(value: number): Generator<Simpler, undefined> {
  if (value < 0) yield { make: () => -value };
  if (!Number.isInteger(value)) yield { make: () => Math.trunc(value) };
  if (Math.abs(value) < 1e15 && Number(value.toFixed(1)) !== value) yield { make: () => Number(value.toFixed(1)) };
  let rank = 0;
  // Of huge numbers the same is left where little is taken away.
  for (let step = value; Math.abs(step) >= 1 && value - step !== value; step = Math.trunc(step / 2)) {
    const less = value - step;
    yield { make: () => less, rank: rank++ };
  }
  return undefined;
}

/** The beginnings of a list in halves, and then the list without one of its items. */
function* shorter<T>(list: readonly T[], make: (list: readonly T[]) => Json): Generator<Simpler, undefined> {
  let rank = 0;
  for (let missing = list.length; missing > 0; missing = Math.floor(missing / 2)) {
    const length = list.length - missing;
    yield { make: () => make(list.slice(0, length)), rank: rank++ };
  }
  for (const index of list.keys()) yield { make: () => make(list.toSpliced(index, 1)) };
  return undefined;
}

function* simplerTexts(text: string): Generator<Simpler, undefined> {
  const characters = [...text];
  yield* shorter(characters, (some) => some.join(""));
  const plain = characters.map((character) => (/[a-z0-9]/i.test(character) ? character : "a")).join("");
  if (plain !== text) yield { make: () => plain };
  for (const [index, character] of characters.entries())
    for (const other of plainer(character)) yield { make: () => characters.with(index, other).join("") };
  return undefined;
}

/** Characters that may stand for another: for digits in dates and numbers also smaller ones. */
function plainer(character: string): readonly string[] {
  if (/^[1-9]$/.test(character)) return ["a", "0", String(Number(character) - 1)];
  return character === "a" ? [] : /^[B-Z]$/.test(character) ? ["a", "A"] : ["a"];
}

function* simplerLists(list: readonly Json[]): Generator<Simpler, undefined> {
  yield* shorter(list, (some) => [...some]);
  for (const [index, item] of list.entries())
    for (const one of simplerThan(item)) yield { ...one, make: () => list.with(index, one.make()) };
  return undefined;
}

function* simplerObjects(object: { readonly [name: string]: Json }): Generator<Simpler, undefined> {
  for (const name of Object.keys(object)) {
    const make = (): Json => {
      const { [name]: _, ...others } = object;
      return others;
    };
    yield { make };
  }
  for (const [name, member] of Object.entries(object)) {
    for (const one of simplerThan(member)) {
      const make = (): Json => {
        const copy = { ...object };
        setOwn(copy, name, one.make());
        return copy;
      };
      yield { ...one, make };
    }
  }
  return undefined;
}
