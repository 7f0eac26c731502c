import { asObject, get, type Raw } from "../build/raw.ts";
import { METHODS } from "../model.ts";
import { addressOf, checkPathTemplate, type PathTemplate } from "./check-path-template.ts";
import type { CheckContext } from "./context.ts";
import { kindOf, show } from "./finding.ts";
import { childPointer } from "./pointer.ts";
import { isControlFree } from "./text.ts";

/** A parameter where it is used, with its own place. */
interface Use {
  readonly name: string;
  readonly location: string;
  /** Where the list has it. */
  readonly at: string;
}

/** Checks what only shows with path, path item and operations together. Objects by themselves are checked elsewhere. */
export function checkPaths(context: CheckContext): void {
  const routes = new Map<string, string>();
  const ids = new Map<string, string>();
  const paths = Object.entries(asObject(get(context.root, "paths"))).filter(([path]) => !path.startsWith("x-"));
  const addresses = new Map<string, number>();
  for (const [path] of paths) addresses.set(addressOf(path), (addresses.get(addressOf(path)) ?? 0) + 1);
  for (const [path, item] of paths) {
    const at = childPointer("/paths", path);
    const isShared = (addresses.get(addressOf(path)) ?? 0) > 1;
    const template = checkPathTemplate(path, at, isShared, context);
    if (isShared && path.includes("#")) {
      context.warn(at, "has a fragment, which is never sent; servers see the same address as the path without it");
    }
    const pathItem = follow(item, context);
    const shared = usesOf(pathItem, at, context);
    if (template !== undefined) checkUnused(shared, template, context);
    for (const method of METHODS) {
      if (!Object.hasOwn(pathItem, method)) continue;
      const operationAt = childPointer(at, method);
      const operation = pathItem[method];
      const own = usesOf(asObject(operation), operationAt, context);
      if (template !== undefined) {
        checkUnused(own, template, context);
        checkDeclared(template, [...shared, ...own], operationAt, context);
        checkRoute(`${method} ${template.shape}`, at, routes, context);
      }
      checkOperationId(get(operation, "operationId"), childPointer(operationAt, "operationId"), ids, context);
    }
  }
}

/** The object at the end of its references; those are checked already. */
function follow(item: unknown, context: CheckContext): Raw {
  let value = item;
  for (let hops = 0; hops < 100; hops++) {
    const target = typeof value === "object" && value !== null ? context.targets.get(value) : undefined;
    if (target === undefined) break;
    // A path item's own fields stand beside its `$ref`.
    value = typeof target.value === "object" ? { ...target.value, ...without$ref(asObject(value)) } : target.value;
  }
  return asObject(value);
}

function without$ref({ $ref: _, ...rest }: Raw): Raw {
  return rest;
}

function usesOf(owner: Raw, at: string, context: CheckContext): Use[] {
  const list = owner["parameters"];
  if (!Array.isArray(list)) return [];
  const seen = new Set<string>();
  return list.flatMap((item, index): Use[] => {
    const parameter = follow(item, context);
    const { name, in: location } = parameter as { name?: unknown; in?: unknown };
    if (typeof name !== "string" || typeof location !== "string") return [];
    const use = { name, location, at: childPointer(childPointer(at, "parameters"), index) };
    const id = `${location} ${location === "header" ? name.toLowerCase() : name}`;
    if (seen.has(id)) context.refuse(use.at, `is the ${location} parameter ${show(name)} again; remove one of the two`);
    seen.add(id);
    return [use];
  });
}

function checkUnused(uses: readonly Use[], template: PathTemplate, context: CheckContext): void {
  for (const { name, location, at } of uses) {
    if (location !== "path" || template.names.includes(name)) continue;
    context.refuse(
      at,
      `is the path parameter ${show(name)}, which the path does not have; add {…} to the path or remove it`,
    );
  }
}

function checkDeclared(template: PathTemplate, uses: readonly Use[], at: string, context: CheckContext): void {
  for (const name of new Set(template.names)) {
    if (uses.some((use) => use.location === "path" && use.name === name)) continue;
    // Reported at the path, where the mistake is, if the name is no name but a pattern: `{id:[0-9]+}`.
    const isPattern = /[:*+?[\]()\\^$|=<>]/.test(name);
    context.refuse(
      isPattern ? at.slice(0, at.lastIndexOf("/")) : at,
      `has no parameter ${show(name)} with "in": "path" for its place in the path; declare it${isPattern ? ", without a pattern in its name" : ""}`,
    );
  }
}

/** `/a/{x}` and `/a/{y}` are fine with different methods; with the same method no server can tell them apart. */
function checkRoute(route: string, at: string, routes: Map<string, string>, context: CheckContext): void {
  const other = routes.get(route);
  if (other === undefined) routes.set(route, at);
  else if (other !== at) {
    context.refuse(
      at,
      `and ${show(other, 200)} differ only in parameter names, and both have ${show(route.split(" ")[0])}; keep one`,
    );
  }
}

function checkOperationId(id: unknown, at: string, ids: Map<string, string>, context: CheckContext): void {
  if (id === undefined || id === null) return;
  if (typeof id !== "string" || id === "") {
    context.refuse(at, `is ${id === "" ? "empty" : kindOf(id)}; write a name as a string, or remove it`);
    return;
  }
  const other = ids.get(id);
  if (other === undefined) ids.set(id, at);
  else context.refuse(at, `is ${show(id)}, as is ${other}; give each operation an id of its own`);
  if (!isControlFree(id)) context.warn(at, "has control characters; names that are made from it leave them out");
}
