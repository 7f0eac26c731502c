import type { Json, Pagination, Schema } from "@svc/model/data";
import { jsonSchema, successResponse } from "../facts/body-place.ts";
import { itemSchemaOf, propertiesOf, schemaAt } from "../facts/facts.ts";
import { canonical, type Fields, isFields, valueAt, without, withValueAt } from "../facts/fields.ts";
import type { ListRole } from "../facts/list-role.ts";
import type { Resource, Role } from "../facts/resource.ts";
import type { Tools } from "../facts/tools.ts";
import { type Engine, type ResourceCall, targetOf, typedId } from "../items/context.ts";
import { type Cell, rememberMadeUp } from "../items/items.ts";
import { matches, wantedBy } from "../lists/filter-items.ts";
import { pageOf } from "../lists/page.ts";
import { pageWishes } from "../lists/page-facts.ts";
import { sortItems } from "../lists/sort-items.ts";
import { outcomes, wrap } from "../show/envelope.ts";
import { groundFiles } from "../show/files.ts";

interface Grounding {
  readonly engine: Engine;
  readonly resource: Resource;
  readonly call: ResourceCall;
  readonly cell: Cell;
  readonly schema: Schema;
}

/**
 * A made-up answer as the request asks for it: of the item that was asked for, no more items than asked for and such as the
 * filters keep, with addresses that lead to the fake. It is remembered, so that what is read after a list is what was listed.
 */
export function groundAnswer(engine: Engine, resource: Resource | undefined, call: ResourceCall, body: Json): Json {
  const role = resource?.roles[call.operation.id];
  const schema = jsonSchema(successResponse(call.operation)?.content ?? []);
  if (schema === undefined) return body;
  if (resource === undefined || role === undefined)
    return echoed(ended(body, engine.pages.get(call.operation.id), { engine, call, schema }), call, engine.tools);
  const { parameters, id } = targetOf(call, resource);
  const grounding = { engine, resource, call, schema, cell: engine.cells.open(resource, parameters) };
  if (role.does === "list") return groundList(ended(body, role.pagination, grounding), role, grounding);
  if (role.does !== "read") return echoed(body, call, engine.tools);
  return id === undefined ? body : groundItem(body, role, id, grounding);
}

/** A made-up list is a single part: whoever asks for those behind it finds nothing more. */
function ended(
  body: Json,
  pagination: Pagination | undefined,
  { engine, call, schema }: Pick<Grounding, "engine" | "call" | "schema">,
): Json {
  const { kind, parameter = "", first = kind === "page" ? 1 : 0, items } = pagination ?? {};
  const isNumbered = kind === "page" || kind === "offset";
  if (items === undefined || !isNumbered || !(Number(call.query[parameter] ?? first) > first)) return body;
  const empty = withValueAt(body, items, []);
  return engine.tools.validate(schema, empty).length === 0 ? empty : body;
}

function groundItem(
  body: Json,
  { at }: Role & { does: "read" },
  id: string,
  { engine, resource, call, cell, schema }: Grounding,
): Json {
  const shown = valueAt(body, at);
  if (!isFields(shown)) return body;
  const typed = resource.id === undefined ? undefined : typedId(id, resource, engine.tools);
  const named = typed === undefined || resource.id === undefined ? shown : { ...shown, [resource.id]: typed };
  const filed = groundFiles(named, id === "" ? parametersText(call) : id, { engine, resource, call });
  const grounded = withValueAt(body, at, filed as Json);
  if (engine.tools.validate(schema, grounded).length > 0) return body;
  rememberMadeUp(cell, id, filed);
  return grounded;
}

function groundList(body: Json, role: ListRole, grounding: Grounding): Json {
  const { engine, resource, call, cell, schema } = grounding;
  const list = valueAt(body, role.at);
  const objects = Array.isArray(list) ? list.filter(isFields) : [];
  if (!Array.isArray(list) || objects.length < list.length || role.inner?.length) return body;
  const { schemas } = engine.tools.model;
  const itemSchema = itemSchemaOf(schemaAt(schema, role.at, schemas), schemas) ?? {};
  const made = objects.flatMap((one: Fields, index): Fields[] => {
    const fields = groundListed(one, { ...grounding, role, itemSchema, index });
    return fields === undefined ? [] : [fields];
  });
  const items = made.map((fields, serial) => ({ serial, fields, extra: defaultsOf(resource), version: 1 }));
  const kept = items.filter((item) => matches(item, role, call, engine.tools.now()));
  const { pagination: _, ...unpaged } = role;
  const page = pageOf(sortItems(kept, resource, engine), unpaged, call);
  const shown = page.items.map(({ fields }) => fields);
  const told = { ...page, total: shown.length, next: undefined, hasMore: false };
  const wishes = pageWishes(told, role, { schema, call }, engine.tools);
  const wrapping = { schema, at: role.at, call, seed: "" };
  const grounded = wrap(shown as Json[], wrapping, keeping(body, engine.tools), wishes);
  if (grounded === undefined) return body;
  for (const fields of shown) {
    const id = resource.id === undefined ? undefined : fields[resource.id];
    if (id !== undefined && id !== null) {
      rememberMadeUp(cell, String(id), fields);
      cell.listed.add(String(id));
    }
  }
  return grounded;
}

