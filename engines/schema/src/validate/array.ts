import type { Schema } from "@svc/model/data";
import { canonicalText } from "../json.ts";
import { fail, nothing, passes, type Visit } from "./visit.ts";

/** Checks the keywords of arrays, and the items. */
export function checkArray(schema: Schema, value: readonly unknown[], visit: Visit): void {
  const { minItems, maxItems, uniqueItems, prefixItems = [], items, unevaluatedItems } = schema;
  if (value.length < (minItems ?? 0)) fail(visit, () => `expected at least ${minItems} items, got ${value.length}`);
  if (value.length > (maxItems ?? value.length))
    fail(visit, () => `expected at most ${maxItems} items, got ${value.length}`);
  if (uniqueItems === true && hasDuplicate(value)) fail(visit, () => "expected different items");
  for (const [index, item] of prefixItems.entries()) {
    if (index < value.length) visit.check(item, at(visit, index));
  }
  visit.evaluated.items = Math.max(visit.evaluated.items, prefixItems.length);
  if (items !== undefined) {
    for (let index = prefixItems.length; index < value.length; index++) visit.check(items, at(visit, index));
    visit.evaluated.items = value.length;
  }
  if (schema.contains !== undefined) checkContains(schema, schema.contains, value, visit);
  if (unevaluatedItems === undefined) return;
  for (let index = visit.evaluated.items; index < value.length; index++) {
    if (!visit.evaluated.indexes.has(index)) visit.check(unevaluatedItems, at(visit, index));
  }
  visit.evaluated.items = value.length;
}

function checkContains(schema: Schema, contains: Schema, value: readonly unknown[], visit: Visit): void {
  const { minContains = 1, maxContains } = schema;
  const found = value.flatMap((_, index) => (passes(contains, at(visit, index)) ? [index] : []));
  for (const index of found) visit.evaluated.indexes.add(index);
  if (found.length < minContains)
    fail(visit, () => `expected at least ${minContains} items of a kind, got ${found.length}`);
  if (found.length > (maxContains ?? found.length)) {
    fail(visit, () => `expected at most ${maxContains} items of a kind, got ${found.length}`);
  }
}

function at(visit: Visit, index: number): Visit {
  return {
    ...visit,
    value: (visit.value as readonly unknown[])[index],
    pointer: visit.quiet ? "" : `${visit.pointer}/${index}`,
    active: undefined,
    isTracked: false,
    evaluated: nothing(),
  };
}

function hasDuplicate(value: readonly unknown[]): boolean {
  if (value.every((item) => typeof item !== "object")) return new Set(value).size < value.length;
  return new Set(value.map(canonicalText)).size < value.length;
}
