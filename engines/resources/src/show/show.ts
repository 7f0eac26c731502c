import type { Json, Response, Schema } from "@svc/model/data";
import { ADDRESS_HEADERS, locationFields, withSelfLink } from "../facts/address.ts";
import { jsonSchema, successResponse } from "../facts/body-place.ts";
import { propertiesOf, schemaAt } from "../facts/facts.ts";
import { canonical, isFields, type Place } from "../facts/fields.ts";
import { pathShape } from "../facts/path-shape.ts";
import type { Resource, Role } from "../facts/resource.ts";
import { type Answer, type Engine, type Refusal, type ResourceCall, targetOf } from "../items/context.ts";
import type { Item } from "../items/items.ts";
import { outcomes, wrap } from "./envelope.ts";
import { showFiles } from "./files.ts";
import { showUploads } from "./uploads.ts";

/** A request, what it does, and what it does it to. */
export interface Task<Does extends Role = Role> {
  readonly engine: Engine;
  readonly resource: Resource;
  readonly role: Does;
  readonly call: ResourceCall;
}

type Shown = Extract<Answer, { kind: "answer" }>;

export function refused(status: Refusal): Answer {
  return { kind: "refused", status, detail: DETAILS[status] };
}

const DETAILS: { readonly [status in Refusal]: string } = {
  304: "Not Modified",
  400: "Bad Request",
  404: "Not Found",
  409: "Conflict",
  412: "Precondition Failed",
  422: "Unprocessable Entity",
};

/** Whether an operation documents an exact status. */
export function documents({ operation }: Pick<ResourceCall, "operation">, status: number): boolean {
  return operation.responses.some((response) => response.status === String(status));
}

/** Refused with the first status that the operation documents; undefined: it documents none of them. */
export function refusedFirst({ call }: Task, statuses: readonly (400 | 409 | 422)[]): Answer | undefined {
  const status = statuses.find((one) => documents(call, one));
  return status && refused(status);
}

/** The answer that shows an item; undefined where none is valid for the document. */
export function itemAnswer(
  { engine, resource, role, call }: Task<Role & { at: Place }>,
  item: Item,
  prefer?: string,
): Answer | undefined {
  const response = successResponse(call.operation, prefer);
  // The document knows only what goes wrong.
  if (response === undefined) return { kind: "answer", status: 200, body: undefined, headers: [] };
  const headers = itemHeaders(response, item, resource, call);
  const status = statusOf(response);
  if (response.content.length === 0 || status === 204) return { kind: "answer", status, body: undefined, headers };
  if ("isSilent" in role && role.isSilent) {
    const done = doneAnswer({ engine, resource, role, call }, item);
    return done && { ...done, headers };
  }
  const schema = jsonSchema(response.content);
  if (schema === undefined) return undefined;
  const { schemas } = engine.tools.model;
  const place = schemaAt(schema, role.at, schemas);
  const isEmpty = "isEmpty" in role && role.isEmpty === true;
  const made = isEmpty ? {} : shownAs(item, place, { engine, resource, role, call });
  if (made === undefined) return undefined;
  const shown = withSelfLink(made, addressOfItem(item, resource, call), resource);
  const filed = withAddresses(shown, item, { engine, resource, role, call }, schema);
  const seed = `${engine.tools.seed} ${call.operation.id} ${item.serial}`;
  const body =
    role.at.length === 0 && filed === shown
      ? filed
      : wrap(filed, { schema, at: role.at, call, seed, ...(item.isLoose && { isLoose: true }) }, engine.tools);
  return body === undefined ? undefined : { kind: "answer", status, body, headers };
}

/** An item as an answer has it. What only the answer to its creation shows of it is made up: secrets that nothing tells again. */
function shownAs(item: Item, schema: Schema, { engine, resource, role, call }: Task): Json | undefined {
  const shown = engine.view(item, schema, resource);
  if (role.does !== "create" || !isFields(shown)) return shown;
  const { schemas } = engine.tools.model;
  const own = propertiesOf(resource.schema, schemas);
  const where = locations(schema, item, { engine, resource, role, call });
  const isOwn = (name: string): boolean => Object.hasOwn(shown, name) || own.has(name) || !SECRET.test(name);
  const others = [...propertiesOf(schema, schemas).keys()].filter((name) => !isOwn(name));
  const made = others.flatMap((name): [string, Json][] => {
    const wish = { seed: `${engine.tools.seed} ${resource.key} ${name} ${item.serial}`, name };
    const value = engine.tools.build(propertiesOf(schema, schemas).get(name)?.schema ?? {}, wish);
    return value === undefined ? [] : [[name, value]];
  });
  return { ...shown, ...where, ...Object.fromEntries(made) } as Json;
}

/** Where a new item is read, in the fields of an answer that say so. */
function locations(schema: Schema, item: Item, { engine, resource, call }: Task): { [name: string]: Json } {
  const address = addressOfItem(item, resource, call);
  const names = locationFields(schema, resource.schema, engine.tools.model.schemas);
  return address === undefined ? {} : Object.fromEntries(names.map((name) => [name, address]));
}

const SECRET = /(?:token|secret|key|password|credential|signature)s?$/i;

/** An item with the addresses of its files, and those to which they can be sent. */
function withAddresses(shown: Json, item: Item, task: Task<Role & { at: Place }>, schema: Schema): Json {
  const { engine, resource, role, call } = task;
  const { schemas } = engine.tools.model;
  const filed = showFiles(shown, item, { engine, resource, call }, 0);
  if (resource.uploads.length === 0) return filed;
  const properties = propertiesOf(schemaAt(schema, role.at, schemas), schemas);
  const names = new Set(properties.keys());
  const isLeftOut = (name: string): boolean => properties.get(name)?.required === false;
  const { parameters } = targetOf(call, resource);
  return showUploads(filed, item, { engine, resource, call, parameters, names, isLeftOut });
}

