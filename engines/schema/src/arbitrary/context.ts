import type { Json } from "@svc/model/data";
import type * as FastCheck from "fast-check";
import type { Compiler, Node } from "../shape/compiler.ts";

/** The part of fast-check that is used, versions 3 and 4 alike. */
export type FastCheckModule = typeof FastCheck;

/** An arbitrary of JSON values. */
export type JsonArbitrary = FastCheck.Arbitrary<Json>;

/** Makes a valid value for a number: for what cannot be made otherwise. */
export type Spare<T> = (seed: number) => T;

export interface ArbitraryContext {
  readonly fc: FastCheckModule;
  readonly compiler: Compiler;
  /** The arbitrary of a nested value, one level deeper. */
  nested(node: Node, depth: number): JsonArbitrary;
}
