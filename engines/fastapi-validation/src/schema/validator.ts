import { createCheckWork, growWith, type Schema, setOwn, spend, type Work } from "@svc/model/data";
import type { ValidationIssue } from "../http.ts";
import { JsonFloat } from "../json/number.ts";

/** A validation error; containers prepend their key to `loc`. */
export interface Issue extends ValidationIssue {
  readonly loc: (string | number)[];
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

/** State that all trials of a request share. Most requests need none of its collections. */
interface Shared {
  /** Trials of the variants of unions: each variant is tried once with each value. */
  trials?: Map<Compiled, Map<unknown, Trial>>;
  /** Each schema that a part of the request is checked against is a step; beyond, parts are accepted. */
  readonly work: Work;
  /** Parts for which the work has grown. */
  seen?: WeakSet<object>;
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

export function createState(shared: Shared = { work: createCheckWork() }): State {
  return { issues: [], exactness: EXACT, fields: 0, shared };
}

/** Counts the check of a part; false: there is no work left, and it is accepted. */
export function mayCheck(input: unknown, shared: Shared): boolean {
  if (typeof input === "object" && input !== null && !shared.seen?.has(input)) {
    shared.seen ??= new WeakSet();
    shared.seen.add(input);
    growWith(shared.work, input);
  }
  return spend(shared.work);
}

/** Adds an issue. */
export function fail(state: State, issue: Omit<Issue, "loc">): typeof INVALID {
  const { type, msg, input, ctx } = issue;
  state.issues.push(ctx === undefined ? { type, loc: [], msg, input } : { type, loc: [], msg, input, ctx });
  return INVALID;
}

/** Fails for an input of another type. */
export function failType(type: string, words: string, input: unknown, state: State): typeof INVALID {
  return fail(state, { type: `${type}_type`, msg: `Input should be a valid ${words}`, input });
}

/** The same for an object, which pydantic also takes of a class. */
export function failObject(input: unknown, state: State): typeof INVALID {
  return failType("model_attributes", "dictionary or object to extract fields from", input, state);
}

/** Fails for an input of the right type that does not hold what it should; `error` says why. */
export function failParsing(
  state: State,
  { type, words, error, input }: { type: string; words: string; error: string; input: unknown },
): typeof INVALID {
  return fail(state, { type: `${type}_parsing`, msg: `Input should be ${words}, ${error}`, input, ctx: { error } });
}

/** The length of a value, as an error tells it. */
export interface Length {
  /** pydantic's name of the type. */
  readonly field: string;
  readonly unit: "item" | "character" | "byte";
  readonly length: number;
  readonly input: unknown;
}

/** Checks a length; `kind` is the beginning of the error's type. */
export function checkLength(
  given: Length,
  [least, most]: readonly [least: number | undefined, most: number | undefined],
  state: State,
  kind = "",
): boolean {
  const isShort = least !== undefined && given.length < least;
  if (!isShort && (most === undefined || given.length <= most)) return true;
  const { field, unit, length, input } = given;
  const [limit, type, key] = isShort ? [least, "too_short", "min_length"] : [most, "too_long", "max_length"];
  const words = `${field} should have at ${isShort ? "least" : "most"} ${limit} ${unit}${limit === 1 ? "" : "s"}`;
  const isContainer = unit === "item";
  const msg = isContainer ? `${words} after validation, not ${length}` : words;
  const ctx = isContainer ? { field_type: field, [key]: limit, actual_length: length } : { [key]: limit };
  fail(state, { type: kind + type, msg, input, ctx });
  return false;
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
