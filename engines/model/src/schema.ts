import { constrains, type TypeName } from "./keywords.ts";

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * JSON Schema 2020-12, as far as documents use it. Normalized: OpenAPI 3.0's `nullable` and boolean exclusive bounds
 * are rewritten, boolean schemas are objects (`{}` and `{ not: {} }`), and every `$ref` is `#/components/schemas/<name>`
 * with the name encoded as RFC 6901 and percent-encoding say (decode with {@link refName}).
 */
export interface Schema {
  readonly $ref?: string;
  readonly type?: TypeName | readonly TypeName[];
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: Json;
  readonly examples?: readonly Json[];
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly contentMediaType?: string;
  readonly contentEncoding?: string;
  readonly contentSchema?: Schema;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly contains?: Schema;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: { readonly [name: string]: Schema };
  readonly patternProperties?: { readonly [pattern: string]: Schema };
  readonly additionalProperties?: Schema;
  readonly unevaluatedProperties?: Schema;
  readonly unevaluatedItems?: Schema;
  readonly propertyNames?: Schema;
  readonly required?: readonly string[];
  readonly dependentRequired?: { readonly [name: string]: readonly string[] };
  readonly dependentSchemas?: { readonly [name: string]: Schema };
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping?: { readonly [value: string]: string };
    /** Reference to the schema of values that name no other, or none at all. */
    readonly defaultMapping?: string;
  };
  readonly "x-svc-unknown"?: readonly string[];
  /** Type name that the document wants for a named schema. */
  readonly "x-svc-name"?: string;
  /** Of an enum or union: whether other values may come. Overrides the document's `x-svc-open-enums`. */
  readonly "x-svc-open"?: boolean;
  /** Values by trait and property, of a named schema: `build.email.html()` for the trait `html`. */
  readonly "x-svc-traits"?: { readonly [trait: string]: { readonly [property: string]: Json } };
  /** Of an open enum, instead of `enum`: the values that the document lists. Made by the model, never read from a document. */
  readonly "x-svc-known"?: readonly Json[];
  /** Of an enum: names and descriptions of its values, by the value as JSON. Made by the model of `x-enum-varnames` and its like. */
  readonly "x-svc-values"?: { readonly [json: string]: { readonly name?: string; readonly description?: string } };
  /** Of the variant that opens a union, and of its tag: the tags of the other variants. Made by the model. */
  readonly "x-svc-other"?: readonly string[];
}

/** Named schemas, by the document's own name: what a `$ref` leads to. */
export type Schemas = { readonly [name: string]: { readonly schema: Schema } };

const REF_PREFIX = "#/components/schemas/";

/** The schema name in a normalized `$ref`. */
export function refName(ref: string): string {
  const token = ref.slice(REF_PREFIX.length);
  // Most names have no character that is written in another way.
  if (!/[%~]/.test(token)) return token;
  return decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The normalized `$ref` of a named schema: the inverse of {@link refName}. */
export function refTo(name: string): string {
  return REF_PREFIX + encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}

/**
 * Follows `$ref` until a schema that is not only a reference. Siblings of a `$ref` (3.1) are kept by merging them as
 * `allOf`. A reference cycle without content gives `{}`.
 */
export function deref(schema: Schema, schemas: Schemas): Schema {
  const seen = new Set<string>();
  let current = schema;
  while (current.$ref !== undefined) {
    const { $ref, ...siblings } = current;
    const target = seen.has($ref) ? undefined : own(schemas, refName($ref))?.schema;
    if (target === undefined) return siblings;
    seen.add($ref);
    current = Object.keys(siblings).some(constrains) ? { allOf: [target, siblings] } : target;
  }
  return current;
}

/** Whether values of a property travel in a direction: what is `readOnly` is not sent, what is `writeOnly` does not come. */
export function travels(property: Schema, direction: "request" | "response", schemas: Schemas): boolean {
  const mark = direction === "request" ? "readOnly" : "writeOnly";
  return !conjunctsOf(property, schemas).some((part) => part[mark] === true);
}

/**
 * A schema with everything that it refers to or is composed of, each once, however many lead to it: a value fits it that fits the own
 * keywords of each.
 */
export function conjunctsOf(schema: Schema, schemas: Schemas): Schema[] {
  if (schema.$ref === undefined && schema.allOf === undefined) return [schema];
  const parts = new Set([schema]);
  for (const part of parts) {
    const target = part.$ref === undefined ? undefined : own(schemas, refName(part.$ref))?.schema;
    for (const further of [...(target === undefined ? [] : [target]), ...(part.allOf ?? [])]) parts.add(further);
  }
  return [...parts];
}

/** The type names that `type` lists: empty where it does not say. */
export function typesOf(schema: Schema): readonly TypeName[] {
  const { type } = schema;
  if (type === undefined) return [];
  return typeof type === "string" ? [type] : type;
}

/** Whether a schema, without its references, says nothing of a value. */
export function isUnconstrained(schema: Schema): boolean {
  return !Object.keys(schema).some(constrains);
}

/** The schema that nothing fits: `false`. */
export function isNever({ not }: Schema): boolean {
  return not !== undefined && Object.keys(not).length === 0;
}

/** An object's own value: names such as `constructor` are ordinary in documents. */
export function own<T>(record: { readonly [key: string]: T } | undefined, key: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}
