import type { TypeName } from "../keywords.ts";
import type { Callback, Content, Json, NamedSchema, Operation, Webhook } from "../model.ts";
import { type Schema, typesOf } from "../schema.ts";
import { eachSubschema, mapSubschemas, VALUE_KEYWORDS } from "../subschemas.ts";
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
    const inner = mapSubschemas(opened ?? schema, VALUE_KEYWORDS, open);
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
    eachSubschema(schema, VALUE_KEYWORDS, walk);
    return schema;
  };
  for (const { schema } of Object.values(model.schemas)) walk(schema);
  for (const operation of [...model.operations, ...model.webhooks, ...model.callbacks])
    mapOperationSchemas(operation, walk);
}

/**
 * The enum as a list of known values, of whose type others may come; undefined where the schema is none that can be opened:
 * of one value (a constant), of booleans, objects or lists, or of texts and numbers together.
 */
function openEnum(schema: Schema): Schema | undefined {
  if (schema.const !== undefined) return undefined;
  const listed = schema.enum === undefined ? constantsOf(schema) : schema.enum;
  if (listed === undefined) return undefined;
  const known = listed.filter((value) => value !== null);
  const types = openTypes(schema, listed, known);
  if (types === undefined || known.length < 2) return undefined;
  const { enum: _enum, oneOf: _oneOf, anyOf: _anyOf, type: _type, ...rest } = schema;
  const unions = schema.enum === undefined ? {} : pick(schema);
  return { type: types.length === 1 ? (types[0] as TypeName) : types, ...rest, ...unions, "x-svc-known": known };
}

/** Beside an enum a union says something of its own. */
function pick({ oneOf, anyOf }: Schema): Schema {
  return { ...(oneOf && { oneOf }), ...(anyOf && { anyOf }) };
}

function openTypes(schema: Schema, listed: readonly Json[], known: readonly Json[]): readonly TypeName[] | undefined {
  const declared = typesOf(schema);
  const kind = known.every((value) => typeof value === "string")
    ? "string"
    : known.every((value) => typeof value === "number")
      ? "number"
      : undefined;
  if (kind === undefined) return undefined;
  const fitting = declared.filter((type) =>
    kind === "string" ? type === "string" : /^(?:number|integer)$/.test(type),
  );
  const implied: TypeName = kind === "number" && known.every(Number.isInteger) ? "integer" : kind;
  if (declared.length > 0 && fitting.length === 0) return undefined;
  const isNullable = listed.includes(null) && (declared.length === 0 || declared.includes("null"));
  return [...(fitting.length > 0 ? fitting : [implied]), ...(isNullable ? (["null"] as const) : [])];
}

const OF_CONSTANTS: ReadonlySet<string> = new Set("type const enum title description deprecated examples".split(" "));

/** The values of a union of nothing but constants: an enum whose values have descriptions. */
function constantsOf({ oneOf, anyOf, discriminator }: Schema): readonly Json[] | undefined {
  const variants = oneOf ?? anyOf;
  if (variants === undefined || (oneOf !== undefined && anyOf !== undefined) || discriminator !== undefined)
    return undefined;
  const values: Json[] = [];
  for (const variant of variants) {
    const isPlain = Object.keys(variant).every((keyword) => OF_CONSTANTS.has(keyword) || keyword.startsWith("x-"));
    const own = variant.const === undefined ? variant.enum : [variant.const];
    if (isPlain && own !== undefined) values.push(...own);
    else if (isPlain && variant.type === "null") values.push(null);
    else return undefined;
  }
  return values;
}

/** The operation, or webhook, with each of its schemas replaced: of parameters, bodies and headers. */
function mapOperationSchemas<T extends Pick<Operation, "parameters" | "body" | "responses">>(
  operation: T,
  map: (schema: Schema) => Schema,
): T {
  const content = (media: Content): Content => ({
    ...media,
    ...(media.schema && { schema: map(media.schema) }),
    ...(media.stream && { stream: { ...media.stream, item: map(media.stream.item) } }),
  });
  const { parameters, body, responses } = operation;
  return {
    ...operation,
    parameters: parameters.map((parameter) => ({ ...parameter, schema: map(parameter.schema) })),
    ...(body && { body: { ...body, content: body.content.map(content) } }),
    responses: responses.map((response) => ({
      ...response,
      content: response.content.map(content),
      headers: response.headers.map((header) => ({ ...header, schema: map(header.schema) })),
    })),
  };
}
