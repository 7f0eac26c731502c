import { childPointer, type Json, own, type Schema } from "@svc/model/data";
import { canonicalText } from "../json.ts";
import { matches } from "./scalars.ts";
import { fail, passes, type Visit } from "./visit.ts";

type JsonObject = { readonly [key: string]: Json };

/** Checks the keywords of objects, and the properties. */
export function checkObject(schema: Schema, value: JsonObject, visit: Visit): void {
  checkPresence(schema, value, visit);
  for (const name of judged(schema, value)) {
    const schemas = evaluating(schema, name, visit);
    for (const property of schemas) visit.validation.check(property, at(visit, name, value[name]));
    if (schemas.length > 0) visit.evaluated?.names.add(name);
    if (schema.propertyNames !== undefined && !passes(schema.propertyNames, at(visit, name, name))) {
      fail(at(visit, name, value[name]), () => "a name that is not allowed");
    }
  }
  for (const [name, dependent] of Object.entries(schema.dependentSchemas ?? {})) {
    if (Object.hasOwn(value, name)) visit.validation.check(dependent, visit);
  }
  const { unevaluatedProperties } = schema;
  if (unevaluatedProperties === undefined) return;
  for (const name of Object.keys(value)) {
    if (visit.evaluated?.names.has(name)) continue;
    visit.validation.check(unevaluatedProperties, at(visit, name, value[name]));
    visit.evaluated?.names.add(name);
  }
}

/** The properties that a schema says something about: of a large object, of which it knows two, those two. */
function judged(schema: Schema, value: JsonObject): readonly string[] {
  const { properties = {}, patternProperties, additionalProperties, propertyNames } = schema;
  const isOpen = patternProperties === undefined && additionalProperties === undefined && propertyNames === undefined;
  return isOpen ? Object.keys(properties).filter((name) => Object.hasOwn(value, name)) : Object.keys(value);
}

function evaluating(schema: Schema, name: string, { validation: { work } }: Visit): Schema[] {
  const property = own(schema.properties, name);
  const result = property === undefined ? [] : [property];
  for (const [pattern, patterned] of Object.entries(schema.patternProperties ?? {})) {
    if (matches(pattern, name, work)) result.push(patterned);
  }
  if (result.length === 0 && schema.additionalProperties !== undefined) result.push(schema.additionalProperties);
  return result;
}

function checkPresence(schema: Schema, value: JsonObject, visit: Visit): void {
  const { required = [], dependentRequired = {}, minProperties, maxProperties } = schema;
  for (const name of required)
    if (!Object.hasOwn(value, name) && visit.validation.rules.isRequired(name, schema))
      fail(at(visit, name, undefined), () => "is required");
  for (const [name, needed] of Object.entries(dependentRequired)) {
    if (!Object.hasOwn(value, name)) continue;
    for (const other of needed) {
      if (!Object.hasOwn(value, other)) fail(at(visit, other, undefined), () => `is required beside ${name}`);
    }
  }
  if (minProperties === undefined && maxProperties === undefined) return;
  const count = Object.keys(value).length;
  if (count < (minProperties ?? 0)) fail(visit, () => `expected at least ${minProperties} properties, got ${count}`);
  if (count > (maxProperties ?? count)) fail(visit, () => `expected at most ${maxProperties} properties, got ${count}`);
}

function at(visit: Visit, key: string | number, value: unknown): Visit {
  const { validation, report } = visit;
  const pointer = report === undefined ? "" : childPointer(visit.pointer, String(key));
  return { validation, value, pointer, report, active: undefined, evaluated: undefined };
}

/** Checks the keywords of arrays, and the items. */
export function checkArray(schema: Schema, value: readonly unknown[], visit: Visit): void {
  const { minItems, maxItems, uniqueItems, prefixItems = [], items, unevaluatedItems } = schema;
  const { evaluated } = visit;
  if (value.length < (minItems ?? 0)) fail(visit, () => `expected at least ${minItems} items, got ${value.length}`);
  if (value.length > (maxItems ?? value.length))
    fail(visit, () => `expected at most ${maxItems} items, got ${value.length}`);
  if (uniqueItems === true && hasDuplicate(value)) fail(visit, () => "expected different items");
  for (const [index, item] of prefixItems.entries()) {
    if (index < value.length) visit.validation.check(item, at(visit, index, value[index]));
  }
  if (items !== undefined) {
    for (let index = prefixItems.length; index < value.length; index++)
      visit.validation.check(items, at(visit, index, value[index]));
  }
  if (evaluated !== undefined)
    evaluated.items = Math.max(evaluated.items, items === undefined ? prefixItems.length : value.length);
  if (schema.contains !== undefined) checkContains(schema, schema.contains, value, visit);
  if (unevaluatedItems === undefined || evaluated === undefined) return;
  for (let index = evaluated.items; index < value.length; index++) {
    if (!evaluated.indexes.has(index)) visit.validation.check(unevaluatedItems, at(visit, index, value[index]));
  }
  evaluated.items = value.length;
}

function checkContains(schema: Schema, contains: Schema, value: readonly unknown[], visit: Visit): void {
  const { minContains = 1, maxContains } = schema;
  const found = value.flatMap((_, index) => (passes(contains, at(visit, index, value[index])) ? [index] : []));
  for (const index of found) visit.evaluated?.indexes.add(index);
  if (found.length < minContains)
    fail(visit, () => `expected at least ${minContains} items of a kind, got ${found.length}`);
  if (found.length > (maxContains ?? found.length)) {
    fail(visit, () => `expected at most ${maxContains} items of a kind, got ${found.length}`);
  }
}

function hasDuplicate(value: readonly unknown[]): boolean {
  if (value.every((item) => typeof item !== "object")) return new Set(value).size < value.length;
  return new Set(value.map(canonicalText)).size < value.length;
}
