import { methodName, type Operation, type Schema, type Schemas } from "@svc/model";
import { addressFields } from "../facts/address.ts";
import { bodyPlace, jsonSchema, listOfItems, successResponse } from "../facts/body-place.ts";
import { isOfType, itemSchemaOf, propertiesOf, schemaAt } from "../facts/facts.ts";
import { canonical, FIRST, type Place } from "../facts/fields.ts";
import { pathShape, singular } from "../facts/path-shape.ts";
import type { Resource, Role, Writing } from "../facts/resource.ts";
import { statesAtFirst, statesSaid } from "../facts/states.ts";
import { actionRole } from "./action-role.ts";
import { batchRole } from "./batches.ts";
import { type Beginning, inferBeginning } from "./beginning.ts";
import { placeOf as pointerPlace } from "./declare.ts";
import { inferEnvelope } from "./envelope.ts";
import { inferAsked, inferFilters, limitOf, sortParameterOf } from "./filters.ts";
import { inferExisting } from "./identity.ts";
import { itemRole, renewRole, singletonRole, updateRole } from "./item-roles.ts";
import { type Item, isAlike, isSame } from "./likeness.ts";
import { inferPages } from "./pages.ts";
import {
  type Context,
  type Group,
  type Inferred,
  inside,
  placeOf,
  saysItem,
  tellsWhere,
  writingOf,
} from "./role-context.ts";
import { countRole, searchAsList } from "./searches.ts";

/** Roles of a resource's operations, with reasons. */
export interface InferredRoles {
  readonly roles: Resource["roles"];
  /** Field that an action changes. */
  readonly state: string | undefined;
  readonly begins: Beginning;
  readonly reasons: readonly string[];
}

/** Infers the role of each operation of a group. An operation without a role is answered as if there were no resource. */
export function inferRoles(group: Group, item: Item, schemas: Schemas): InferredRoles {
  const said = statesSaid([...group.outer, ...group.inner], schemas);
  const context = { group, item, schemas, said };
  const inner = group.kind === "singleton" ? singletonRole : itemRole;
  const all = [
    ...(group.kind === "singleton" ? [] : group.outer).map((one) => [one, collectionRole(one, context)] as const),
    ...(group.kind === "singleton" ? group.outer : group.inner).map((one) => [one, inner(one, context)] as const),
    ...group.actions.map(
      (one) => [one, group.kind === "singleton" ? renewRole(one, context) : actionRole(one, context)] as const,
    ),
  ].flatMap(([operation, inferred]) => (inferred === undefined ? [] : [{ operation, ...inferred }]));
  // An item that says neither id nor path, and is made without one, cannot be found again.
  const makes = all.find(({ role }) => role.does === "create");
  const isTold = makes !== undefined && tellsWhere(makes.operation, context);
  const isFound = item.id !== undefined || (item.identity?.alsoBy.length ?? 0) > 0;
  const isNamed = isFound || isTold || addressFields(item.schema, schemas).length > 0;
  const isLost = group.kind === "collection" && makes !== undefined && !isNamed;
  const found = isLost ? all.filter(({ role }) => role.does === "create" || role.does === "list") : all;
  const given = makes?.role.does === "create" ? makes.role.writes : [];
  const begins = inferBeginning(item, { said, atFirst: statesAtFirst(makes?.operation), given }, schemas);
  const linked = found.flatMap(({ role }) => (role.does === "act" && role.links ? [role.links.field] : []));
  return {
    roles: Object.fromEntries(found.map(({ operation, role }) => [operation.id, role])),
    state: found.find(({ state }) => state !== undefined)?.state,
    begins: { ...begins, beginning: { ...begins.beginning, ...Object.fromEntries(linked.map((name) => [name, []])) } },
    reasons: found.map(({ operation, reason }) => `${methodName(operation)} ${reason}`),
  };
}

function collectionRole(operation: Operation, context: Context): Inferred | undefined {
  const search = searchAsList(operation, context);
  if (search !== undefined) return searchRole(search, context);
  const batch = batchRole(operation, context);
  if (batch !== undefined) return batch;
  if (operation.method === "get") return countRole(operation, context) ?? listRole(operation, context);
  const { group, item, schemas } = context;
  const isPut = operation.method === "put" || operation.method === "patch";
  const update = isPut ? updateByBody(operation, context) : undefined;
  // Where nothing else makes items, a PUT of the collection's path does, unless that is the path of an item.
  const isItem = pathShape(operation.path).isItem;
  const isMaking = operation.method === "put" && !isItem && !group.outer.some(({ method }) => method === "post");
  if (update !== undefined || !(operation.method === "post" || isMaking)) return update;
  const response = successResponse(operation, "201");
  const answer = jsonSchema(response?.content ?? []);
  const listed = answer && listOfOne(answer, context);
  const shown = answer === undefined ? { at: [] } : (listed ?? placeOf(answer, context));
  const request = jsonSchema(operation.body?.content ?? [], true);
  if (request !== undefined && itemSchemaOf(request, schemas) !== undefined) return undefined;
  const isShown =
    shown !== undefined && (answer === undefined || listed !== undefined || isAlike(answer, shown.at, context));
  const place = isShown ? shown : { at: [] };
  const body = request === undefined ? [] : bodyPlace(request, item.schema, schemas);
  // A document that knows only what goes wrong says by the body what is made.
  if (response === undefined && (request === undefined || !isSame(request, body, context))) return undefined;
  const attached = request === undefined ? undefined : attachedBy(request, context);
  const writing = attached ?? writingOf(request, body, context);
  const isOwn = pathShape(operation.path).key === group.shape.key;
  // A body that says nothing of an item is about others that there are: ids of what is put here, too.
  const isMade = () => isOwn && (request === undefined || writing.writes.length > 0) && tellsWhere(operation, context);
  const isSaid = () => attached !== undefined || (request !== undefined && saysItem(request, writing, context));
  if (!isShown && !isMade() && !isSaid()) return undefined;
  const role: Role = { does: "create", at: place.at, ...writing, ...(!isShown && { isSilent: true as const }) };
  const where = isOwn ? "on" : "right below";
  const existing = item.identity && inferExisting(operation, writing.writes, context);
  const also = existing ? `, or ${existing.does}s the item that has the same ${existing.by.join(" or ")}` : "";
  return {
    role: { ...role, ...(existing && { existing }) },
    reason: `creates: ${operation.method.toUpperCase()} ${where} the collection${inside(place.at)}${also}`,
  };
}

