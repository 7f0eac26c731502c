import { type Model, type NamedSchema, type Operation, type Schema, typesOf } from "@svc/model";
import { type Code, ts } from "../quote/index.ts";
import { holdsSchema, mapChildren, mapMedia, namesBelow, withSchemas } from "./map-children.ts";
import type { Decoding } from "./target.ts";

/** Part of a configuration about values that travel as text or a number. */
export interface ValueOptions {
  readonly dates?: "string" | "Date";
  readonly int64?: "number" | "string" | "bigint";
}

/** Kind of a value that the client decodes, as its runtime names it. */
export type Leaf = "date" | "bigint" | "digits";

/** Marks the schema of a value that the client decodes. */
export const LEAF = "x-svc-leaf";

/** Model as users of the client see it: `wire` has what travels, whose types a file imports as `w`. */
interface ShownModel extends Model {
  readonly wire: Model;
}

/** Values that the client of a document decodes, as marks in its model; undefined where there are none. */
export function decodingOf(model: Model, { dates = "string", int64 = "number" }: ValueOptions): Decoding | undefined {
  if (dates === "string" && int64 === "number") return undefined;
  const found = new Set<Leaf>();
  const mark = (schema: Schema): Schema => {
    const leaf = leafOf(schema, { dates, int64 });
    if (leaf !== undefined) found.add(leaf);
    const { patternProperties = {}, additionalProperties } = schema;
    const isOpen = additionalProperties === undefined && Object.values(patternProperties).some(holdsLeaf);
    return {
      ...mapChildren(schema, mark),
      ...(leaf && { [LEAF]: leaf }),
      // A member that matches no pattern may be anything, and is not decoded: TypeScript has one type for all names.
      ...(isOpen && { additionalProperties: {} }),
    };
  };
  const holdsLeaf = (schema: Schema): boolean => {
    const below = [...namesBelow([schema], model)].map((name) => model.schemas[name]?.schema ?? {});
    return [schema, ...below].some((part) => holdsSchema(part, (one) => leafOf(one, { dates, int64 }) !== undefined));
  };
  const schemas = Object.fromEntries(
    Object.entries(model.schemas).map(([name, named]): [string, NamedSchema] => [
      name,
      { ...named, schema: mark(named.schema) },
    ]),
  );
  const operations = model.operations.map((operation) => ({
    ...mapMedia(operation, (media) => withSchemas(media, mark)),
    wire: operation,
  }));
  const wire = { ...model, isWire: true };
  if (found.size === 0) return undefined;
  const shown: ShownModel = { ...model, schemas, operations, wire };
  return {
    model: shown,
    isExact: found.has("bigint") || found.has("digits"),
  };
}

/** Whether the client decodes anything of a model. */
export function isDecoded(model: Model): boolean {
  return "wire" in model;
}

/** The model of what travels. */
export function wireOf(model: Model): Model {
  return (model as Partial<ShownModel>).wire ?? model;
}

/** The operation as its values travel. */
export function wireOperation(operation: Operation): Operation {
  return (operation as { readonly wire?: Operation }).wire ?? operation;
}

/** Name under which a file has imported the types of a model. */
export function namespaceOf(model: Model): Code {
  return "isWire" in model ? ts`w` : ts`t`;
}

/** The mark of a schema. */
export function markOf(schema: object): Leaf | undefined {
  return (schema as { readonly [LEAF]?: Leaf })[LEAF];
}

function leafOf(schema: Schema, { dates, int64 }: Required<ValueOptions>): Leaf | undefined {
  const isListed = schema.enum !== undefined || schema.const !== undefined || schema["x-svc-known"] !== undefined;
  const types = typesOf(schema).filter((type) => type !== "null");
  const [type] = types;
  if (isListed || types.length !== 1) return undefined;
  // A day has no time: a Date would be another one elsewhere.
  if (type === "string" && schema.format === "date-time" && dates === "Date") return "date";
  const isInteger = type === "integer" || type === "number";
  if (isInteger && /^u?int64$/.test(schema.format ?? "") && int64 !== "number")
    return int64 === "bigint" ? "bigint" : "digits";
  return undefined;
}