export function statusOf({ status }: Response): number {
  return /^\d{3}$/.test(status) ? Number(status) : 200;
}

/** The tag of an item's present state. */
export function tagOf({ serial, version }: Item): string {
  return `"${serial}-${version}"`;
}

function itemHeaders({ headers }: Response, item: Item, resource: Resource, call: ResourceCall): [string, string][] {
  const { operation } = call;
  const has = (name: string): boolean => headers.some((header) => header.name.toLowerCase() === name);
  const takesTag = operation.parameters.some(
    ({ in: location, name }) => location === "header" && /^if-(?:none-)?match$/i.test(name),
  );
  const tag: [string, string][] = has("etag") || takesTag ? [["etag", tagOf(item)]] : [];
  if (resource.roles[operation.id]?.does !== "create") return tag;
  const address = addressOfItem(item, resource, call) ?? "";
  return [...tag, ...ADDRESS_HEADERS.filter(has).map((name): [string, string] => [name, address])];
}

/** Where an item is read, as a request for it, for the list, or for a new one shows; undefined: it shows nothing of that. */
export function addressOfItem(
  item: Item,
  { key, id, roles, kind }: Resource,
  { operation, origin, target }: ResourceCall,
): string | undefined {
  const [given = ""] = target.split("?", 1);
  const base = given.replace(/\/$/, "");
  const own = pathShape(operation.path).key;
  const does = roles[operation.id]?.does;
  // Right below the collection's path: where batches are sent to, or searches.
  const isBelow =
    does === "create" || (does === "list" && own.startsWith(`${key}/`) && !own.slice(key.length + 1).includes("/"));
  if (own === `${key}/{}` || kind === "singleton") return origin + base;
  if (own !== key && !isBelow) return undefined;
  const collection = own === key ? base : base.replace(/\/[^/]*$/, "");
  return `${origin}${collection}/${encodeURIComponent(idText(item, id))}`;
}

function idText({ fields, serial }: Item, id = "id"): string {
  return String(fields[id] ?? serial);
}

/**
 * How a request is refused whose conditions do not hold; undefined: they do.
 *
 * @param item undefined: there is none, which no tag is of
 */
export function precondition({ call }: Pick<Task, "call">, item: Item | undefined): Answer | undefined {
  if (!documents(call, 412)) return undefined;
  const [wanted, unwanted] = [call.header("if-match"), call.header("if-none-match")];
  const isAmong = (tags: string): boolean =>
    item !== undefined && tagsIn(tags).some((tag) => tag === "*" || tag === tagOf(item));
  const isRefused = (wanted !== undefined && !isAmong(wanted)) || (unwanted !== undefined && isAmong(unwanted));
  return isRefused ? refused(412) : undefined;
}

/** Whether the caller has the present state already. */
export function isUnmodified({ call }: Pick<Task, "call">, item: Item): boolean {
  const known = call.header("if-none-match");
  return known !== undefined && documents(call, 304) && tagsIn(known).some((tag) => tag === "*" || tag === tagOf(item));
}

function tagsIn(header: string): string[] {
  return header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
}

/** Whether an answer tells how the request went, and by no id of what. */
export function tellsOutcome({ engine: { tools }, resource, call }: Task): boolean {
  const schema = jsonSchema(successResponse(call.operation)?.content ?? []);
  if (schema === undefined) return false;
  const names = new Set([...propertiesOf(schema, tools.model.schemas).keys()].map(canonical));
  const isNamed = [...(resource.id === undefined ? [] : [resource.id]), ...resource.idNames].some((name) =>
    names.has(canonical(name)),
  );
  return !isNamed && outcomes(schema, [], tools).some(({ isGone }) => isGone !== true);
}

/** An answer that shows nothing of the item: `true`, a message. Undefined: it is not JSON, and has to be generated. */
export function doneAnswer(task: Task, item?: Item): Shown | undefined {
  const { engine, resource, role, call } = task;
  const { tools } = engine;
  const isNew = item !== undefined && role.does === "create";
  const response = successResponse(call.operation, item && "201");
  const schema = response && jsonSchema(response.content);
  if (response === undefined || schema === undefined) return undefined;
  const seed = `${tools.seed} ${call.operation.id}`;
  const id = resource.id === undefined ? undefined : item?.fields[resource.id];
  const names = new Set([...resource.idNames, ...(isNew ? ["id"] : [])].map(canonical));
  const ids = [...propertiesOf(schema, tools.model.schemas).keys()].filter((name) => names.has(canonical(name)));
  const told = Object.fromEntries([
    ...(id === undefined ? [] : ids.map((name) => [name, id] as const)),
    ...(isNew ? Object.entries(locations(schema, item, task)) : []),
    ...outcomes(schema, [], tools).flatMap(({ place: [name = ""], value, isGone }) =>
      isGone ? [] : [[name, value] as const],
    ),
  ]);
  const bodies = [
    () => true,
    () => tools.build(schema, { seed, overrides: told }),
    () => tools.build(schema, { seed }),
  ];
  for (const make of bodies) {
    const body = make();
    if (body !== undefined && tools.validate(schema, body).length === 0)
      return { kind: "answer", status: statusOf(response), body, headers: [] };
  }
  return undefined;
}
