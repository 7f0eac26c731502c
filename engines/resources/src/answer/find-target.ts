import { canonical, textsOf } from "../facts/fields.ts";
import { pathShape } from "../facts/path-shape.ts";
import type { Resource, Role } from "../facts/resource.ts";
import { isInUse, isPromised } from "../items/above.ts";
import { type Answer, findItem, sourcesOf } from "../items/context.ts";
import { type Cell, type Item, noteRemoved } from "../items/items.ts";
import { makeItem } from "../items/write-item.ts";
import { documents, refused, type Task } from "../show/show.ts";

/** An item that a request is about, and where it lies. */
export interface Found {
  readonly cell: Cell;
  readonly id: string;
  readonly item: Item;
}

/**
 * The item that a request is about, or how it is refused. One that nobody has put in is made up where that is wanted
 * (`isMade`), so that it can be changed; undefined: it is not known, and the answer has to be made up.
 */
export function findTarget(
  task: Task,
  parameters: readonly string[],
  id: string,
  isMade: boolean,
): Found | Answer | undefined {
  const { engine, resource, call } = task;
  const own = engine.cells.find(resource, parameters);
  const cells = [...(own === undefined ? [] : [own]), ...sourcesOf(engine, resource, parameters)];
  for (const cell of cells) {
    const isOther = (item: Item): boolean => cell !== own && !liesAt(item, resource, parameters);
    const known = findItem(cell, id, resource, isOther);
    const item = known === undefined ? undefined : cell.items.get(known);
    if (known !== undefined && item !== undefined) return { cell, id: known, item };
  }
  const isGone = own?.isComplete || cells.some(({ removed }) => removed.has(id));
  // A singleton can only be missing where the document says so.
  if (isGone && (parameters.length > 0 || resource.kind === "collection" || documents(call, 404))) return refused(404);
  const isUnknown = parameters.length > 0 || resource.kind === "collection";
  if (engine.onUnseeded === "not-found" && isUnknown) return refused(404);
  if (engine.onUnseeded === "leave") return undefined;
  const given = own?.madeUp.get(id);
  // Where items were made, there are these, those that were shown, what a word names that is no id (`me`), and what builders promise.
  const isUsed = isUnknown && resource.kind === "collection" && isInUse(engine, resource);
  if (isUsed && given === undefined && !isMaking(task) && !isPromised(engine, call.operation, id)) return refused(404);
  if (!isMade && given === undefined) return undefined;
  const made = makeItem(engine, {
    resource,
    parameters,
    given: given ?? {},
    id: resource.kind === "singleton" ? undefined : id,
    missing: { writes: [] },
  });
  const opened = engine.cells.open(resource, parameters);
  return made === undefined
    ? undefined
    : { cell: opened, id, item: { ...made.item, ...(given !== undefined && { fields: given }), isMadeUp: true } };
}

/** Whether an item that was made elsewhere says nothing else than the path: `/projects/{owner}/{project}`, by the login of its owner. */
function liesAt({ fields }: Item, { path }: Resource, parameters: readonly string[]): boolean {
  const names = new Map(Object.keys(fields).map((name) => [canonical(name), name]));
  return pathShape(path).parameters.every((parameter, index) => {
    const value = fields[names.get(canonical(parameter)) ?? ""];
    return value === undefined || value === null || textsOf(value).includes(parameters[index] ?? "");
  });
}

/** Whether there is one, and no refusal. */
export function isFound(found: Found | Answer | undefined): found is Found {
  return found !== undefined && "item" in found;
}

function has({ roles }: Resource, role: Role["does"]): boolean {
  return Object.values(roles).some(({ does }) => does === role);
}

/** Whether a change makes the item of its path, because nothing else makes any. */
function isMaking({ resource, role, call }: Task): boolean {
  return role.does === "update" && /^(?:put|post)$/.test(call.operation.method) && !has(resource, "create");
}

/** Puts an item that was changed in its place. */
export function putChanged({ cell, id }: Found, changed: Item, task: Task): void {
  const { isMadeUp, ...known } = changed;
  const isCreated = !isMadeUp || !has(task.resource, "create");
  if (isMadeUp && isMaking(task) && has(task.resource, "remove")) cell.isSeeded = true;
  cell.items.set(id, isCreated ? known : { ...known, isMadeUp });
  cell.removed.delete(id);
}

/** Removes an item and what lies below it. */
export function takeAway({ engine, resource }: Task, { cell, id, item }: Found, parameters: readonly string[]): void {
  // An item that nobody has put in, made or seen in a list may be made up again.
  const isKnown = !item.isMadeUp || cell.listed.has(id);
  cell.items.delete(id);
  cell.madeUp.delete(id);
  if (isKnown) noteRemoved(cell, id, item);
  engine.cells.removeBelow(resource, [...parameters, ...(resource.kind === "singleton" ? [] : [id])]);
}
