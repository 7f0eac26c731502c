import { METHODS, type Method } from "../model.ts";
import { asObject, entries, get } from "./raw.ts";

/** An operation of a path item, and the tokens that lead to it from there. */
export interface PathOperation {
  readonly method: Method;
  readonly value: unknown;
  readonly tokens: readonly string[];
}

/**
 * The operations of a path item: those that have a field, in the specification's order, then its `additionalOperations`,
 * whose methods the model has in lower case, too.
 */
export function operationsOf(pathItem: unknown): PathOperation[] {
  const fixed = METHODS.filter((method) => Object.hasOwn(asObject(pathItem), method)).map((method) => ({
    method,
    value: get(pathItem, method),
    tokens: [method],
  }));
  const more = entries(get(pathItem, "additionalOperations")).map(([name, value]) => ({
    method: name.toLowerCase(),
    value,
    tokens: ["additionalOperations", name],
  }));
  return [...fixed, ...more];
}
