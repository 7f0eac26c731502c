import { deref, isUnconstrained, type Json, type Parameter, type Schema, type Schemas } from "@svc/model";
import { generate } from "./generate.ts";
import type { OperationContext } from "./operation-context.ts";
import { fork } from "./random.ts";

/** Texts that survive paths, headers and cookies of any server as they are. */
const SAFE = /^(?!\.{1,2}$)[\w~:@+.-]+$/;
const SAFE_SCHEMA: Schema = { minLength: 1, pattern: "^[A-Za-z0-9][A-Za-z0-9_-]*$" };

const ANY_TEXT: Schema = { type: "string" };

const safeSchemas = new WeakMap<Schema, Schema>();

/**
 * A value for a parameter. In paths, headers and cookies a text without slashes, spaces and the like, and in paths never
 * empty and never dots, as far as the schema has such a text.
 */
export function makeParameter(parameter: Parameter, context: OperationContext): Json | undefined {
  const { name } = parameter;
  const { model, seed, now, useExamples, index = 0 } = context;
  const schema = asText(parameter.schema, model.schemas);
  const make = (one: Schema, direction: "request" | "response" = "request") =>
    generate(one, {
      schemas: model.schemas,
      seed: fork(fork(seed, parameter.in), name),
      now: now(),
      useExamples,
      index,
      direction,
      name,
    });
  const value = make(schema);
  if (parameter.in === "query" || isSafe(value)) return value;
  const safer = make(safe(schema));
  if (isSafe(safer)) return safer;
  // Of an object nothing may be left where all its properties are `readOnly`, which says something of bodies only.
  const whole = typeof value === "object" ? make(safe(schema), "response") : undefined;
  return isSafe(whole) ? whole : value;
}

function isSafe(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isSafe);
  if (typeof value === "object" && value !== null)
    return Object.values(value).length > 0 && Object.values(value).every(isSafe);
  return typeof value === "string" ? SAFE.test(value) : value !== undefined && value !== null;
}

/** A parameter of any type is text: of objects, no server can tell what they were. */
function asText(schema: Schema, schemas: Schemas): Schema {
  return isUnconstrained(deref(schema, schemas)) ? ANY_TEXT : schema;
}

function safe(schema: Schema): Schema {
  const known = safeSchemas.get(schema);
  if (known !== undefined) return known;
  // Each part says something of its own type only; properties that the schema names are "additional" to this one.
  const parts: Schema = { items: SAFE_SCHEMA, minItems: 1, additionalProperties: SAFE_SCHEMA };
  const created: Schema = { allOf: [schema, SAFE_SCHEMA, parts] };
  safeSchemas.set(schema, created);
  return created;
}
