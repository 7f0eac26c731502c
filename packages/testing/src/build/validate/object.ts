import type { Json, Schema } from "@svc/model";
import { own } from "../own.ts";
import { matches } from "./regexp.ts";
import { fail, nothing, passes, type Visit } from "./visit.ts";

/** Checks the keywords of objects, and the properties. */
export function checkObject(schema: Schema, value: { readonly [key: string]: Json }, visit: Visit): void {
  const names = Object.keys(value);
  checkPresence(schema, names, visit);
  for (const name of names) {
    const schemas = evaluating(schema, name);
    for (const property of schemas) visit.check(property, at(visit, name, value[name]));
    if (schemas.length > 0) visit.evaluated.names.add(name);
    if (schema.propertyNames !== undefined && !passes(schema.propertyNames, at(visit, name, name))) {
      fail(at(visit, name, value[name]), "a name that is not allowed");
    }
  }
  for (const [name, dependent] of Object.entries(schema.dependentSchemas ?? {})) {
    if (names.includes(name)) visit.check(dependent, visit);
  }
  const { unevaluatedProperties } = schema;
  if (unevaluatedProperties === undefined) return;
  for (const name of names) {
    if (visit.evaluated.names.has(name)) continue;
    visit.check(unevaluatedProperties, at(visit, name, value[name]));
    visit.evaluated.names.add(name);
  }
}

function evaluating(schema: Schema, name: string): Schema[] {
  const property = own(schema.properties, name);
  const result = property === undefined ? [] : [property];
  for (const [pattern, patterned] of Object.entries(schema.patternProperties ?? {})) {
    if (matches(pattern, name)) result.push(patterned);
  }
  if (result.length === 0 && schema.additionalProperties !== undefined) result.push(schema.additionalProperties);
  return result;
}

function checkPresence(schema: Schema, names: readonly string[], visit: Visit): void {
  const { minProperties, maxProperties } = schema;
  for (const name of schema.required ?? []) if (!names.includes(name)) fail(at(visit, name, undefined), "is required");
  for (const [name, needed] of Object.entries(schema.dependentRequired ?? {})) {
    if (!names.includes(name)) continue;
    for (const other of needed) {
      if (!names.includes(other)) fail(at(visit, other, undefined), `is required beside ${name}`);
    }
  }
  if (names.length < (minProperties ?? 0)) {
    fail(visit, `expected at least ${minProperties} properties, got ${names.length}`);
  }
  if (names.length > (maxProperties ?? names.length)) {
    fail(visit, `expected at most ${maxProperties} properties, got ${names.length}`);
  }
}

function at(visit: Visit, name: string, value: unknown): Visit {
  const token = name.replaceAll("~", "~0").replaceAll("/", "~1");
  return { ...visit, value, pointer: `${visit.pointer}/${token}`, refs: [], evaluated: nothing() };
}
