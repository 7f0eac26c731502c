type Scalar = string | number | boolean | bigint | symbol | null | undefined;
type Opaque = Date | Blob | ArrayBuffer | ArrayBufferView | ((...parameters: never[]) => unknown);

/**
 * A part of a value, at every level. Arrays replace, they do not merge, and so do values of unknown type. `undefined`
 * omits an optional property.
 */
export type DeepPartial<T> = unknown extends T
  ? T
  : T extends Scalar | Opaque | readonly unknown[]
    ? T
    : { [Key in keyof T]?: DeepPartial<T[Key]> | undefined };

/** Overrides: a part of the value, or a function of its position that returns one. */
export type Overrides<T> = DeepPartial<T> | ((index: number) => DeepPartial<T>);

/** Builds one value. */
export type Build<T> = (overrides?: Overrides<T>) => T;

/** Builds several values; overrides may be a function of the position, from 0. */
export type ListBuilder<T> = (count: number, overrides?: Overrides<T>) => T[];

/** Named sets of overrides. */
export interface TraitsOf<T> {
  readonly [trait: string]: Overrides<T>;
}

/**
 * Builds values of one schema: complete, valid, realistic, different each time, and the same in each run. The n-th
 * value depends on the seed, the schema and n only, not on other builders.
 */
export interface Builder<T> {
  /**
   * One complete value: it has every property, and null only if nothing else is allowed.
   *
   * @throws BuildError if the overrides make it invalid, unless `strict` is false
   */
  (overrides?: Overrides<T>): T;
  /** Several values. */
  readonly list: ListBuilder<T>;
  /** Null wherever the schema allows it, at every level but the value itself; complete otherwise. */
  readonly allNull: Build<T>;
  /** Required properties only, and arrays as short as allowed, at every level. */
  readonly minimal: Build<T>;
  /**
   * Every property, an entry of each described kind, longer arrays, strings of full length (up to 1,000 characters).
   */
  readonly maximal: Build<T>;
  /** This builder with further traits: `build.email.extend({ welcome: { subject: "Welcome" } }).welcome()`. */
  extend<const Traits extends TraitsOf<T>>(traits: Traits): Builder<T> & TraitBuilders<T, Traits>;
  /** Restarts the sequence: the next value is the first. */
  rewind(): void;
}

/** A builder per trait. */
export type TraitBuilders<T, Traits> = { readonly [Name in keyof Traits]: Build<T> };

/** Methods of the object of builders beside the builders of schemas; `Args` maps operation ids to argument lists. */
export interface BuilderTools<Args, Types = unknown> {
  /** Arguments with which the client's method of an operation can be called: path values, body, required parameters. */
  args<Id extends keyof Args>(operationId: Id, options?: ArgumentOptions): Args[Id];
  /** A request body of an operation, as its method accepts it; `undefined` if it has none. */
  body(operationId: keyof Args): unknown;
  /** A body of the first success; `undefined` if it has none. */
  response<Id extends keyof Args>(operationId: Id): ResponseBody<Types, Id>;
  /** A response body of the given status; `undefined` if it has none. */
  response(operationId: keyof Args, status: number | string | undefined): unknown;
  /** Restarts all sequences. */
  rewind(): void;
}

/** Response body of an operation by its types; `unknown` unless it is JSON. */
export type ResponseBody<Types, Id> = Id extends keyof Types
  ? Types[Id] extends { readonly response: infer Body }
    ? [Exclude<Body, Blob | AsyncIterable<unknown>>] extends [never]
      ? unknown
      : Exclude<Body, Blob | AsyncIterable<unknown>>
    : unknown
  : unknown;

/** Builders of the items of streams; `Items` maps operation ids to them. */
export interface StreamBuilders<Items> {
  /** One item; of those that are built one after the other, events have ids from 1. */
  streamItem<Id extends keyof Items>(operationId: Id, overrides?: Overrides<Items[Id]>): Items[Id];
  /**
   * The items of a whole stream: what a handler yields, one after the other. Events have ids from 1. A function as overrides
   * is called with the position of each, from 0.
   *
   * @param count number of items. @default 3
   */
  streamItems<Id extends keyof Items>(operationId: Id, count?: number, overrides?: Overrides<Items[Id]>): Items[Id][];
}

export interface ArgumentOptions {
  /** `maximal` gives optional parameters, too. @default "default" */
  readonly mode?: "default" | "minimal" | "maximal";
}

/** Value of a builder. */
export type Built<B> = B extends Builder<infer T> ? T : never;

/** Traits by builder. */
export type Traits<B> = { readonly [Name in keyof B]?: TraitsOf<Built<B[Name]>> };

/** The builders with traits added. */
export type WithTraits<B, T> = {
  [Name in keyof B]: Name extends keyof T ? B[Name] & TraitBuilders<Built<B[Name]>, T[Name]> : B[Name];
};

/** Relations by builder: what follows from the other properties of a value. Applies wherever the schema is built. */
export type Relations<B> = {
  readonly [Name in keyof B]?: (
    value: Built<B[Name]>,
    context: { readonly index: number },
  ) => DeepPartial<Built<B[Name]>>;
};
