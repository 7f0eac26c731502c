import type { Json } from "@svc/model/data";
import { withSelfLink } from "../facts/address.ts";
import { jsonSchema, successResponse } from "../facts/body-place.ts";
import { itemSchemaOf, propertiesOf, schemaAt } from "../facts/facts.ts";
import { isFields, textsOf } from "../facts/fields.ts";
import type { ListRole } from "../facts/list-role.ts";
import { pathShape } from "../facts/path-shape.ts";
import type { Resource, Role } from "../facts/resource.ts";
import { isInUse } from "../items/above.ts";
import { type Answer, type Engine, sourcesOf } from "../items/context.ts";
import type { Item } from "../items/items.ts";
import { wrap } from "../show/envelope.ts";
import { showFiles } from "../show/files.ts";
import { addressOfItem, refused, refusedFirst, statusOf, type Task } from "../show/show.ts";
import { fieldNames, flat } from "./ask-items.ts";
import { selectItems } from "./filter-items.ts";
import { isForeignCursor, linkHeader, pageOf } from "./page.ts";
import { pageWishes } from "./page-facts.ts";
import { isFound } from "./search.ts";
import { sortedAsAsked, sortItems } from "./sort-items.ts";

type Counting = Extract<Role, { does: "count" }>;

/** The part of a list that a request asks for; undefined where nothing was put in. */
export function answerList(asked: Task<ListRole>, parameters: readonly string[]): Answer | undefined {
  const task = asked.role.isSearch ? withQuery(asked) : asked;
  const { engine, resource, role } = task;
  const items = itemsFor(task, parameters);
  if (items === undefined) {
    // Where there are some below another item, there are none here; nor below an item that is new.
    const isUsed = isInUse(engine, resource) || (isMadeByRequests(resource) && hasParent(engine, resource, parameters));
    if (engine.onUnseeded === "generate" && isUsed) return listAnswer(task, []);
    if (engine.onUnseeded !== "not-found") return undefined;
    const isKnown = parameters.length === 0 || hasParent(engine, resource, parameters);
    return isKnown ? listAnswer(task, []) : refused(404);
  }
  if (isForeignCursor(role, task.call, engine.tools)) {
    const refusal = refusedFirst(task, [400, 422]);
    if (refusal !== undefined) return refusal;
  }
  return listAnswer(task, role.isSearch ? lookedFor(items, task) : items);
}

/** The items that the body of a search asks for, by their own fields and those in their `properties`. */
function lookedFor(items: readonly Item[], { engine, resource, call }: Task<ListRole>): Item[] {
  const names = fieldNames(items, propertiesOf(resource.schema, engine.tools.model.schemas).keys());
  return items.filter(({ fields }) => isFound(flat(fields), names, call.body));
}

/** A search has in its body what other lists have in the query. */
function withQuery(task: Task<ListRole>): Task<ListRole> {
  const { call } = task;
  return { ...task, call: { ...call, query: { ...call.query, ...(isFields(call.body) && call.body) } } };
}

/** The items that a request asks for, in order; undefined where nothing was put in. */
function itemsFor(task: Task<ListRole>, parameters: readonly string[]): Item[] | undefined {
  const { engine, resource, role, call } = task;
  const own = engine.cells.find(resource, parameters);
  const others = sourcesOf(engine, resource, parameters).filter((cell) => cell.isSeeded);
  if (own?.isSeeded !== true && others.length === 0) return undefined;
  const filters = Object.entries(role.filters).filter(([name]) => !Object.hasOwn(call.path, name));
  // What lies at the path itself need not say that it does; where only tests put in anything, it is what a search finds.
  const { asked, ...plain } = role;
  const isMade = asked !== undefined && Object.values(resource.roles).some(({ does }) => does === "create");
  const atPath = { ...plain, ...(isMade && { asked }), filters: Object.fromEntries(filters) };
  const here = own?.isSeeded ? selectItems(own.items.values(), atPath, task) : [];
  const named = namedAbove(task, parameters);
  const elsewhere = selectItems(
    others.flatMap(({ items }) =>
      [...items].filter(([id]) => named === undefined || named.has(id)).map(([, item]) => item),
    ),
    role,
    task,
  );
  if (elsewhere.length === 0) return here;
  const all = [...here, ...elsewhere];
  return sortedAsAsked(all, call) ?? sortItems(all, resource, engine);
}