/** Builds an envelope as it was made up, with what it says of the list corrected. */
function keeping(body: Json, tools: Engine["tools"]): Engine["tools"] {
  return { ...tools, build: (_schema, { overrides }) => merged(body, overrides) as Json };
}

/** Merges wanted fields into a generated value; `undefined` removes a field. */
function merged(made: unknown, wished: unknown): unknown {
  if (!isFields(made) || !isFields(wished)) return wished;
  const names = [...new Set([...Object.keys(made), ...Object.keys(wished)])];
  return Object.fromEntries(
    names.flatMap((name) => {
      if (!Object.hasOwn(wished, name)) return [[name, made[name]]];
      return wished[name] === undefined ? [] : [[name, merged(made[name], wished[name])]];
    }),
  );
}

interface Listed extends Grounding {
  readonly role: ListRole;
  readonly itemSchema: Schema;
  readonly index: number;
}

/** An item of a made-up list: as it is known, if it is, and such as the request wants; undefined for one that was removed. */
function groundListed(made: Fields, listed: Listed): Fields | undefined {
  const { engine, resource, call, cell, itemSchema, index } = listed;
  const id = resource.id === undefined ? undefined : made[resource.id];
  if (id !== undefined && cell.removed.has(String(id))) return undefined;
  const changed = id === undefined ? undefined : cell.items.get(String(id));
  const known = changed && engine.view(changed, itemSchema, resource);
  const fields = isFields(known) ? known : asWanted(made, listed);
  return groundFiles(fields, id === undefined ? `${parametersText(call)}-${index}` : String(id), {
    engine,
    resource,
    call,
  });
}

/** With the values that filters ask for. */
function asWanted(made: Fields, { role, call, engine: { tools }, itemSchema }: Listed): Fields {
  const properties = propertiesOf(itemSchema, tools.model.schemas);
  const wishes = Object.entries(role.filters).flatMap(([parameter, filter]) => {
    const { kind, field } = filter;
    const wanted = wantedBy(filter, parameter, call);
    const value = (Array.isArray(wanted) ? wanted[0] : wanted) as Json | null | undefined;
    const property = properties.get(field);
    if (kind !== "equals" || value === undefined || value === null || property === undefined) return [];
    return tools.validate(property.schema, value).length === 0 ? [[field, value] as const] : [];
  });
  return { ...made, ...Object.fromEntries(wishes) };
}

function defaultsOf({ extra }: Resource): { [name: string]: unknown } {
  return Object.fromEntries(Object.entries(extra).map(([name, { default: value }]) => [name, value]));
}

function parametersText({ path }: ResourceCall): string {
  return Object.values(path).map(String).join("-");
}

const ENVELOPE = /^(?:data|result|response|payload)$/i;

/**
 * A made-up answer of an operation that stores nothing: it tells of a success, and what is called like a part of the request has its
 * value.
 */
function echoed(body: Json, call: ResourceCall, tools: Tools): Json {
  const { validate } = tools;
  const { schemas } = tools.model;
  const schema = jsonSchema(successResponse(call.operation)?.content ?? []);
  if (schema === undefined || !isFields(body)) return body;
  const sent = { ...call.query, ...(isFields(call.body) ? call.body : {}), ...call.path };
  const given = new Map(Object.entries(sent).map(([name, value]) => [canonical(name), value as Json]));
  const echo = (shown: Fields, at: typeof schema): Fields => {
    const entries = [...propertiesOf(at, schemas).values()].flatMap((property): [string, Json][] => {
      const { name, writeOnly } = property;
      if (writeOnly) return [];
      const own = shown[name];
      if (ENVELOPE.test(name) && isFields(own)) return [[name, echo(own, property.schema) as Json]];
      const value = given.get(canonical(name));
      const isFitting = value !== undefined && validate(property.schema, value).length === 0;
      return isFitting ? [[name, value]] : [];
    });
    const told = outcomes(at, [], tools);
    const gone = new Set(told.flatMap(({ place: [name = ""], isGone }) => (isGone ? [name] : [])));
    const good = told.flatMap(({ place: [name = ""], value, isGone }) => (isGone ? [] : [[name, value] as const]));
    return { ...without(shown, gone), ...Object.fromEntries(good), ...Object.fromEntries(entries) };
  };
  const told = echo(body, schema) as Json;
  return validate(schema, told).length === 0 ? told : body;
}
