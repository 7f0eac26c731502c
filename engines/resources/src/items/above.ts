import type { Operation } from "@svc/model/data";
import { isBelow, pathShape } from "../facts/path-shape.ts";
import type { Resource } from "../facts/resource.ts";
import { type Answer, type Engine, findItem, type ResourceCall, sourcesOf } from "./context.ts";

// What is known of the items that others lie in.

/** Whether one of the items that a resource lies in is known not to be there. */
export function isOrphan(
  { resources, cells }: Pick<Engine, "resources" | "cells">,
  resource: Pick<Resource, "parent">,
  parameters: readonly string[],
): boolean {
  const parent = resource.parent === undefined ? undefined : resources.find(({ key }) => key === resource.parent);
  if (parent === undefined) return false;
  const count = pathShape(parent.path).parameters.length;
  const above = parameters.slice(0, count);
  const found = [cells.find(parent, above) ?? [], sourcesOf({ cells }, parent, above)].flat();
  const id = parameters[count] ?? "";
  const isKnown = found.some((cell) => findItem(cell, id, parent) !== undefined);
  // Below an item that was only made up, and removed, answers are made up as before.
  const isRemoved = found.some(({ removed }) => removed.get(id)?.isMadeUp === undefined && removed.has(id));
  const isGone = !isKnown && (isRemoved || (found.some(({ isComplete }) => isComplete) && isReadable(parent)));
  return isGone || isOrphan({ resources, cells }, parent, above);
}

/** Words by which services name an item of the caller's own, or one of many. */
const ALIAS = /^(?:me|self|my|mine|current|default|primary|latest|last|first|root|active|~|@me|~me|-)$/i;

/** Whether an id is good where nobody has put it in: a word names it (`me`), or builders of arguments promise it. */
export function isPromised({ tools }: Pick<Engine, "tools">, operation: Operation, id: string): boolean {
  return ALIAS.test(id) || tools.isArgument?.(operation, id) === true;
}

/** Whether tests or requests have put anything into a collection, wherever it lies: what they have not put in is not there. */
export function isInUse({ cells }: Pick<Engine, "cells">, resource: Pick<Resource, "key" | "sources">): boolean {
  const keys = [resource.key, ...resource.sources];
  return keys.some((key) => cells.all({ key }).some(({ cell }) => cell.isSeeded));
}

/** Refuses requests whose paths lead to an item, or below one, that is known not to be there. */
export function createAnswerBelow(
  engine: Pick<Engine, "resources" | "cells">,
): (call: Pick<ResourceCall, "operation" | "path">) => Answer | undefined {
  const known = new Map<string, Resource | undefined>();
  return ({ operation, path }) => {
    const { key, parameters } = pathShape(operation.path);
    if (!known.has(key)) known.set(key, collectionAbove(key, engine.resources));
    const parent = known.get(key)?.key;
    const values = parameters.map((name) => String(path[name]));
    const isGone = parent !== undefined && isOrphan(engine, { parent }, values);
    return isGone ? { kind: "refused", status: 404, detail: "Not Found" } : undefined;
  };
}

/** The innermost collection in one of whose items a path lies, or whose item it is. */
export function collectionAbove(key: string, resources: readonly Resource[]): Resource | undefined {
  const above = resources.filter(
    (one) => one.kind === "collection" && (key === `${one.key}/{}` || isBelow(key, `${one.key}/{}`)),
  );
  return above.reduce<Resource | undefined>(
    (best, one) => (best === undefined || one.key.length > best.key.length ? one : best),
    undefined,
  );
}

/** Whether requests can see single items: else nobody can know which there are. */
function isReadable({ roles }: Resource): boolean {
  return Object.values(roles).some(({ does }) => does === "read");
}
