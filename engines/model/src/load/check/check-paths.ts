import { operationsOf, type PathOperation } from "../../build/path-item.ts";
import { asObject, get, isObject, type Raw } from "../../build/raw.ts";
import { addressOf, anonymousPath } from "../../path-template.ts";
import { type IdentifiedOperation, separateIds } from "../../repair/operation-ids.ts";
import { declareParameter, renamePath } from "../../repair/paths.ts";
import { checkResourceExtension } from "../extensions/check-resource.ts";
import { kindOf, show } from "../finding.ts";
import { childPointer } from "../pointer.ts";
import { isControlFree, isToken } from "../text.ts";
import { checkPathTemplate, type PathTemplate } from "./check-path-template.ts";
import { checkSameAddress, type TemplatedPath } from "./check-same-address.ts";
import type { CheckContext } from "./context.ts";

/** A parameter where it is used, with its own place. */
interface Use {
  readonly name: string;
  readonly location: string;
  /** Where the list has it. */
  readonly at: string;
}

/** Checks what only shows with path, path item and operations together. Objects by themselves are checked elsewhere. */
export function checkPaths(context: CheckContext): void {
  const identified: IdentifiedOperation[] = [];
  const shapes = new Map<string, TemplatedPath[]>();
  const paths = Object.entries(asObject(get(context.root, "paths"))).filter(([path]) => !path.startsWith("x-"));
  const taken = new Set(paths.map(([path]) => path));
  const addresses = new Map<string, number>();
  for (const [path] of paths) {
    const shape = anonymousPath(addressOf(path));
    addresses.set(shape, (addresses.get(shape) ?? 0) + 1);
  }
  for (const [path, item] of paths) {
    const at = childPointer("/paths", path);
    const isShared = (addresses.get(anonymousPath(addressOf(path))) ?? 0) > 1;
    const template = checkPathTemplate({ path, item, at, isShared, isTaken: (other) => taken.has(other) }, context);
    if (isShared && path.includes("#")) {
      context.warn(at, "has a fragment, which is never sent; servers see the same address as the path without it");
    }
    const pathItem = follow(item, context);
    const owner = ownerOf(item, at, context);
    const shared = usesOf(pathItem, owner, context);
    const operations = operationsOf(pathItem);
    const braced = withBraces(path, [pathItem, ...operations.map(({ value }) => asObject(value))], context);
    if (template !== undefined && braced !== path && !taken.has(braced)) {
      context.mend(at, {
        wrong: "has parameters after a colon, as routers of some frameworks write them",
        advice: "write them in braces",
        assumed: `it is read as ${show(braced, 200)}`,
        edits: [renamePath(path, braced)],
      });
      continue;
    }
    if (template !== undefined) checkUnused(shared, template, context);
    checkResourceExtension(pathItem, owner, context);
    for (const { method, value: operation, tokens } of operations) {
      const [field = ""] = tokens;
      const operationAt = childPointer(Object.hasOwn(asObject(item), field) ? at : owner, ...tokens);
      const own = usesOf(asObject(operation), operationAt, context);
      if (template !== undefined) {
        checkUnused(own, template, context);
        if (isObject(operation)) checkDeclared(template, [...shared, ...own], { operation, at: operationAt }, context);
      }
      checkCallable({ method, value: operation, tokens }, operationAt, context);
      const id = readOperationId(operation, operationAt, context);
      if (id !== undefined) identified.push({ id, method, path, pointer: operationAt });
    }
    if (template !== undefined) {
      const same = shapes.get(template.shape) ?? [];
      const methods = operations.map(({ method }) => method);
      const ids = operations.map(({ value }) => get(value, "operationId"));
      shapes.set(template.shape, [...same, { path, template, methods, ids }]);
    }
  }
  for (const same of shapes.values()) if (same.length > 1) checkSameAddress(same, taken, context);
  for (const [pointer, mend] of separateIds(identified, context.formerRoutes)) context.mend(pointer, mend);
}

/** `/pets/:id` as `/pets/{id}`, where `id` is declared as a parameter of the path. */
function withBraces(path: string, owners: readonly Raw[], context: CheckContext): string {
  const declared = new Set(
    owners
      .flatMap((owner) => (Array.isArray(owner["parameters"]) ? owner["parameters"] : []))
      .map((parameter) => follow(parameter, context))
      .filter((parameter) => parameter["in"] === "path" && !path.includes(`{${parameter["name"]}}`))
      .map((parameter) => parameter["name"]),
  );
  return path.replaceAll(/(?<=\/):([\w-]+)(?=\/|$)/g, (place, name: string) =>
    declared.has(name) ? `{${name}}` : place,
  );
}

