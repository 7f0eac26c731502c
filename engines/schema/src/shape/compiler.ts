import {
  createWork,
  DOCUMENT_STEPS,
  deref,
  isSpent,
  type Json,
  SCHEMA_STEPS,
  type Schema,
  type Schemas,
  spend,
  type Work,
  withShare,
} from "@svc/model/data";
import { type Direction, directed, LENIENT, STRICT } from "../validate/rules.ts";
import { createIsValid, createValidate, type Validate } from "../validate/validator.ts";
import { createCombinations } from "./combinations.ts";
import { flatten } from "./flatten.ts";
import type { FlattenOptions, Shape } from "./shape.ts";

/** A schema made ready: its alternatives, each as one shape. */
export interface Node {
  readonly schema: Schema;
  /** In the order of the document; empty where nothing is valid. */
  readonly shapes: readonly Shape[];
  /** The same with the alternatives of each `oneOf` kept apart: for values that would fit several. */
  readonly exclusive: readonly Shape[];
  /** Values have to be checked, see {@link Shape.fragile}. */
  readonly fragile: boolean;
}

/** Makes schemas ready, each once. */
export interface Compiler {
  readonly schemas: Schemas;
  /** Steps that the exploration of the document's schemas may still take; beyond, shapes leave their choices open. */
  readonly work: Work;
  readonly validate: Validate;
  /** Merges schemas, without looking at their alternatives. */
  flatten(schema: Schema): Shape;
  compile(schema: Schema): Node;
  /** Several schemas as one: one for the same schemas, however often they meet. */
  conjunction(schemas: readonly Schema[]): Schema;
  /** Node for the conjunction of several schemas. */
  compileAll(schemas: readonly Schema[]): Node;
  isValid(schema: Schema, value: unknown, work?: Work): value is Json;
  /** Judges of values that travel in a direction; of any, where there is none. */
  judgesOf(direction: Direction | undefined): Pick<Compiler, "isValid" | "isAccepted" | "validate">;
  /** The same, as services read documents that contradict themselves. */
  isAccepted(schema: Schema, value: unknown, work?: Work): value is Json;
}

/** Alternatives of alternatives multiply; more than these are never needed to find a valid value. */
const MAX_SHAPES = 48;

const compilers = new WeakMap<Schemas, Compiler>();

/** The compiler of a document's schemas: one for as long as they live. */
export function compilerOf(schemas: Schemas): Compiler {
  const known = compilers.get(schemas);
  if (known !== undefined) return known;
  const created = createCompiler(schemas);
  compilers.set(schemas, created);
  return created;
}

function createCompiler(schemas: Schemas): Compiler {
  const nodes = new WeakMap<Schema, Node>();
  const work = createWork(DOCUMENT_STEPS);
  const names = new Map(Object.entries(schemas).map(([name, { schema }]) => [schema, name]));
  const derived = new WeakSet<Schema>();
  const flattening = { schemas, combinations: createCombinations(schemas, derived), work };
  const compile = (schema: Schema): Node => {
    const known = nodes.get(schema);
    if (known !== undefined) return known;
    if (!derived.has(schema)) work.most += SCHEMA_STEPS;
    const target = deref(schema, schemas);
    const node = nodes.get(target) ?? createNode(target, { ...flattening, name: names.get(target) });
    nodes.set(target, node);
    nodes.set(schema, node);
    return node;
  };
  const conjunction = createConjunctions(schemas, { derived, work });
  const compileAll = (parts: readonly Schema[]): Node => compile(conjunction(parts));
  const merge = (schema: Schema): Shape => flatten([schema], { ...flattening, taken: new Set() });
  const judges = new Map<Direction | undefined, ReturnType<Compiler["judgesOf"]>>();
  const judgesOf: Compiler["judgesOf"] = (direction) => {
    const made = judges.get(direction) ?? createJudges(schemas, direction);
    judges.set(direction, made);
    return made;
  };
  return { schemas, work, flatten: merge, compile, conjunction, compileAll, judgesOf, ...judgesOf(undefined) };
}

function createJudges(schemas: Schemas, direction: Direction | undefined): ReturnType<Compiler["judgesOf"]> {
  const strict = directed(STRICT, direction, schemas);
  return {
    validate: createValidate(schemas, strict),
    isValid: createIsValid(schemas, strict) as Compiler["isValid"],
    isAccepted: createIsValid(schemas, directed(LENIENT, direction, schemas)) as Compiler["isAccepted"],
  };
}

/**
 * Several schemas as one. The same object for the same schemas: recursion is known by it, where subtypes and the types
 * that they extend both name a property that leads back to them. Where no work is left, the first stands for all.
 */
function createConjunctions(
  schemas: Schemas,
  { derived, work }: { readonly derived: WeakSet<Schema>; readonly work: Work },
): (parts: readonly Schema[]) => Schema {
  const numbers = new Map<Schema, number>();
  const known = new Map<string, Schema>();
  const numberOf = (schema: Schema): number => {
    const target = Object.keys(schema).length === 1 ? deref(schema, schemas) : schema;
    const number = numbers.get(target) ?? numbers.size;
    numbers.set(target, number);
    return number;
  };
  return (parts) => {
    const [first, ...others] = parts;
    if (first === undefined) return ANY;
    if (others.length === 0) return first;
    const different = new Map(parts.map((part) => [numberOf(part), part] as const));
    const key = [...different.keys()].join();
    const found = known.get(key);
    if (found !== undefined) return found;
    if (different.size === 1 || !spend(work)) return first;
    const conjunction: Schema = { allOf: [...different.values()] };
    derived.add(conjunction);
    known.set(key, conjunction);
    return conjunction;
  };
}

const ANY: Schema = {};

type Flattening = Omit<FlattenOptions, "taken">;

function createNode(schema: Schema, flattening: Flattening): Node {
  // Made on first use: a schema may contain itself.
  const plain = lazy(() =>
    withShare(flattening.work, (work) => alternatives(schema, "options", { ...flattening, work })),
  );
  const isFragile = lazy(() => plain().some(({ fragile }) => fragile));
  const apart = lazy(() =>
    withShare(flattening.work, (work) => alternatives(schema, "exclusive", { ...flattening, work })),
  );
  return {
    schema,
    get shapes() {
      return plain();
    },
    get exclusive() {
      return apart();
    },
    get fragile() {
      return isFragile();
    },
  };
}

/** A function that makes its value when it is first asked for, and keeps it. */
export function lazy<T>(create: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: create() };
    return made.value;
  };
}

function alternatives(schema: Schema, kind: "options" | "exclusive", flattening: Flattening): Shape[] {
  const explore = (conjuncts: readonly Schema[], taken: ReadonlySet<object>, limit: number): Shape[] => {
    const shape = flatten(conjuncts, { ...flattening, taken });
    if (shape.impossible) return [];
    const [choice] = shape.choices;
    if (choice === undefined) return [shape];
    // The rest is left to chance: what is made has to be checked.
    if (isSpent(flattening.work)) return [{ ...shape, fragile: true }];
    const chosen = new Set([...taken, choice.key]);
    const options = choice[kind];
    // Each option has its share: the alternatives of the first must not crowd out the others.
    const share = Math.max(1, Math.floor(limit / options.length));
    const found: Shape[] = [];
    for (const option of options) {
      if (found.length >= limit) break;
      found.push(...explore([...conjuncts, option], chosen, share));
    }
    return found;
  };
  return explore([schema], new Set(), MAX_SHAPES);
}
