import { type Schema, type Schemas, setOwn, typesOf } from "@svc/model/data";
import { mergedOf } from "@svc/schema";
import { parseJson } from "../json/json.ts";
import { FormFile } from "./file.ts";

/** A value of a form or a query, before it is validated: a text, or a file of a form. */
type Sent = string | FormFile;

/** Names and values as they came: in order, repeats kept. */
export type SentValues = ReadonlyMap<string, readonly Sent[]>;

/** What was sent under one name, and under names that go on after it in brackets. */
interface Tree {
  readonly own: Sent[];
  readonly members: Map<string, Tree>;
}

/**
 * Gathers names in brackets, as clients of many languages write lists and objects: `a[k]=v`, `a[0][k]=v`, `a[]=v`, `a[][k]=v`.
 * Names that the document itself writes so stay as they are.
 *
 * @param schema says which of them are lists
 * @returns by first name: the items of a list that the schema knows, else one value
 */
export function gatherBrackets(
  sent: SentValues,
  schema: Schema,
  schemas: Schemas,
): ReadonlyMap<string, readonly unknown[]> {
  if (![...sent.keys()].some((name) => name.includes("["))) return sent;
  const declared = mergedOf(schema, schemas).properties ?? {};
  const result = new Map<string, readonly unknown[]>();
  const trees = new Map<string, Tree>();
  for (const [name, values] of sent) {
    const path = Object.hasOwn(declared, name) ? undefined : pathOf(name);
    if (path === undefined) result.set(name, values);
    else plant(trees, path, values);
  }
  for (const [name, tree] of trees) {
    const member = memberOf(schema, name, schemas);
    const value = treeValue(tree, member, schemas);
    const isDeclared = Array.isArray(value) && shapeOf(member, schemas) === "array";
    result.set(name, isDeclared ? [...(result.get(name) ?? []), ...value] : [value]);
  }
  return result;
}

/** The value of one name, from what came under it in brackets. Undefined: nothing did. */
export function bracketed(sent: SentValues, name: string, schema: Schema, schemas: Schemas): unknown {
  const own = new Map([...sent].filter(([key]) => key.startsWith(`${name}[`)));
  if (own.size === 0) return undefined;
  const tree = newTree();
  for (const [key, values] of own) {
    const path = pathOf(key.slice(name.length), "");
    if (path !== undefined) plant(tree.members, path.slice(1), values);
  }
  return tree.members.size === 0 ? undefined : treeValue(tree, schema, schemas);
}

/** Levels that are read; deeper names are names. */
const DEPTH = 12;

/** `a[b][]`: `a`, `b` and an empty name. Undefined where brackets are no more than characters. */
function pathOf(name: string, first = "[^[\\]]+"): string[] | undefined {
  if (!new RegExp(`^${first}(?:\\[[^[\\]]*\\]){1,${DEPTH}}$`).test(name)) return undefined;
  return name.replaceAll("]", "").split("[");
}

function newTree(): Tree {
  return { own: [], members: new Map() };
}

function plant(trees: Map<string, Tree>, [name = "", ...rest]: readonly string[], values: readonly Sent[]): void {
  const tree = trees.get(name) ?? newTree();
  trees.set(name, tree);
  // Not spread: an array may be longer than a function takes arguments.
  if (rest.length === 0) for (const value of values) tree.own.push(value);
  else plant(tree.members, rest, values);
}

function treeValue(tree: Tree, schema: Schema, schemas: Schemas): unknown {
  const { own, members } = tree;
  if (members.size === 0) return plainValue(own, schema, schemas);
  const names = [...members.keys()];
  const item = itemsOf(schema, schemas);
  const added = members.get("");
  if (added !== undefined) return listOf(added, item, schemas);
  // Undeclared maps have numbers for keys now and then, which is for their schema to say.
  const isList = names.every((name) => /^\d{1,6}$/.test(name)) && shapeOf(schema, schemas) !== "object";
  if (isList) {
    const inOrder = [...members].sort(([a], [b]) => Number(a) - Number(b));
    return inOrder.map(([, member]) => treeValue(member, item, schemas));
  }
  const result: Record<string, unknown> = {};
  for (const [name, member] of members)
    setOwn(result, name, treeValue(member, memberOf(schema, name, schemas), schemas));
  return result;
}

