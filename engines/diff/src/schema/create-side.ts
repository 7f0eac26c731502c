import { conjunctsOf, type Model, type NamedSchema, own, refName, type Schema } from "@svc/model";
import { compilerOf, type Shape } from "@svc/schema";
import { alternativesOf, isConstraint } from "./alternatives.ts";
import { locateSchemas } from "./pointers.ts";
import type { Alternative, Conjunction, Side } from "./side.ts";

/** Prepares a model for comparison: finds the place of each schema, and answers each question once. */
export function createSide(model: Model): Side {
  const pointers = locateSchemas(model);
  const identify = createIdentifier();
  const leaf = createLeafOf(pointers);
  const interned = new Map<string, Conjunction>();
  const targets = new Map<string, NamedSchema | undefined>();
  const { flatten } = compilerOf(model.schemas);
  const shapes = new Map<string, Shape>();
  // Asked for where something differs: a chain of thousands of schemas has millions of leaves.
  let names: ReadonlyMap<string, NamedSchema> | undefined;
  const namedBy = (key: string) => {
    names ??= namesOf(side);
    return names.get(key);
  };
  const side: Side = {
    model,
    identify,
    interned: new Map(),
    bases: new WeakMap(),
    pointerOf: (schema) => pointers.get(schema) ?? "",
    target(ref) {
      // Chains of references are followed from each of their ends.
      if (!targets.has(ref)) targets.set(ref, own(model.schemas, refName(ref)));
      return targets.get(ref);
    },
    adopt: (made, original) => void pointers.set(made, pointers.get(original) ?? ""),
    leavesOf: onceEach((schema) => {
      const leaves = conjunctsOf(schema, model.schemas).flatMap((part) => leaf(part) ?? []);
      return leaves.length === 0 ? [schema] : leaves;
    }),
    shapeOf(leaves) {
      const key = leaves.map(identify).join(" ");
      const shape = shapes.get(key) ?? flatten({ allOf: leaves });
      shapes.set(key, shape);
      return shape;
    },
    conjunctionOf: onceEach((schema) => {
      const leaves = side.leavesOf(schema);
      const key = keyOf(leaves, side);
      const known = interned.get(key);
      if (known !== undefined) return known;
      const made = createConjunction(
        { id: interned.size, leaves, pointer: side.pointerOf(schema), named: namedBy(key) },
        side,
      );
      interned.set(key, made);
      return made;
    }),
  };
  return side;
}

/** The same for the same leaves, in any order. */
function keyOf(leaves: readonly Schema[], { identify }: Side): string {
  return leaves
    .map(identify)
    .sort((a, b) => a - b)
    .join(" ");
}

/** The first schema of each meaning, by its key. */
function namesOf(side: Side): ReadonlyMap<string, NamedSchema> {
  const names = new Map<string, NamedSchema>();
  for (const named of Object.values(side.model.schemas)) {
    const key = keyOf(side.leavesOf(named.schema), side);
    if (!names.has(key)) names.set(key, named);
  }
  return names;
}

function createConjunction(
  { named, pointer, ...facts }: Pick<Conjunction, "id" | "leaves" | "pointer" | "named">,
  side: Side,
): Conjunction {
  let alternatives: readonly Alternative[] | undefined;
  const all = () => {
    alternatives ??= alternativesOf(facts.leaves, side);
    return alternatives;
  };
  return {
    ...facts,
    named,
    pointer: named?.pointer ?? pointer,
    get alternatives() {
      return all().filter(({ kind }) => kind !== "null");
    },
    get nullable() {
      return all().some(({ kind }) => kind === "null");
    },
  };
}

/** The schema without `$ref` and `allOf`, once per schema; undefined where nothing else constrains. */
function createLeafOf(pointers: WeakMap<Schema, string>): (schema: Schema) => Schema | undefined {
  const made = new WeakMap<Schema, Schema | undefined>();
  return (schema) => {
    if (schema.$ref === undefined && schema.allOf === undefined) return schema;
    if (made.has(schema)) return made.get(schema);
    const { $ref: _ref, allOf: _all, ...rest } = schema;
    const isConstrained = Object.keys(rest).some(isConstraint);
    if (isConstrained) pointers.set(rest, pointers.get(schema) ?? "");
    made.set(schema, isConstrained ? rest : undefined);
    return made.get(schema);
  };
}

/** The function, asked once per schema. */
function onceEach<T extends object>(find: (schema: Schema) => T): (schema: Schema) => T {
  const found = new WeakMap<Schema, T>();
  return (schema) => {
    const known = found.get(schema) ?? find(schema);
    found.set(schema, known);
    return known;
  };
}

function createIdentifier(): (object: object) => number {
  const ids = new WeakMap<object, number>();
  let count = 0;
  return (object) => {
    const id = ids.get(object) ?? count++;
    ids.set(object, id);
    return id;
  };
}
