import { deref, type Json, type Schema, type Schemas, setOwn, snakeCase, typesOf } from "@svc/model/data";
import {
  codeOf,
  nameOfPart,
  namingValue,
  pointerOfPart,
  type Refusal,
  type RefusedPart,
  sentenceOf,
} from "./refusal.ts";

/** What the schema of an error has places for, filled. */
interface Filled {
  readonly value: Json;
  /** Places that say something of the refusal. */
  readonly places: number;
}

interface Filling {
  readonly refusal: Refusal;
  readonly schemas: Schemas;
  /** Set within the list of what is wrong. */
  readonly part?: RefusedPart | undefined;
  /** Whether the value cannot be left out. */
  readonly isRequired: boolean;
  readonly depth: number;
}

/**
 * What the schema of an error says of a refusal, by the names of its properties: text, code, status, name and pointer of
 * the parts that are wrong. What says nothing of it is left out, for the builder to add where it is required. Undefined
 * where the schema has no place for anything.
 */
export function errorValue(schema: Schema, refusal: Refusal, schemas: Schemas): Json | undefined {
  const filled = fill(schema, "message", { refusal, schemas, isRequired: true, depth: 0 });
  return filled !== undefined && filled.places > 0 ? filled.value : undefined;
}

/** Deeper objects are no longer about the refusal as a whole. */
const DEPTH = 5;

function fill(schema: Schema, name: string, filling: Filling): Filled | undefined {
  if (filling.depth > DEPTH) return undefined;
  const inner = { ...filling, depth: filling.depth + 1 };
  const found = variantsOf(schema, filling.schemas).flatMap((variant) => fillOne(variant, name, inner) ?? []);
  // The first of several that say as much.
  return found.sort((a, b) => b.places - a.places)[0];
}

/** A schema without references: one for each of its alternatives, each with what all of them have. */
function variantsOf(schema: Schema, schemas: Schemas, depth = 0): Schema[] {
  const { allOf = [], anyOf, oneOf, ...own } = deref(schema, schemas);
  if (depth > 3) return [own];
  const parts = allOf.map((part) => variantsOf(part, schemas, depth + 1)[0] ?? {});
  const base = parts.reduce<Schema>(merge, own);
  const choices = [...(anyOf ?? []), ...(oneOf ?? [])].flatMap((one) => variantsOf(one, schemas, depth + 1));
  return choices.length === 0 ? [base] : choices.map((choice) => merge(base, choice));
}

function merge(one: Schema, other: Schema): Schema {
  const required = [...(one.required ?? []), ...(other.required ?? [])];
  const properties = { ...other.properties, ...one.properties };
  return { ...other, ...one, required, ...(Object.keys(properties).length > 0 && { properties }) };
}

function fillOne(schema: Schema, name: string, filling: Filling): Filled | undefined {
  const types = typesOf(schema);
  if (schema.properties !== undefined) return fillObject(schema, filling);
  if (types.includes("array") || schema.items !== undefined) return fillList(schema, name, filling);
  const value = scalar(schema, name, filling);
  return value === undefined ? undefined : { value, places: 1 };
}

/** Objects that hold an error, or say where it is. Others are things of the service. */
const HOLDERS =
  /(?:^|_)(?:errors?|err|fault|exception|problem|failure|status|source|meta|details?|data|body|response|result|info|envelope|context|location|extra)$/;
const LISTS =
  /(?:^|_)(?:errors?|details?|issues|violations?|problems|messages|causes?|fields?|validation|failures|faults|failed|reasons|params|parameters|invalid_params|loc|path)$/;

function fillObject({ properties = {}, required = [] }: Schema, filling: Filling): Filled | undefined {
  const value: Record<string, Json> = {};
  let places = 0;
  for (const [key, property] of Object.entries(properties)) {
    const name = snakeCase(key);
    const isRequired = required.includes(key);
    const variants = variantsOf(property, filling.schemas);
    const isNested = variants.some((one) => one.properties !== undefined);
    const isList = variants.some((one) => typesOf(one).includes("array"));
    if (!isRequired && ((isNested && !HOLDERS.test(name) && !LISTS.test(name)) || (isList && !LISTS.test(name))))
      continue;
    const filled = fill(property, name, { ...filling, isRequired });
    // What an optional object requires beyond the refusal would have to be made up.
    const isThing = !isRequired && isNested && filled !== undefined && !isComplete(filled.value, variants);
    if (isThing) continue;
    const isEmpty = filled === undefined || filled.places === 0;
    if (!isEmpty) {
      setOwn(value, key, filled.value);
      places += filled.places;
    } else if (isRequired && variants.some((one) => typesOf(one).includes("null"))) setOwn(value, key, null);
    else if (isRequired && filled !== undefined) setOwn(value, key, filled.value);
  }
  const { title, detail } = filling.refusal;
  // A short word for the error is its sentence where there is no other place for that.
  const isShort = value["error"] === title && !Object.values(value).includes(detail);
  return { value: isShort ? { ...value, error: detail } : value, places };
}