/** Where the answer to one new item is a list of such items, in an envelope without an id. */
function listOfOne(answer: Schema, { group, item, schemas }: Context): { readonly at: Place } | undefined {
  const list = listOfItems(answer, { noun: group.shape.noun, item: item.schema }, schemas);
  const isItems = list !== undefined && list.at.length > 0 && isSame(list.items, [], { item, schemas });
  const isOne = isItems && placeOf(answer, { group, item, schemas, said: new Map() })?.id === undefined;
  return isOne ? { at: [...list.at, FIRST] } : undefined;
}

/** A body that says by an id, or a list of ids, what is put here: `{ "tag_id": 1 }` below `/contacts/{id}/tags`. */
function attachedBy(request: Schema, { group, item, schemas }: Context): Writing | undefined {
  // Nothing is put into what lies below nothing: there, ids are those of others, and a key is the item's.
  if (group.shape.parameters.length === 0) return undefined;
  const sent = [...propertiesOf(request, schemas).values()];
  const noun = canonical(singular(group.shape.noun));
  const isId = new RegExp(`^(?:(?:${noun})?(?:ids?|uuids?|guids?)|${noun}keys?)$`);
  const [only] = sent.filter(({ name }) => isId.test(canonical(name)));
  const own = propertiesOf(item.schema, schemas);
  if (item.id === undefined || only === undefined || sent.length > 1 || own.has(only.name)) return undefined;
  const isScalar = isOfType(itemSchemaOf(only.schema, schemas) ?? only.schema, ["string", "integer"], schemas);
  return isScalar ? { body: [], writes: [item.id], moves: { [only.name]: [item.id] } } : undefined;
}

/** A change whose body says the id of what it changes, because its path does not. */
function updateByBody(operation: Operation, context: Context): Inferred | undefined {
  const { item, schemas } = context;
  const request = jsonSchema(operation.body?.content ?? [], true);
  if (request === undefined || item.id === undefined) return undefined;
  const sent = propertiesOf(schemaAt(request, bodyPlace(request, item.schema, schemas), schemas), schemas);
  const isNamed = [...sent.keys()].some((name) => canonical(name) === canonical(item.id ?? ""));
  const answer = jsonSchema(successResponse(operation)?.content ?? []);
  const found = isNamed ? updateRole(operation, answer, context) : undefined;
  return found && { ...found, reason: `${found.reason}, of the item whose id the body has` };
}

function searchRole(search: Operation, context: Context): Inferred | undefined {
  const found = listRole(search, context);
  if (found?.role.does !== "list") return undefined;
  const { asked = {}, ...role } = found.role;
  const { reason } = found;
  const words = Object.fromEntries(Object.entries(asked).filter(([, kind]) => kind === "words"));
  const asks = Object.keys(words).length > 0 && { asked: words };
  return {
    role: { ...role, ...asks, filters: {}, isSearch: true },
    reason: `searches: POST, by what its body says, ${reason}`,
  };
}

function listRole(operation: Operation, { group, item, schemas }: Context): Inferred | undefined {
  const body = jsonSchema(successResponse(operation)?.content ?? []);
  const said = group.declared?.items;
  const list =
    body &&
    (said === undefined
      ? listOfItems(body, { noun: group.shape.noun, item: item.schema }, schemas)
      : { at: pointerPlace(said), inner: undefined });
  if (list === undefined) return undefined;
  const listed = { body: body ?? {}, at: list.at, noun: group.shape.noun, id: item.id };
  const pages = inferPages(operation, listed, schemas);
  const { pagination, alsoPaged } = pages;
  const limit = limitOf(operation, pagination);
  const moving = [limit, pagination?.parameter, alsoPaged?.parameter, alsoPaged?.size];
  const filters = inferFilters(
    operation,
    { item: item.schema, noun: group.shape.noun, used: new Set(moving) },
    schemas,
  );
  const paged =
    pagination === undefined
      ? ""
      : `, by ${pagination.kind}${pagination.parameter ? ` "${pagination.parameter}"` : ""}`;
  const asked = inferAsked(operation, new Set([...moving, ...Object.keys(filters)]));
  const all = [...Object.keys(filters), ...Object.keys(asked)];
  const filtered = all.length === 0 ? "" : `, filtered by ${all.join(", ")}`;
  const sort = sortParameterOf(operation);
  const sorted = sort === undefined ? "" : `, sorted by ${sort}`;
  return {
    role: {
      does: "list",
      at: list.at,
      ...(list.inner !== undefined && { inner: list.inner }),
      ...pages,
      ...(limit !== undefined && { limit }),
      filters,
      ...(body && inferEnvelope({ operation, body, at: list.at, pagination }, schemas)),
      ...(Object.keys(asked).length > 0 && { asked }),
    },
    reason: `lists: GET of a list${inside(list.at)}${paged}${filtered}${sorted}`,
  };
}
