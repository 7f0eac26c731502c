/**
 * Value that travels as text or a number and is another one in TypeScript: `date` a Date, `instant` and `day` a
 * `Temporal.Instant` and a `Temporal.PlainDate`, `bigint` a bigint, `digits` the decimal digits of an integer as text.
 */
export type Leaf = "date" | "instant" | "day" | "bigint" | "digits";

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
