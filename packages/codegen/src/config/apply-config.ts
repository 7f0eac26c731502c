import { decodeFragment, METHODS, plainToken, routeText } from "@svc/model";
import { UsageError } from "../usage-error.ts";
import type { Omissions, SdkOptions } from "./options.ts";

type Json = { [key: string]: unknown };

/** One operation of a document, with its place. */
interface Place {
  readonly path: string;
  readonly method: string;
  readonly item: Json;
  readonly operation: Json;
}

/**
 * A copy of a document as a configuration asks for it: names and headers are declared by extensions, operations are gone.
 *
 * @throws UsageError naming what the document does not have
 */
export function applyConfig(
  given: unknown,
  { methods = {}, types = {}, omit = {}, headers = {} }: SdkOptions,
): unknown {
  const asksNothing = [methods, types, omit, headers].every((part) => Object.keys(part).length === 0);
  if (asksNothing || !isObject(given)) return given;
  const document = structuredClone(given);
  const places = placesOf(document);
  for (const [name, method] of Object.entries(methods)) {
    for (const { operation } of find(places, name, "methods")) operation["x-svc-method"] = method;
  }
  const schemas = at(at(document, "components"), "schemas");
  for (const [name, type] of Object.entries(types)) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (!isObject(schema))
      throw new UsageError(`svc.config: types: the document has no schema ${JSON.stringify(name)}.`);
    schema["x-svc-name"] = type;
  }
  if (Object.keys(headers).length > 0) {
    document["x-svc-request-headers"] = { ...at(document, "x-svc-request-headers"), ...headers };
  }
  return leaveOut(document, places, omit);
}

function leaveOut(document: Json, places: readonly Place[], omit: Omissions): Json {
  const { tags = [], paths = [], operations = [], internal = false } = omit;
  const named = new Set(operations.flatMap((name) => find(places, name, "omit.operations")));
  for (const tag of tags) {
    if (!places.some(({ operation }) => tagsOf(operation).includes(tag))) throw nothingNamed("omit.tags", tag);
  }
  for (const path of paths)
    if (!places.some((place) => isBelow(place.path, path))) throw nothingNamed("omit.paths", path);
  const leaves = places.filter(
    (place) =>
      named.has(place) ||
      tagsOf(place.operation).some((tag) => tags.includes(tag)) ||
      paths.some((path) => isBelow(place.path, path)) ||
      (internal && (place.operation["x-internal"] === true || place.item["x-internal"] === true)),
  );
  if (leaves.length === 0) return document;
  const before = structuredClone(document);
  for (const { item, method, path } of leaves) {
    delete item[method];
    if (!METHODS.some((name) => name in item)) delete at(document, "paths")[path];
  }
  return dropUnused(before, document);
}

function placesOf(document: Json): Place[] {
  return Object.entries(at(document, "paths")).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = isObject(item) ? item[method] : undefined;
      return isObject(item) && isObject(operation) ? [{ path, method, item, operation }] : [];
    }),
  );
}

/** The operations with an id, or with a method and path. */
function find(places: readonly Place[], name: string, option: string): Place[] {
  const found = places.filter(({ path, method, operation }) =>
    isNamed(name, { id: operation["operationId"], method, path }),
  );
  if (found.length === 0) throw nothingNamed(option, name);
  return found;
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder.replace(/\/$/, "")}/`);
}

function tagsOf({ tags }: Json): string[] {
  return Array.isArray(tags) ? tags : [];
}

function at(holder: Json, key: string): Json {
  const value = Object.hasOwn(holder, key) ? holder[key] : undefined;
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a configuration means this operation: by its id, or by method and path (`DELETE /pets/{id}`). */
export function isNamed(name: string, operation: { id: unknown; method: string; path: string }): boolean {
  return operation.id === name || routeText(operation) === name;
}

/** The error for a name in `option` that nothing of the document has. */
export function nothingNamed(option: string, name: string): UsageError {
  return new UsageError(`svc.config: ${option}: the document has nothing for ${JSON.stringify(name)}.`);
}

/** The document without the components that it referred to before, and no longer does. */
function dropUnused(before: Json, now: Json): Json {
  const used = reachable(before);
  const left = reachable(now);
  const components = now["components"] as { [kind: string]: Json } | undefined;
  for (const reference of used) {
    if (left.has(reference)) continue;
    const [, kind = "", name = ""] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(reference) ?? [];
    delete components?.[kind]?.[keyOf(name)];
  }
  return now;
}

/** References to components, from everything of a document but the components, and from what these refer to. */
function reachable(document: Json): Set<string> {
  const found = new Set<string>();
  const { components, ...roots } = document;
  const queue: unknown[] = [roots];
  for (let value = queue.pop(); value !== undefined; value = queue.pop()) {
    if (typeof value === "string" && /^#\/components\/[^/]+\/[^/]+/.test(value)) {
      const [reference = ""] = /^#\/components\/[^/]+\/[^/]+/.exec(value) ?? [];
      if (found.has(reference)) continue;
      found.add(reference);
      const [kind = "", name = ""] = reference.slice("#/components/".length).split("/");
      const component = (components as { [kind: string]: Json } | undefined)?.[kind]?.[keyOf(name)];
      if (component !== undefined) queue.push(component);
    } else if (typeof value === "object" && value !== null) {
      // A mapping may name a schema without a reference, and a text that looks like one keeps what it names.
      for (const member of Object.values(value)) if (member !== undefined) queue.push(member);
    }
  }
  return found;
}

/** A segment of a reference, as a key. */
function keyOf(segment: string): string {
  return plainToken(decodeFragment(segment) ?? segment);
}