function plainValue(own: readonly Sent[], schema: Schema, schemas: Schemas): unknown {
  const shape = shapeOf(schema, schemas);
  if (shape === "array") return own.map((one) => plainValue([one], itemsOf(schema, schemas), schemas));
  const last = own.at(-1);
  return shape === "object" ? fromJson(last) : last;
}

/** `a[]=x&a[]=y`, or `a[][k]=x&a[][k]=y`: each repetition of a name is the next item. */
function listOf({ own, members }: Tree, item: Schema, schemas: Schemas): unknown[] {
  // By what came, not by item and name: a form may have many of both.
  const objects: Map<string, Tree>[] = [];
  for (const [name, { own: values }] of members)
    for (const [index, value] of values.entries()) {
      objects[index] ??= new Map();
      objects[index].set(name, { own: [value], members: new Map() });
    }
  const texts = own.map((one) => plainValue([one], item, schemas));
  return [...texts, ...objects.map((parts) => treeValue({ own: [], members: parts }, item, schemas))];
}

/** Reads the values that came under one name. */
export type FieldReader = (values: readonly unknown[]) => unknown;

/**
 * The reader of what comes under one name: all values of a list, else the last. For objects, and lists within lists,
 * OpenAPI has no style: they come as JSON.
 */
export function fieldReader(schema: Schema, schemas: Schemas): FieldReader {
  const shape = shapeOf(schema, schemas);
  if (shape === "scalar") return (values) => values.at(-1);
  if (shape === "object") return (values) => fromJson(values.at(-1));
  const { items } = mergedOf(schema, schemas);
  const isPlain = items === undefined || shapeOf(items, schemas) === "scalar";
  return (values) => (isPlain ? [...values] : values.map(fromJson));
}

/** A text or a file that holds JSON as its value, as an object travels in a form (OpenAPI's default encoding). */
export function fromJson(value: unknown): unknown {
  const text = value instanceof FormFile ? new TextDecoder().decode(value.bytes) : value;
  if (typeof text !== "string") return value;
  const parsed = parseJson(text);
  return "value" in parsed ? parsed.value : value;
}

/** The schema of a member, also where it is that of an alternative. */
function memberOf(schema: Schema, name: string, schemas: Schemas): Schema {
  const found = firstOf(schema, schemas, ({ properties = {} }) =>
    Object.hasOwn(properties, name) ? properties[name] : undefined,
  );
  return found ?? firstOf(schema, schemas, ({ additionalProperties }) => additionalProperties) ?? {};
}

function itemsOf(schema: Schema, schemas: Schemas): Schema {
  return firstOf(schema, schemas, ({ items }) => items) ?? {};
}

function firstOf(
  schema: Schema,
  schemas: Schemas,
  read: (schema: Schema) => Schema | undefined,
  depth = 0,
): Schema | undefined {
  const flat = mergedOf(schema, schemas);
  const own = read(flat);
  if (own !== undefined || depth > 4) return own;
  for (const choice of [...(flat.anyOf ?? []), ...(flat.oneOf ?? [])]) {
    const found = firstOf(choice, schemas, read, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Structure of a parameter's value: one value, a list, or an object. */
export type ParameterShape = "scalar" | "array" | "object";

/** Structure of the values of a schema: that of its first variant which is a list or an object, else scalar. */
export function shapeOf(schema: Schema, schemas: Schemas, depth = 0): ParameterShape {
  const flat = mergedOf(schema, schemas);
  const types = typesOf(flat);
  if (types.includes("array")) return "array";
  if (types.includes("object")) return "object";
  // Items and properties say something of lists and objects only: many documents have them at a text.
  const isUntyped = types.length === 0;
  if (isUntyped && (flat.items !== undefined || flat.prefixItems !== undefined)) return "array";
  if (isUntyped && flat.properties !== undefined) return "object";
  for (const choice of depth < 8 ? (flat.anyOf ?? flat.oneOf ?? []) : []) {
    const shape = shapeOf(choice, schemas, depth + 1);
    if (shape !== "scalar") return shape;
  }
  return "scalar";
}