/** Whether an object has all that one of the alternatives requires. */
function isComplete(value: Json, variants: readonly Schema[]): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return true;
  return variants.some(({ required = [] }) => required.every((key) => Object.hasOwn(value, key)));
}

/** The parts that are wrong, one item each; one item for the whole where there are none. */
function fillList({ items = {}, minItems = 0 }: Schema, name: string, filling: Filling): Filled | undefined {
  const { refusal, part } = filling;
  if (part !== undefined && /(?:^|_)(?:loc|path|location|field)s?$/.test(name))
    return { value: part.loc.map(String), places: 1 };
  if (part !== undefined) return minItems === 0 ? { value: [], places: 0 } : undefined;
  const parts = refusal.issues.length === 0 ? [undefined] : refusal.issues;
  const filled = parts.flatMap((one) => fill(items, "message", { ...filling, part: one, isRequired: true }) ?? []);
  if (filled.length === 0) return { value: [], places: 0 };
  return { value: filled.map(({ value }) => value), places: Math.max(...filled.map(({ places }) => places)) };
}

const TEXT =
  /^(?:.*_)?(?:message|msg|detail|details|description|reason|explanation|summary|text|info|hint|cause|errors|error_message|why|title|error|phrase)$/;
const TITLE = /^(?:title|error|phrase|status_text|status_message|fault|reason_phrase)$/;
const CODE = /^(?:error_?)?(?:code|type|kind|category|name|slug|key|id|error|errcode|reason|status)$/;
const STATUS = /^(?:http_?)?(?:status|status_code|http_code|code|error_code)$/;
const PART =
  /^(?:param|parameter|field|property|attribute|target|argument|field_name|parameter_name|property_path|key|input)$/;
const POINTER = /^(?:pointer|json_pointer|path|property_path|instance_path)$/;

function scalar(schema: Schema, name: string, filling: Filling): Json | undefined {
  const types = typesOf(schema);
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (types.includes("boolean") && values === undefined) return flag(name);
  if (types.includes("integer") || types.includes("number")) {
    const { status } = filling.refusal;
    return filling.part === undefined && STATUS.test(name) && (values?.includes(status) ?? true) ? status : undefined;
  }
  if (types.length > 0 && !types.includes("string")) return undefined;
  if (values !== undefined) {
    const texts = values.filter((value) => typeof value === "string");
    if (STATUS.test(name) && texts.includes(String(filling.refusal.status))) return String(filling.refusal.status);
    return CODE.test(name) || TEXT.test(name) ? namingValue(texts, filling.refusal, filling.part) : undefined;
  }
  return /^(?:uri|date|date-time|uuid|email)/.test(schema.format ?? "") ? undefined : text(name, filling);
}

function flag(name: string): boolean | undefined {
  if (/^(?:success|successful|ok|is_success|succeeded)$/.test(name)) return false;
  return /^(?:error|is_error|failed|failure)$/.test(name) ? true : undefined;
}

function text(name: string, { refusal, part, isRequired }: Filling): string | undefined {
  const [first] = refusal.issues;
  const at = part ?? first;
  if (at !== undefined && POINTER.test(name)) return at.loc[0] === "body" ? pointerOfPart(at) : undefined;
  if (at !== undefined && PART.test(name)) {
    // A pointer beside it says where in the body.
    return name === "parameter" && at.loc[0] === "body" ? undefined : nameOfPart(at);
  }
  if (/^(?:http_?)?status(?:_code)?$/.test(name)) return String(refusal.status);
  // The codes of a service that lists none are not known: one is made up only where there has to be one.
  if (/^(?:error_?)?(?:type|code|name|key)$/.test(name)) return isRequired ? codeOf(refusal, part) : undefined;
  if (TITLE.test(name) && part === undefined) return refusal.title;
  if (name === "title") return refusal.title;
  if (name.endsWith("_code") || !TEXT.test(name)) return undefined;
  return part === undefined ? refusal.detail : sentenceOf([part]);
}
