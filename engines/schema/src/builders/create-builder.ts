import { isNever, type Json, type NamedSchema, type Schema, type Schemas, unknownName } from "@svc/model/data";
import { mergeOverrides } from "../json.ts";
import { type Compiler, compilerOf } from "../shape/compiler.ts";
import type { Direction } from "../validate/rules.ts";
import type { Issue } from "../validate/visit.ts";
import { BuildError, issueText, TooLargeError } from "./build-error.ts";
import { type GenerateContext, generate } from "./generate.ts";
import { fork, type Seed } from "./random.ts";
import type { Derive, Mode } from "./run.ts";
import type { Build, Builder, ListBuilder, Overrides, TraitsOf } from "./types.ts";

export interface BuilderContext {
  readonly schemas: Schemas;
  readonly seed: Seed;
  readonly now: () => number;
  readonly strict: boolean;
  readonly useExamples: boolean;
  readonly direction: Direction | undefined;
  readonly derive: { readonly [schemaName: string]: Derive } | undefined;
}

/** Position in a builder's sequence; shared with the builders that extend it. */
interface Sequence {
  next: number;
}

/** Creates the builder of a named schema. */
export function createBuilder(
  named: NamedSchema,
  context: BuilderContext,
  traits: TraitsOf<unknown> = {},
): Builder<unknown> {
  return assemble(named, {
    context: { ...context, seed: fork(context.seed, named.wireName) },
    sequence: { next: 0 },
    traits,
  });
}

interface Parts {
  readonly context: BuilderContext;
  readonly sequence: Sequence;
  readonly traits: TraitsOf<unknown>;
}

function assemble(named: NamedSchema, parts: Parts): Builder<unknown> {
  const { sequence } = parts;
  const one =
    (mode: Mode, trait?: Overrides<unknown>): Build<unknown> =>
    (overrides) => {
      const index = sequence.next++;
      return make(named, parts.context, { mode, index, wish: resolve(index, trait, overrides) });
    };
  const list: ListBuilder<unknown> = (count, overrides) =>
    severalOf(`build.${named.builderName}.list`, count, (position) =>
      make(named, parts.context, { mode: "default", index: sequence.next++, wish: resolve(position, overrides) }),
    );
  const members: { [name: string]: unknown } = {
    list,
    allNull: one("allNull"),
    minimal: one("minimal"),
    maximal: one("maximal"),
    extend: (more: TraitsOf<unknown>) => assemble(named, { ...parts, traits: { ...parts.traits, ...more } }),
    rewind: () => {
      sequence.next = 0;
    },
  };
  const builder = one("default");
  for (const [name, trait] of Object.entries(parts.traits)) define(builder, name, one("default", trait));
  for (const [name, member] of Object.entries(members)) define(builder, name, member);
  return builder as Builder<unknown>;
}

/** A function has a `name` and a `length` of its own, which cannot be assigned. */
function define(builder: object, name: string, value: unknown): void {
  Object.defineProperty(builder, name, { value, enumerable: true, configurable: true });
}

/** @throws BuildError for a count that is none */
export function severalOf<T>(label: string, count: number, one: (position: number) => T): T[] {
  const isCount = Number.isInteger(count) && count >= 0;
  if (!isCount) throw new BuildError(label, [{ pointer: "", message: `expected a count, got ${count}` }]);
  return Array.from({ length: count }, (_, position) => one(position));
}

/** The wishes for a position as one; those of the caller come last. */
export function resolve(index: number, ...wishes: readonly (Overrides<unknown> | undefined)[]): unknown {
  const parts = wishes.map((wish): unknown =>
    typeof wish === "function" ? (wish as (index: number) => unknown)(index) : wish,
  );
  return parts.reduce(mergeOverrides, undefined);
}

interface Order {
  readonly mode: Mode;
  readonly index: number;
  readonly wish: unknown;
}

function make(named: NamedSchema, context: BuilderContext, { mode, index, wish }: Order): Json {
  const label = `build.${named.builderName}`;
  const unknown = unknownOverride(named, compilerOf(context.schemas), wish);
  if (unknown !== undefined) throw new BuildError(label, [{ pointer: "", message: unknown }]);
  const place = { seed: fork(context.seed, index), mode, index };
  return buildChanged(label, context, {
    schema: named.schema,
    wish,
    attempt: (making) => generate(named.schema, { ...making, ...place }),
  });
}

interface Change {
  readonly schema: Schema;
  readonly wish: unknown;
  /** Makes the value, with overrides or without. */
  readonly attempt: (making: Omit<GenerateContext, "seed">) => Json | undefined;
}

/**
 * A value with overrides, which may not make it invalid if the builder is strict. Where a schema contradicts itself, it
 * was invalid before.
 *
 * @throws BuildError
 */
export function buildChanged(label: string, context: BuilderContext, { schema, wish, attempt }: Change): Json {
  const { schemas, direction, useExamples, derive, strict } = context;
  const making = { schemas, direction, useExamples, derive, now: context.now() };
  const judge = (made: Json | undefined): readonly Issue[] =>
    strict ? compilerOf(schemas).judgesOf(direction).validate(schema, made) : [];
  const value = unlessTooLarge(label, () => attempt({ ...making, overrides: wish }));
  if (value === undefined) throw new BuildError(label, [{ pointer: "", message: "the schema allows no value" }]);
  const issues = wish === undefined ? [] : judge(value);
  if (issues.length === 0) return value;
  const known = new Set(judge(attempt(making)).map(issueText));
  const caused = issues.filter((issue) => !known.has(issueText(issue)));
  if (caused.length > 0) throw new BuildError(label, caused, LENIENT);
  return value;
}

const LENIENT = "To test what your code does with it, build it with createBuilders({ strict: false })";

/** Says which override is no property of the schema: a misspelt one would change nothing that the code under test reads. */
function unknownOverride({ schema }: NamedSchema, compiler: Compiler, wish: unknown): string | undefined {
  if (typeof wish !== "object" || wish === null || Array.isArray(wish)) return undefined;
  const { shapes } = compiler.compile(schema);
  const facets = shapes.flatMap((shape) => shape.facets);
  const isOpen = facets.some(({ patterns, rest }) => patterns.length > 0 || (rest !== undefined && !isNever(rest)));
  const properties = facets.flatMap((facet) => Object.keys(facet.properties));
  // Documents require names that they do not describe.
  const names =
    properties.length === 0 ? [] : [...new Set([...properties, ...shapes.flatMap(({ required }) => [...required])])];
  return isOpen || names.length === 0 ? undefined : unknownName(wish, names, "property");
}

function unlessTooLarge<T>(label: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error;
    throw new BuildError(label, [{ pointer: "", message: error.message }]);
  }
}
