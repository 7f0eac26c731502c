import { createWork, type Json, own, type Schema, type Schemas, snakeCase, type Work } from "@svc/model/data";
import { type Compiler, compilerOf, type Node } from "../shape/compiler.ts";
import type { Direction } from "../validate/rules.ts";
import type { ErrorTexts } from "../values/words.ts";
import { generateNode } from "./generate-node.ts";
import { type Seed, seedOf } from "./random.ts";
import type { AnyMode, Derive, Run } from "./run.ts";

/** Present time of fixtures where none is given: 2025-06-01T12:00:00Z, so that output can be repeated. */
export const REFERENCE_TIME: number = Date.UTC(2025, 5, 1, 12);

export interface GenerateContext {
  /** Named schemas: `model.schemas`. Compiled once per object. */
  readonly schemas: Schemas;
  /** The same seed gives the same value. */
  readonly seed: number | string | Seed;
  /** @default "default" */
  readonly mode?: AnyMode | undefined;
  /** Leaves out `writeOnly` (response) or `readOnly` (request) properties. */
  readonly direction?: Direction | undefined;
  /** Present time, in ms since the epoch: dates move with it. @default {@link REFERENCE_TIME} */
  readonly now?: number | undefined;
  /** Position in a sequence: ids and times differ. @default 0 */
  readonly index?: number | undefined;
  /** Name of the value, for believable values: `session_id`. */
  readonly name?: string | undefined;
  /** Whether valid examples of the document are used. @default true */
  readonly useExamples?: boolean | undefined;
  /** An example for this value, such as that of a media type; it goes before those of the schema. */
  readonly example?: Json | undefined;
  /** Gives nothing where no acceptable value was found, instead of the best there is. @default false */
  readonly exact?: boolean | undefined;
  /** The value is the body of an error, whose texts shall say so. @default none */
  readonly error?: ErrorTexts | undefined;
  /** Relations between the properties of an object, by named schema. @default none */
  readonly derive?: { readonly [schemaName: string]: Derive } | undefined;
  /** Steps that may be taken. It has ended early where the value need not be valid. @default those for one value */
  readonly work?: Work | undefined;
  /** The caller's wish: merged deeply into objects; arrays and scalars as they are; `undefined` leaves a property out. */
  readonly overrides?: unknown;
}

/** Values in one result before everything is kept small: about a megabyte. */
const BUDGET = 5_000;
/** Values that are made for one result, those that did not fit included. */
const MAX_VALUES = 100_000;

/**
 * Makes a value that is valid for a schema; undefined where the schema allows none. A new value every time. Where a schema
 * contradicts itself in formats, overlapping alternatives of a `oneOf`, or types of listed values, the value is one that
 * services accept.
 *
 * @throws TooLargeError where the schema asks for more than 100,000 values, or for too long a text
 */
export function generate(schema: Schema, context: GenerateContext): Json | undefined {
  const compiler = compilerOf(context.schemas);
  const node = compiler.compile(schema);
  const { work = createWork() } = context;
  for (const strictness of context.exact ? [STRICT, LENIENT] : [STRICT, LENIENT, BEST]) {
    const value = attempt(node, compiler, { ...context, work }, strictness);
    if (value !== undefined) return value;
  }
  return undefined;
}

type Strictness = Pick<Run, "exact" | "lenient">;
const STRICT: Strictness = { exact: true, lenient: false };
const LENIENT: Strictness = { exact: true, lenient: true };
const BEST: Strictness = { exact: false, lenient: true };

type Attempt = GenerateContext & { readonly work: Work };

function attempt(node: Node, compiler: Compiler, context: Attempt, strictness: Strictness): Json | undefined {
  const { seed, mode = "default", now = REFERENCE_TIME, index = 0, useExamples = true } = context;
  const root = typeof seed === "object" ? seed : seedOf(seed);
  const run: Run = {
    ...strictness,
    compiler,
    mode,
    direction: context.direction,
    now,
    index,
    useExamples,
    error: context.error,
    derive: deriveByNode(context.derive, compiler),
    work: context.work,
    budget: { left: BUDGET, most: BUDGET - MAX_VALUES },
    failed: { lean: new Set(), ample: new Set() },
    active: new Map(),
  };
  return generateNode(node, run, {
    seed: root,
    kin: root,
    name: snakeCase(context.name ?? ""),
    root: true,
    depth: 0,
    lean: false,
    wild: false,
    override: context.overrides,
    example: context.example,
  });
}

const NONE: ReadonlyMap<Node, Derive> = new Map();

function deriveByNode(derive: GenerateContext["derive"], compiler: Compiler): ReadonlyMap<Node, Derive> {
  if (derive === undefined) return NONE;
  return new Map(
    Object.entries(derive).flatMap(([name, one]) => {
      const named = own(compiler.schemas, name);
      return named === undefined ? [] : [[compiler.compile(named.schema), one] as const];
    }),
  );
}
