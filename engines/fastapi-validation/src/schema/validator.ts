import { type Schema, setOwn } from "@svc/model";
import { JsonFloat } from "../parse-number.ts";

/** An error on its way out: containers put their key in front of `loc`. */
export interface Issue {
  readonly type: string;
  readonly loc: (string | number)[];
  readonly msg: string;
  readonly input: unknown;
  readonly ctx?: { readonly [key: string]: unknown };
}

/** How close a value was to its type: pydantic's unions prefer the closest. */
export const EXACT = 2;
export const STRICT = 1;
export const LAX = 0;

/** What one validation collects. */
export interface State {
  readonly issues: Issue[];
  exactness: number;
  /** Fields that models found in the input: the first thing by which unions of models choose. */
  fields: number;
}

/** Returned instead of a value where issues were added. */
export const INVALID: unique symbol = Symbol("invalid");

/** Converts an input as pydantic's lax mode does, or adds issues and returns {@link INVALID}. */
export type Validator = (input: unknown, state: State) => unknown;

/** A validator and the name by which unions put it into `loc`. */
export interface Compiled {
  readonly validate: Validator;
  /** Worked out only when an error needs it; `depth` bounds recursive types. */
  readonly label: (depth: number) => string;
}

/** Compiles a schema. Compiled schemas are kept, so recursive ones end. */
export type Compile = (schema: Schema) => Compiled;

export function createState(): State {
  return { issues: [], exactness: EXACT, fields: 0 };
}

/** Adds an issue. */
export function fail(
  state: State,
  issue: { type: string; msg: string; input: unknown; ctx?: { readonly [key: string]: unknown } },
): typeof INVALID {
  const { type, msg, input, ctx } = issue;
  state.issues.push(ctx === undefined ? { type, loc: [], msg, input } : { type, loc: [], msg, input, ctx });
  return INVALID;
}

/** Notes that a conversion was needed. */
export function lower(state: State, exactness: number): void {
  if (exactness < state.exactness) state.exactness = exactness;
}

/** Validates an item of a container: its issues get the key in front. */
export function validateAt(validator: Validator, input: unknown, key: string | number, state: State): unknown {
  const before = state.issues.length;
  const value = validator(input, state);
  for (let index = before; index < state.issues.length; index += 1) state.issues[index]?.loc.unshift(key);
  return value;
}

/** True for the values that JSON objects parse to. */
export function isObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The value as a handler sees it: floats unmarked, at any depth. */
export function toPlain(value: unknown): unknown {
  if (value instanceof JsonFloat) return value.value;
  if (Array.isArray(value)) return value.map(toPlain);
  if (!isObject(value)) return value;
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) setOwn(result, key, toPlain(item));
  return result;
}