/** Warns of methods that `fetch` refuses to send, and of responses that it never passes on. */
function checkCallable({ method, value: operation, tokens }: PathOperation, at: string, context: CheckContext): void {
  const name = tokens.at(-1) ?? method;
  if (/^(?:trace|track|connect)$/.test(method)) {
    context.warn(at, `is ${method.toUpperCase()}, which fetch refuses to send; its method always fails`);
  } else if (tokens.length > 1 && !isToken(name)) {
    context.refuse(at, `is ${show(name)}, which is no method that HTTP can carry; correct it`);
  } else if (tokens.length > 1 && name !== name.toUpperCase()) {
    context.warn(at, `is sent as ${name.toUpperCase()}; write it in capitals`);
  }
  const statuses = Object.keys(asObject(get(operation, "responses"))).filter((status) => !status.startsWith("x-"));
  if (statuses.length > 0 && statuses.every((status) => status.startsWith("1"))) {
    context.warn(at, "has informational responses only, which fetch never gives; describe the final one");
  }
}

/** Where the operations of a path item stand: at the end of its `$ref`. */
function ownerOf(item: unknown, at: string, context: CheckContext): string {
  let pointer = at;
  let value = item;
  for (let hops = 0; hops < 100; hops++) {
    const target = typeof value === "object" && value !== null ? context.targets.get(value) : undefined;
    if (target === undefined) break;
    ({ value, pointer } = target);
  }
  return pointer;
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
    if (seen.has(id)) {
      context.mend(use.at, {
        wrong: `is the ${location} parameter ${show(name)} again`,
        advice: "remove one of the two",
        assumed: "the first is read, this one is left out",
        edits: [{ op: "remove", pointer: use.at }],
      });
      return [];
    }
    seen.add(id);
    return [use];
  });
}

function checkUnused(uses: readonly Use[], template: PathTemplate, context: CheckContext): void {
  for (const { name, location, at } of uses) {
    if (location !== "path" || template.names.includes(name)) continue;
    context.mend(at, {
      wrong: `is the path parameter ${show(name)}, which the path does not have`,
      advice: "add {…} to the path or remove it",
      assumed: "it is left out",
      edits: [{ op: "remove", pointer: at }],
    });
  }
}

function checkDeclared(
  template: PathTemplate,
  uses: readonly Use[],
  { operation, at }: { readonly operation: unknown; readonly at: string },
  context: CheckContext,
): void {
  const missing = template.names.filter((name) => !uses.some((use) => use.location === "path" && use.name === name));
  for (const [index, name] of missing.entries()) {
    // Reported at the path, where the mistake is, if the name is no name but a pattern: `{id:[0-9]+}`.
    const isPattern = /[:*+?[\]()\\^$|=<>]/.test(name);
    const place = isPattern ? at.slice(0, at.lastIndexOf("/")) : at;
    // The first makes the list where there is none.
    const owner = index === 0 ? operation : { parameters: [] };
    context.mend(place, {
      wrong: `has no parameter ${show(name)} with "in": "path" for its place in the path`,
      advice: `declare it${isPattern ? ", without a pattern in its name" : ""}`,
      ...declareParameter(name, owner, at),
    });
  }
}

function readOperationId(operation: unknown, operationAt: string, context: CheckContext): string | undefined {
  const id = get(operation, "operationId");
  const at = childPointer(operationAt, "operationId");
  if (id === undefined || id === null) return undefined;
  if (typeof id !== "string" || id === "") {
    const isText = typeof id === "number" || typeof id === "boolean";
    context.mend(at, {
      wrong: `is ${id === "" ? "empty" : kindOf(id)}`,
      advice: "write a name as a string, or remove it",
      assumed: isText ? `${show(String(id))} is assumed` : "it is left out",
      edits: isText
        ? [{ op: "set", pointer: operationAt, key: "operationId", value: String(id) }]
        : [{ op: "remove", pointer: at }],
    });
    return undefined;
  }
  if (!isControlFree(id)) context.warn(at, "has control characters; names that are made from it leave them out");
  return id;
}
