import { type Json, type Model, plainToken, refName, type Schema } from "@svc/model/data";
import type { Direction } from "../validate/rules.ts";
import type { Derive } from "./run.ts";
import type { Overrides, TraitsOf } from "./types.ts";

/** Which way values of named schemas travel that builders make: as they come, unless they are only sent; undefined for neither. */
export function directionsOf({ operations, schemas }: Model): (schemaName: string) => Direction | undefined {
  const reach = (roots: unknown[]) => reachable(roots, schemas);
  const sent = reach(operations.map(({ body }) => body));
  const received = reach(operations.map(({ responses }) => responses));
  return (name) => (received.has(name) ? "response" : sent.has(name) ? "request" : undefined);
}

function reachable(roots: unknown[], schemas: Model["schemas"]): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<object>();
  const stack = [...roots];
  while (stack.length > 0) {
    const value = stack.pop();
    // Parts of a document may be shared: each is looked at once.
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    const ref = Object.hasOwn(value, "$ref") ? (value as { $ref: unknown }).$ref : undefined;
    const name = typeof ref === "string" && ref.startsWith("#/components/schemas/") ? refName(ref) : undefined;
    if (name !== undefined && !names.has(name) && Object.hasOwn(schemas, name)) {
      names.add(name);
      stack.push(schemas[name]?.schema);
    }
    for (const child of Object.values(value)) stack.push(child);
  }
  return names;
}

/** The traits that a document declares of a schema: `x-svc-traits`. */
export function declaredTraits(schema: Schema): TraitsOf<unknown> {
  return (schema["x-svc-traits"] ?? {}) as { readonly [name: string]: Overrides<unknown> };
}

/** Relations by wire name that declarations of stored lists tell (`items` and `total`): the total is the number of items. */
export function declaredTotals({ resources = {}, operations }: Model): { readonly [wireName: string]: Derive } {
  const totals = Object.entries(resources).flatMap(([path, { items, total }]) => {
    const get = operations.find((operation) => operation.method === "get" && operation.path === path);
    const [list, count] = [items, total].map(propertyOf);
    const answers = get?.responses.filter(({ status }) => status.startsWith("2")) ?? [];
    const refs = answers.flatMap(({ content }) => content.flatMap(({ schema }) => schema?.$ref ?? []));
    return list === undefined || count === undefined
      ? []
      : refs.map((ref) => [refName(ref), countOf(list, count)] as const);
  });
  return Object.fromEntries(totals);
}

/** The property that a pointer leads to, where it leads no further down. */
function propertyOf(pointer: string | undefined): string | undefined {
  const [root, token, ...below] = pointer?.split("/") ?? [];
  return root === "" && token !== undefined && below.length === 0 ? plainToken(token) : undefined;
}

function countOf(list: string, count: string): Derive {
  return (value) => {
    const items = (value as { readonly [name: string]: Json | undefined })[list];
    return Array.isArray(items) ? { [count]: items.length } : {};
  };
}
