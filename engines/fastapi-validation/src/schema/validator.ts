import { createCheckWork, growWith, type Schema, setOwn, spend, type Work } from "@svc/model/data";
import { JsonFloat } from "../json/number.ts";

/** A validation error; containers prepend their key to `loc`. */
export interface Issue {
  readonly type: string;
  readonly loc: (string | number)[];
  readonly msg: string;
  readonly input: unknown;
  readonly ctx?: { readonly [key: string]: unknown };
}

/** Exactness of a value's type, by which pydantic's unions choose. */
export const EXACT = 2;
export const STRICT = 1;
export const LAX = 0;

/** State of one validation. */
export interface State {
  readonly issues: Issue[];
  exactness: number;
  /** Number of model fields in the input, by which unions of models choose first. */
  fields: number;
  readonly shared: Shared;
}

/** State that all trials of a request share. */
interface Shared {
  /** Trials of the variants of unions: each variant is tried once with each value. */
  readonly trials: Map<Compiled, Map<unknown, Trial>>;
  /** Each schema that a part of the request is checked against is a step; beyond, parts are accepted. */
  readonly work: Work;
  /** Parts for which the work has grown. */
  readonly seen: WeakSet<object>;
}

/** What came of a variant. */
export interface Trial {
  readonly value: unknown;
  readonly state: State;
}

/** Result of a validator that has added issues. */
export const INVALID: unique symbol = Symbol("invalid");

/** Converts an input as pydantic's lax mode does, or adds issues and returns {@link INVALID}. */
export type Validator = (input: unknown, state: State) => unknown;

/** A validator with the label that unions put into `loc`. */
export interface Compiled {
  readonly validate: Validator;
  /** Creates the label; `depth` bounds recursive types. */
  readonly label: (depth: number) => string;
}

/** Compiles a schema, once: recursive schemas end. */
export type Compile = (schema: Schema) => Compiled;

/** Longest label: unions of unions would write out each of their parts every time. */
const MAX_LABEL = 300;

export function cutLabel(label: string): string {
  return label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL)}...` : label;
}

/** The labels of parts, as far as they are shown: recursive types would write out each part in each. */
export function joinLabels(parts: readonly Compiled[], depth: number, separator = ","): string {
  let labels = "";
  for (const [index, part] of parts.entries()) {
    if (labels.length > MAX_LABEL) break;
    labels += `${index === 0 ? "" : separator}${part.label(depth)}`;
  }
  return labels;
}

export function createState(
  shared: Shared = { trials: new Map(), work: createCheckWork(), seen: new WeakSet() },
): State {
  return { issues: [], exactness: EXACT, fields: 0, shared };
}

/** Counts the check of a part; false: there is no work left, and it is accepted. */
export function mayCheck(input: unknown, { work, seen }: Shared): boolean {
  if (typeof input === "object" && input !== null && !seen.has(input)) {
    seen.add(input);
    growWith(work, input);
  }
  return spend(work);
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

/** Lowers the exactness after a conversion. */
export function lower(state: State, exactness: number): void {
  if (exactness < state.exactness) state.exactness = exactness;
}

/** Validates an item of a container, and prepends its key to `loc` of its issues. */
export function validateAt(validator: Validator, input: unknown, key: string | number, state: State): unknown {
  const before = state.issues.length;
  const value = validator(input, state);
  for (let index = before; index < state.issues.length; index += 1) state.issues[index]?.loc.unshift(key);
  return value;
}

/** Whether a value is a plain object, as parsed from JSON. */
export function isObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The value for handlers: without {@link JsonFloat}, at any depth. */
export function toPlain(value: unknown): unknown {
  if (value instanceof JsonFloat) return value.value;
  if (Array.isArray(value)) return value.map(toPlain);
  if (!isObject(value)) return value;
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) setOwn(result, key, toPlain(item));
  return result;
}