/** Ids that the item above names; undefined: it need not name any. */
function namedAbove(
  { engine: { resources, cells }, resource }: Task,
  parameters: readonly string[],
): ReadonlySet<string> | undefined {
  const above = resources.find(({ key }) => key === resource.parent);
  if (resource.listedIn === undefined || above === undefined) return undefined;
  const item = cells.find(above, parameters.slice(0, -1))?.items.get(parameters.at(-1) ?? "");
  const list = item?.fields[resource.listedIn];
  return new Set(Array.isArray(list) ? list.flatMap(textsOf) : []);
}

/** The number of items that a request asks for; undefined where nothing was put in. */
export function answerCount(task: Task<Counting>, parameters: readonly string[]): Answer | undefined {
  const { engine, role, call } = task;
  const response = successResponse(call.operation);
  const schema = response && jsonSchema(response.content);
  const items = itemsFor({ ...task, role: { ...role, does: "list" } }, parameters);
  if (items === undefined || response === undefined || schema === undefined) return undefined;
  const seed = `${engine.tools.seed} ${call.operation.id}`;
  const body = wrap(items.length, { schema, at: role.at, call, seed }, engine.tools);
  return body === undefined ? undefined : { kind: "answer", status: statusOf(response), body, headers: [] };
}

function isMadeByRequests({ roles }: Resource): boolean {
  return Object.values(roles).some(({ does }) => does === "create");
}

/** Whether an item that a collection lies in was put in. */
function hasParent({ resources, cells }: Engine, { parent }: Resource, parameters: readonly string[]): boolean {
  const above = resources.find(({ key }) => key === parent);
  if (above === undefined) return false;
  const count = pathShape(above.path).parameters.length;
  return cells.find(above, parameters.slice(0, count))?.items.has(parameters[count] ?? "") === true;
}

function listAnswer({ engine, resource, role, call }: Task<ListRole>, all: readonly Item[]): Answer | undefined {
  const response = successResponse(call.operation);
  const schema = response && jsonSchema(response.content);
  if (response === undefined || schema === undefined) return undefined;
  const { schemas } = engine.tools.model;
  const page = pageOf(all, role, call);
  const listed = itemSchemaOf(schemaAt(schema, role.at, schemas), schemas) ?? {};
  const inner = itemSchemaOf(listed, schemas);
  const { inner: place = [] } = role;
  const itemSchema = schemaAt(inner ?? listed, place, schemas);
  const seed = `${engine.tools.seed} ${call.operation.id}`;
  const shown: Json[] = [];
  for (const [index, item] of page.items.entries()) {
    const made = engine.view(item, itemSchema, resource);
    if (made === undefined) return undefined;
    const value = withSelfLink(made, addressOfItem(item, resource, call), resource);
    const filed = showFiles(value, item, { engine, resource, call }, page.start + index);
    const wrapping = { schema: listed, at: place, call, seed: `${seed} ${item.serial}` };
    const whole = place.length === 0 ? filed : wrap(filed, wrapping, engine.tools);
    if (whole === undefined) return undefined;
    shown.push(whole);
  }
  const isLoose = page.items.some((item) => item.isLoose);
  const wishes = role.at.length === 0 ? [] : pageWishes(page, role, { schema, call }, engine.tools);
  // A document may say that a list is one of lists.
  const list = inner === undefined ? shown : [shown];
  const body = wrap(list, { schema, at: role.at, call, seed, isLoose }, engine.tools, wishes);
  if (body === undefined) return undefined;
  const link = response.headers.some(({ name }) => name.toLowerCase() === "link")
    ? linkHeader(page, role, call)
    : undefined;
  const headers: [string, string][] = link === undefined ? [] : [["link", link]];
  return { kind: "answer", status: statusOf(response), body, headers };
}
