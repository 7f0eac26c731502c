import { refName, type Schema, typesOf } from "@svc/model";
import { memberDoc } from "./member-doc.ts";
import { openType } from "./open-types.ts";
import {
  arrayOf,
  BOOLEAN,
  indexOf,
  intersectionOf,
  memberOf,
  NEVER,
  NULL,
  NUMBER,
  objectOf,
  type PrintedType,
  plain,
  STRING,
  tupleOf,
  UNKNOWN,
  unionOf,
} from "./printed-type.ts";

/** What the types of a document have in common. */
export interface Printing {
  /** Named schemas as types read them. */
  readonly schemas: { readonly [name: string]: Schema };
  /** The type of a named schema, as others refer to it. */
  readonly reference: (name: string) => string;
}

/**
 * The type of a schema that `toTypeSchema` has made, as openapi-typescript writes it.
 *
 * @param depth levels of indentation around it
 */
export function printSchema(schema: Schema, printing: Printing, depth: number): PrintedType {
  if (schema.$ref !== undefined) return plain(printing.reference(refName(schema.$ref)));
  if (schema.const !== null && schema.const !== undefined) return literalOf(schema.const, depth);
  const { type, enum: values, properties, additionalProperties } = schema;
  if (values !== undefined && type !== "object" && properties === undefined && additionalProperties === undefined) {
    const nothing = Array.isArray(type) && type.includes("null") ? [NULL] : [];
    return unionOf([...values.map((value) => literalOf(value, depth)), ...nothing]);
  }
  return composed(schema, printing, depth);
}

/** The type of a schema that openapi-typescript has none for: see {@link openType}. */
export function openTypeOf(schema: Schema, printing: Printing, depth: number): PrintedType | undefined {
  return openType(schema, depth, (place, inner) => printSchema(place, printing, inner));
}

/** What a schema says itself, all of its parts, and one of its alternatives. */
function composed(schema: Schema, printing: Printing, depth: number): PrintedType {
  const { type, allOf = [], anyOf = [], oneOf = [] } = schema;
  const own = ownType(schema, printing, depth);
  const parts = allOf.map((part) => partOf(part, schema, { printing, depth }));
  const whole = parts.length === 0 ? [] : [intersectionOf(parts)];
  const base = own === undefined && parts.length === 0 ? [] : [intersectionOf([...(own ? [own] : []), ...whole])];
  const alternatives = (all: readonly Schema[]) => all.map((one) => printSchema(one, printing, depth));
  const some = anyOf.length === 0 ? base : [unionOf([...base, ...alternatives(anyOf)])];
  const one = alternatives(oneOf);
  const isScalar = one.every(({ form }) => form === "keyword");
  if (one.length > 0) return isScalar ? unionOf([...some, ...one]) : intersectionOf([...some, unionOf(one)]);
  return some[0] ?? (type === undefined ? UNKNOWN : plain("Record<string, unknown>"));
}

/** The type of a part, with what the whole requires of its properties. */
function partOf(
  part: Schema,
  { required = [] }: Schema,
  { printing, depth }: { readonly printing: Printing; readonly depth: number },
): PrintedType {
  if (part.$ref === undefined)
    return printSchema({ ...part, required: [...required, ...(part.required ?? [])] }, printing, depth);
  const type = printSchema(part, printing, depth);
  const { properties } = printing.schemas[refName(part.$ref)] ?? {};
  const names = required.filter((name) => properties?.[name] !== undefined);
  if (names.length === 0) return type;
  return plain(`WithRequired<${type.text}, ${unionOf(names.map((name) => literalOf(name, depth))).text}>`);
}

function ownType(schema: Schema, printing: Printing, depth: number): PrintedType | undefined {
  const { type, items, oneOf } = schema;
  if (type === undefined) return objectType(schema, printing, depth);
  const open = openTypeOf(schema, printing, depth);
  if (open !== undefined) return open;
  switch (type) {
    case "null":
      return NULL;
    case "string":
      return STRING;
    case "number":
    case "integer":
      return NUMBER;
    case "boolean":
      return BOOLEAN;
    case "array": {
      const inner = items === undefined ? UNKNOWN : printSchema(items, printing, depth);
      if (items?.type === "array") return arrayOf(inner);
      return inner.form === "list" ? inner : arrayOf(inner);
    }
    case "object":
      return objectType(schema, printing, depth);
  }
  const isListed = (name: string): boolean =>
    SCALARS.has(name) && oneOf?.some((alternative) => alternative.type === name) === true;
  const { oneOf: _, ...alone } = schema;
  return unionOf(
    typesOf(schema)
      .filter((name) => !isListed(name))
      .map((name) => (name === "null" ? NULL : printSchema({ ...alone, type: name }, printing, depth))),
  );
}

const SCALARS: ReadonlySet<string> = new Set(["boolean", "string", "number", "integer", "null"]);

/** The named properties and those of other names; undefined where a schema has neither. */
function objectType(schema: Schema, printing: Printing, depth: number): PrintedType | undefined {
  const { properties = {}, patternProperties = {}, additionalProperties: rest, required = [] } = schema;
  const inner = depth + 1;
  const members = Object.entries(properties).map(([name, property]) =>
    memberOf(
      {
        name,
        type: openTypeOf(property, printing, inner) ?? printSchema(property, printing, inner),
        isOptional: !required.includes(name),
        isReadonly: property.readOnly === true,
        doc: memberDoc(property),
      },
      inner,
    ),
  );
  const others = [
    ...(rest === undefined ? [] : [Object.keys(rest).length > 0 ? printSchema(rest, printing, inner) : UNKNOWN]),
    ...Object.values(patternProperties).map((property) => printSchema(property, printing, inner)),
  ];
  const named = members.length === 0 ? [] : [objectOf(members, depth)];
  if (others.length === 0) return named[0];
  return intersectionOf([...named, objectOf([indexOf("key", unionOf(others), inner)], depth)]);
}

/** The type of one value. */
function literalOf(value: unknown, depth: number): PrintedType {
  if (value === null) return NULL;
  if (Array.isArray(value)) {
    if (value.length === 0) return arrayOf(NEVER);
    return tupleOf(
      value.map((item) => literalOf(item, depth + 1).text),
      depth,
    );
  }
  if (typeof value !== "object") return plain(JSON.stringify(value));
  const members = Object.entries(value).map(([name, item]) =>
    memberOf({ name, type: literalOf(item, depth + 1) }, depth + 1),
  );
  return members.length === 0 ? plain("Record<string, never>") : objectOf(members, depth);
}
