import type { Callback, NamedSchema, Operation, Webhook } from "../model.ts";
import type { Schema } from "../schema.ts";
import { mapOperationSchemas, mapSubschemas } from "./map-schema.ts";
import { openEnum } from "./open-enum.ts";
import { type TaggedUnion, taggedUnion } from "./tagged-union.ts";

/** The schemas of a model, named and inline. */
export interface ModelSchemas {
  readonly schemas: { readonly [name: string]: NamedSchema };
  readonly operations: readonly Operation[];
  readonly webhooks: readonly Webhook[];
  readonly callbacks: readonly Callback[];
}

/**
 * Opens enums and unions: the model itself then says that other values may come, so that types, validators, builders and
 * the comparison of documents cannot disagree. `x-svc-open` on a schema overrides the document's `x-svc-open-enums`.
 *
 * - An enum becomes its type, with the values as `x-svc-known`.
 * - A union of objects that a tag tells apart gets one more variant, for every other tag (`x-svc-other`). The tags
 *   themselves stay closed: they are what tells.
 * - Exclusive unions become plain ones, since open variants may overlap.
 */
export function openSchemas(model: ModelSchemas, openByDefault: boolean): ModelSchemas {
  if (!openByDefault && !asksForIt(model)) return model;
  const unions = new Map<Schema, TaggedUnion>();
  const tags = new Set<Schema>();
  eachSchema(model, (schema) => {
    const union = taggedUnion(schema, model.schemas);
    if (union === undefined) return;
    unions.set(schema, union);
    for (const tag of union.tagSchemas) tags.add(tag);
  });
  const open = (schema: Schema): Schema => {
    const isOpen = schema["x-svc-open"] ?? openByDefault;
    const opened = isOpen && !tags.has(schema) ? openEnum(schema) : undefined;
    const inner = mapSubschemas(opened ?? schema, open);
    const union = unions.get(schema);
    return relax(inner, isOpen && opened === undefined ? union : undefined);
  };
  const schemas = Object.entries(model.schemas).map(([name, named]) => [
    name,
    { ...named, schema: open(named.schema) },
  ]);
  return {
    schemas: Object.fromEntries(schemas) as ModelSchemas["schemas"],
    operations: model.operations.map((operation) => mapOperationSchemas(operation, open)),
    webhooks: model.webhooks.map((webhook) => mapOperationSchemas(webhook, open)),
    callbacks: model.callbacks.map((callback) => mapOperationSchemas(callback, open)),
  };
}

/** A union that several variants may match, and which has one for what is not listed. */
function relax(schema: Schema, union: TaggedUnion | undefined): Schema {
  const { oneOf, anyOf, ...rest } = schema;
  const variants = anyOf === undefined ? oneOf : oneOf === undefined ? anyOf : undefined;
  if (variants === undefined) return schema;
  return { ...rest, anyOf: union === undefined ? variants : [...variants, otherVariant(union)] };
}

function otherVariant({ property, tags }: TaggedUnion): Schema {
  return {
    type: "object",
    properties: { [property]: { type: "string", not: { enum: tags }, "x-svc-other": tags } },
    required: [property],
    "x-svc-other": tags,
  };
}

function asksForIt(model: ModelSchemas): boolean {
  let found = false;
  eachSchema(model, (schema) => {
    found ||= schema["x-svc-open"] === true;
  });
  return found;
}

function eachSchema(model: ModelSchemas, visit: (schema: Schema) => void): void {
  const walk = (schema: Schema): Schema => {
    visit(schema);
    mapSubschemas(schema, walk);
    return schema;
  };
  for (const { schema } of Object.values(model.schemas)) walk(schema);
  for (const operation of [...model.operations, ...model.webhooks, ...model.callbacks])
    mapOperationSchemas(operation, walk);
}
