import type { Json, Work } from "@svc/model/data";
import type { Compiler, Node } from "../shape/compiler.ts";
import type { Shape } from "../shape/shape.ts";
import type { Direction } from "../validate/rules.ts";
import type { ValueContext } from "../values/value-context.ts";
import type { ErrorTexts } from "../values/words.ts";
import { createRandom, fork, type Seed } from "./random.ts";

/**
 * How much of a schema a value shows.
 * - `default`: every property, no null where another value is allowed, short arrays.
 * - `minimal`: required properties only, arrays as short as allowed.
 * - `maximal`: every property, also additional ones where they are described; longer arrays with an item per alternative;
 *   texts as long as allowed (up to 1,000 characters).
 * - `allNull`: like `default`, with null wherever null is allowed (but for the value itself).
 */
export type Mode = "default" | "minimal" | "maximal" | "allNull";

/** `any`: whatever is valid, with its corners: bounds, null, absent and further properties, empty and Unicode texts. */
export type AnyMode = Mode | "any";

/** Properties that follow from others: given a value, the part of it that changes. The caller's overrides still win. */
export type Derive = (value: { readonly [name: string]: Json }, context: { readonly index: number }) => unknown;

/** State of the making of a whole value. */
export interface Run {
  readonly compiler: Compiler;
  readonly mode: AnyMode;
  readonly direction: Direction | undefined;
  readonly now: number;
  readonly index: number;
  readonly useExamples: boolean;
  /** Throws where it cannot make a valid value, instead of giving an invalid one. */
  readonly exact: boolean;
  /** As by the rules `LENIENT`: the document contradicts itself. */
  readonly lenient: boolean;
  /** The value is the body of an error: what its texts say. */
  readonly error: ErrorTexts | undefined;
  /** Constraints that follow from the other properties of an object, by the schema it is made for. */
  readonly derive: ReadonlyMap<Node, Derive>;
  /** Values that may still be made before everything is kept small; it goes below 0 for what is required, until `most`. */
  readonly budget: { left: number; readonly most: number };
  /** Each value that is made or checked on the way is a step; beyond, the first that comes is taken. */
  readonly work: Work;
  /** Nodes of which no valid value was found, as small as possible or not. */
  readonly failed: { readonly lean: Set<Node>; readonly ample: Set<Node> };
  /** Objects and arrays around the value, by how often: recursion stops at it. */
  readonly active: Map<Node, number>;
}

/** A place in a value that is being made. */
export interface Spot {
  readonly seed: Seed;
  readonly kin: Seed;
  /** Name of the property, in snake case. */
  readonly name: string;
  readonly root: boolean;
  readonly depth: number;
  /** As small as possible from here on. */
  readonly lean: boolean;
  /** Any text of the right form will do: believable ones turned out invalid. */
  readonly wild: boolean;
  /** The caller's wish here; undefined: none. */
  readonly override: unknown;
  /** Value of an example of the document here. */
  readonly example: Json | undefined;
}

/** Makes the value of a node at a place; undefined where nothing fits. */
export type Generate = (node: Node, run: Run, spot: Spot) => Json | undefined;

/** A value that is being made of a shape, at a place. */
export interface Making {
  readonly shape: Shape;
  readonly run: Run;
  readonly spot: Spot;
  readonly generate: Generate;
}

/** Whether something happens at a place that happens in a share of all cases: the same for the same key. */
export function happens({ seed }: Spot, key: string, share: number): boolean {
  return createRandom(fork(seed, key)).next() < share;
}

/** How seldom an open enum or union has a value that it does not list: what readers forget. */
export const UNLISTED_SHARE: number = 1 / 9;

/** Sources of believable values of a place. */
export function valueContext(shape: Shape, run: Run, spot: Spot): ValueContext {
  return {
    random: createRandom(spot.seed),
    kin: spot.kin,
    now: run.now,
    index: run.index,
    description: shape.description ?? "",
    isAny: run.mode === "any",
  };
}
