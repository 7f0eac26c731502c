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

    override shrink(value: Json): FastCheck.Stream<FastCheck.Value<Json>> {
      const { schema } = this.#node;
      const judge = isValid(schema, value) ? isValid : isAccepted;
      return fc
        .stream(simpler(value))
        .filter((one) => judge(schema, one))
        .map((one) => new fc.Value(one, undefined));
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

/** Values that are simpler than a value, the simplest first: each is null, shorter, smaller or plainer in one place. */
function* simpler(value: Json): Generator<Json, undefined> {
  if (value !== null) yield null;
  if (value === true) yield false;
  if (typeof value === "number") yield* simplerNumbers(value);
  if (typeof value === "string") yield* simplerTexts(value);
  if (Array.isArray(value)) yield* simplerLists(value);
  else if (isRecord(value)) yield* simplerObjects(value);
  return undefined;
}

function* simplerNumbers(value: number): Generator<number, undefined> {
  if (value < 0) yield -value;
  if (!Number.isInteger(value)) yield Math.trunc(value);
  // Of huge numbers the same is left where little is taken away.
  for (let step = value; Math.abs(step) >= 1 && value - step !== value; step = Math.trunc(step / 2)) yield value - step;
  return undefined;
}

/** Lengths between the shortest and the whole, in halves. */
function* lengths(length: number): Generator<number, undefined> {
  for (let missing = length; missing > 0; missing = Math.floor(missing / 2)) yield length - missing;
  return undefined;
}

function* simplerTexts(text: string): Generator<string, undefined> {
  const characters = [...text];
  for (const length of lengths(characters.length)) yield characters.slice(0, length).join("");
  for (const index of characters.keys()) yield characters.toSpliced(index, 1).join("");
  const plain = characters.map((character) => (/[a-z0-9]/i.test(character) ? character : "a"));
  if (plain.join("") !== text) yield plain.join("");
  for (const [index, character] of characters.entries())
    if (character !== "a") yield characters.with(index, "a").join("");
  return undefined;
}

function* simplerLists(list: readonly Json[]): Generator<Json[], undefined> {
  for (const length of lengths(list.length)) yield list.slice(0, length);
  for (const index of list.keys()) yield list.toSpliced(index, 1);
  for (const [index, item] of list.entries()) for (const other of simpler(item)) yield list.with(index, other);
  return undefined;
}

function* simplerObjects(object: { readonly [name: string]: Json }): Generator<Json, undefined> {
  for (const name of Object.keys(object)) {
    const { [name]: _, ...others } = object;
    yield others;
  }
  for (const [name, member] of Object.entries(object))
    for (const other of simpler(member)) {
      const copy = { ...object };
      setOwn(copy, name, other);
      yield copy;
    }
  return undefined;
}
