import { Exact } from "./exact-json.ts";

/**
 * Value that travels as text or a number and is another one in TypeScript: `date` a Date, `bigint` a
 * bigint, `digits` the decimal digits of an integer as text.
 */
export type Leaf = "date" | "bigint" | "digits";

/** Where such values lie in the values of a schema. A reference is a function: schemas may contain themselves. */
export type Plan = Leaf | (() => Plan) | Parts;

/** Plans of the parts of a value; all that are there apply. */
export interface Parts {
  /** Of the items of a list. */
  readonly items?: Plan;
  /** Of the first items of a list, by index. */
  readonly tuple?: readonly (Plan | undefined)[];
  /** Of the members of an object, by name. A name without values to convert is there where `members` is not to apply to it. */
  readonly properties?: { readonly [name: string]: Plan };
  /** Of the members of an object whose names match a pattern. */
  readonly patterns?: { readonly [pattern: string]: Plan };
  /** Of the members of an object that `properties` does not name and whose names match none of `patterns`. */
  readonly members?: Plan;
  /** Of the value itself, each one. */
  readonly all?: readonly Plan[];
  /** Of the value itself, those that fit. */
  readonly any?: readonly Alternative[];
}

/** An alternative of a union: facts by which its values are told from others, and their plan. */
export interface Alternative {
  /** JSON types. */
  readonly types?: readonly string[];
  /** Names of members that are always there. */
  readonly required?: readonly string[];
  /** Values that a member may have, by name. */
  readonly values?: { readonly [name: string]: readonly unknown[] };
  /** Values that a member does not have, by name. */
  readonly except?: { readonly [name: string]: readonly unknown[] };
  readonly plan?: Plan;
}

/** Plans of an operation. */
export interface ValuesRow {
  /** Of its answers, by status: `200`, `2XX`, `default`. */
  readonly answers?: { readonly [status: string]: Plan };
  /** Of the items of its streams, by media type: all of them. */
  readonly items?: { readonly [mediaType: string]: Plan };
  /** Of its query, header and cookie parameters that are JSON, or have objects in them, by key. */
  readonly params?: { readonly [key: string]: Plan };
  /** Of its request body. */
  readonly body?: Plan;
}

/** Plans by operation id. */
export interface ValuesTable {
  readonly [operation: string]: ValuesRow;
}

/** Place of a value: its name or index in what contains it. The outermost value has none. */
export interface Place {
  readonly key: string | number;
  readonly outer: Place | undefined;
}

/** Refusal of a value, with its place and what was expected there; never the value. */
export class BadValue {
  /** Names of members and indexes, the outermost first. */
  readonly loc: readonly (string | number)[];
  readonly expected: string;

  constructor(place: Place | undefined, expected: string) {
    const loc: (string | number)[] = [];
    for (let at = place; at; at = at.outer) loc.unshift(at.key);
    this.loc = loc;
    this.expected = expected;
  }
}

/** Gives another value for one of a leaf, or the same. @throws BadValue for one that cannot be converted */
export type ConvertLeaf = (leaf: Leaf, value: unknown, place: Place | undefined) => unknown;

/**
 * Converts the values that a plan names. What does not contain one is the same object as before; the others are copies, so
 * that nothing of a caller's is changed.
 *
 * @throws BadValue for the first value that cannot be converted
 */
export function convert(value: unknown, plan: Plan, convertLeaf: ConvertLeaf, place?: Place): unknown {
  if (value === null || value === undefined) return value;
  if (typeof plan === "string") return convertLeaf(plan, value, place);
  if (typeof plan === "function") return convert(value, plan(), convertLeaf, place);
  let result: unknown = value;
  if (Array.isArray(value)) result = convertList(value, plan, convertLeaf, place);
  else if (isRecord(value)) result = convertRecord(value, plan, convertLeaf, place);
  for (const part of plan.all ?? []) result = convert(result, part, convertLeaf, place);
  return plan.any ? convertUnion(result, plan.any, convertLeaf, place) : result;
}

function convertList(
  list: readonly unknown[],
  { items, tuple = [] }: Parts,
  convertLeaf: ConvertLeaf,
  place: Place | undefined,
): unknown {
  let copy: unknown[] | undefined;
  const length = items ? list.length : Math.min(tuple.length, list.length);
  for (let index = 0; index < length; index++) {
    const item = list[index];
    const plan = index < tuple.length ? tuple[index] : items;
    const made = plan ? convert(item, plan, convertLeaf, { key: index, outer: place }) : item;
    if (made === item) continue;
    copy ??= [...list];
    copy[index] = made;
  }
  return copy ?? list;
}

type Rec = { readonly [name: string]: unknown };

function convertRecord(record: Rec, parts: Parts, convertLeaf: ConvertLeaf, place: Place | undefined): unknown {
  const { properties = {}, patterns = {}, members } = parts;
  let copy: Rec | undefined;
  const change = (name: string, plan: Plan): void => {
    if (!Object.hasOwn(record, name)) return;
    const before = (copy ?? record)[name];
    const made = convert(before, plan, convertLeaf, { key: name, outer: place });
    if (made === before) return;
    copy ??= { ...record };
    // A member may be called `__proto__`.
    Object.defineProperty(copy, name, { value: made, enumerable: true, configurable: true, writable: true });
  };
  for (const name of Object.keys(properties)) change(name, properties[name] as Plan);
  const matchers = Object.entries(patterns).map(([pattern, plan]) => ({ pattern: new RegExp(pattern, "u"), plan }));
  for (const name of members || matchers.length > 0 ? Object.keys(record) : []) {
    const matching = matchers.filter(({ pattern }) => pattern.test(name));
    for (const { plan } of matching) change(name, plan);
    if (members && matching.length === 0 && !Object.hasOwn(properties, name)) change(name, members);
  }
  return copy ?? record;
}

/**
 * Where one alternative fits, its values have to be right. Where several do, which cannot be told apart, each is tried: one
 * whose values cannot be converted is none.
 */
function convertUnion(
  value: unknown,
  any: readonly Alternative[],
  convertLeaf: ConvertLeaf,
  place: Place | undefined,
): unknown {
  const fitting = any.filter((alternative) => fits(value, alternative));
  let result = value;
  for (const { plan } of fitting) {
    if (!plan) continue;
    try {
      result = convert(result, plan, convertLeaf, place);
    } catch (error) {
      if (fitting.length === 1 || !(error instanceof BadValue)) throw error;
    }
  }
  return result;
}

function fits(value: unknown, { types, required = [], values = {}, except = {} }: Alternative): boolean {
  if (types && !types.some((type) => isOfType(value, type))) return false;
  if (!isRecord(value)) return true;
  const member = (name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined);
  return (
    required.every((name) => member(name) !== undefined) &&
    Object.entries(values).every(([name, known]) => member(name) === undefined || known.includes(member(name))) &&
    Object.entries(except).every(([name, known]) => !known.includes(member(name)))
  );
}

/** Whether a value, as it came or as it is sent, is one of a JSON type. */
function isOfType(value: unknown, type: string): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isRecord(value);
  if (type === "string") return typeof value === "string" || isText(value);
  if (type === "boolean") return typeof value === type;
  return /^(number|bigint)$/.test(typeof value) || value instanceof Exact;
}

function isText(value: unknown): boolean {
  return typeof value === "object" && typeof (value as Partial<Date> | null)?.toJSON === "function";
}

function isRecord(value: unknown): value is Rec {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !isText(value) &&
    !(value instanceof Exact) &&
    !(value instanceof Blob)
  );
}
