import { type Model, type NamedSchema, refName, type Schema } from "@svc/model";
import { type Alternative, alternativesOf } from "./alternatives.ts";
import { locateSchemas } from "./pointers.ts";

/**
 * What a schema comes down to: the schemas that must all hold, references followed and `allOf` flattened. Two places that
 * mean the same schemas share one conjunction.
 */
export interface Conjunction {
  readonly id: number;
  /** Without `$ref` and `allOf`, in document order; never empty. */
  readonly leaves: readonly Schema[];
  /** Where it stands: the named schema, or the first place that led here. */
  readonly pointer: string;
  /** The schema that has this meaning by name. */
  readonly named: NamedSchema | undefined;
  /** Single types of which a value must match one, null apart. */
  readonly alternatives: readonly Alternative[];
  readonly nullable: boolean;
}

/** One of the two documents, with what the comparison looks up in it. */
export interface Side {
  readonly model: Model;
  pointerOf(schema: Schema): string;
  conjunctionOf(schema: Schema): Conjunction;
  /** The named schema that a reference leads to. */
  target(ref: string): NamedSchema | undefined;
  leavesOf(schema: Schema): readonly Schema[];
  /** Lets a schema made for the comparison stand where its original does. */
  adopt(made: Schema, original: Schema): void;
  /** Alternatives and stripped schemas that were made before, so that each is made once. */
  readonly interned: Map<string, Alternative>;
  readonly bases: WeakMap<Schema, Schema>;
  /** A number for an object, the same for the same object. */
  identify(object: object): number;
}

const ANNOTATIONS: ReadonlySet<string> = new Set(
  "title description default examples deprecated readOnly writeOnly discriminator $ref allOf".split(" "),
);

export function createSide(model: Model): Side {
  const pointers = locateSchemas(model);
  const identify = createIdentifier();
  const leaf = createLeafOf(pointers);
  const interned = new Map<string, Conjunction>();
  const side: Side = {
    model,
    identify,
    interned: new Map(),
    bases: new WeakMap(),
    pointerOf: (schema) => pointers.get(schema) ?? "",
    target: (ref) => own(model.schemas, refName(ref)),
    adopt: (made, original) => void pointers.set(made, pointers.get(original) ?? ""),
    leavesOf: onceEach((schema) => collectLeaves(schema, side.target, leaf)),
    conjunctionOf: onceEach((schema) => {
      const leaves = side.leavesOf(schema);
      const key = leaves
        .map(identify)
        .sort((a, b) => a - b)
        .join(" ");
      const known = interned.get(key);
      if (known !== undefined) return known;
      const made = createConjunction(
        { id: interned.size, leaves, pointer: side.pointerOf(schema), named: names.get(key) },
        side,
      );
      interned.set(key, made);
      return made;
    }),
  };
  const names = new Map<string, NamedSchema>();
  for (const named of Object.values(model.schemas)) {
    const key = side
      .leavesOf(named.schema)
      .map(identify)
      .sort((a, b) => a - b)
      .join(" ");
    if (!names.has(key)) names.set(key, named);
  }
  return side;
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
    const constrains = Object.keys(rest).some((keyword) => !ANNOTATIONS.has(keyword) && !keyword.startsWith("x-"));
    if (constrains) pointers.set(rest, pointers.get(schema) ?? "");
    made.set(schema, constrains ? rest : undefined);
    return made.get(schema);
  };
}

function collectLeaves(root: Schema, target: Side["target"], leafOf: (schema: Schema) => Schema | undefined): Schema[] {
  const leaves: Schema[] = [];
  const seen = new Set<Schema>();
  const stack = [root];
  for (let schema = stack.pop(); schema !== undefined; schema = stack.pop()) {
    if (seen.has(schema)) continue;
    seen.add(schema);
    const leaf = leafOf(schema);
    if (leaf !== undefined) leaves.push(leaf);
    const referred = schema.$ref === undefined ? undefined : target(schema.$ref)?.schema;
    stack.push(...(schema.allOf ?? []).toReversed());
    if (referred !== undefined) stack.push(referred);
  }
  return leaves.length === 0 ? [root] : leaves;
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

/** An own value: names like `constructor` are data here. */
export function own<T>(record: { readonly [key: string]: T } | undefined, key: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}
