import type { Json, Schema } from "@svc/model/data";
import { jsonSchema, successResponse } from "../facts/body-place.ts";
import { propertiesOf, schemaAt } from "../facts/facts.ts";
import { canonical, type Fields, valueAt, without } from "../facts/fields.ts";
import type { Resource, Role } from "../facts/resource.ts";
import { type Answer, sentBody, sentQuery } from "../items/context.ts";
import { attachedFields, fileFields } from "../items/files.ts";
import { givenFields } from "../items/given-fields.ts";
import { type Cell, type Item, putItem } from "../items/items.ts";
import { changeItem, makeItem } from "../items/write-item.ts";
import { documents, itemAnswer, refused, type Task } from "../show/show.ts";
import { withKept } from "./change-fields.ts";
import { type Found, putChanged } from "./find-target.ts";

type Creating = Extract<Role, { does: "create" }>;

/** Makes an item of what a request gives, and shows it. */
export function create(task: Task<Creating>, parameters: readonly string[]): Answer | undefined {
  const { engine, resource, role, call } = task;
  const said = givenFields(call.body, role, resource, engine);
  const { id = "" } = resource;
  const ids = said[id];
  // A list of ids puts one item after the other.
  if (!Array.isArray(ids)) return createOne(task, parameters, said);
  return ids.map((one) => createOne(task, parameters, { ...said, [id]: one })).at(-1);
}

function createOne(task: Task<Creating>, parameters: readonly string[], said: Fields): Answer | undefined {
  const { engine, resource, role, call } = task;
  const given = {
    ...queryFields(task),
    ...attached(task, said),
    ...fileFields(call, resource, engine),
    ...said,
    ...attachedFields(call, resource, said, engine),
  };
  const cell = engine.cells.open(resource, parameters);
  if (engine.onUnseeded === "leave" && !cell.isSeeded) return undefined;
  const existing = existingIn(cell, given, task);
  if (existing !== undefined) {
    const sent = givenFields(sentBody(call, false, role.body), role, resource, engine);
    return answerExisting(
      task,
      existing,
      without(given, new Set(Object.keys(said).filter((name) => !Object.hasOwn(sent, name)))),
    );
  }
  if (isTaken(cell, given, resource) && documents(call, 409)) return refused(409);
  for (const schema of [resource.schema, answeredSchema(task)]) {
    const kept = (resource.keeps ?? []).flatMap((name) => {
      const value = valueAt(call.body, [...role.body, name]);
      return value === undefined || value === null ? [] : [[name, value] as const];
    });
    const wish = { parameters, given, extra: Object.fromEntries(kept), missing: { writes: role.writes } };
    const made = makeItem(engine, { ...wish, resource: { ...resource, schema } });
    const answer = made && itemAnswer(task, made.item, "201");
    if (made === undefined || answer === undefined) continue;
    putItem(cell, made.id, made.item);
    return answer;
  }
  return undefined;
}

/** Fields of the item that the query has, not the body. */
function queryFields({ engine: { tools }, resource: { schema }, call }: Task<Creating>): Fields {
  const sent = sentQuery(call);
  const own = [...propertiesOf(schema, tools.model.schemas).values()];
  const given = call.operation.parameters.flatMap(({ in: location, name }): [string, Json][] => {
    const value = call.query[name] as Json | undefined;
    if (location !== "query" || value === undefined || !sent.has(name)) return [];
    const field = own.find((one) => one.name === name) ?? own.find((one) => canonical(one.name) === canonical(name));
    return field !== undefined && tools.validate(field.schema, value).length === 0 ? [[field.name, value]] : [];
  });
  return Object.fromEntries(given);
}

/** The fields of the item of another collection that a body names. */
function attached({ engine, resource: { id = "" }, role }: Task<Creating>, said: Fields): Fields {
  const from = role.from === undefined ? undefined : engine.resources.find(({ path }) => path === role.from);
  const cells = from === undefined ? [] : engine.cells.all(from);
  const found = cells.map(({ cell }) => cell.items.get(String(said[id]))).find((item) => item !== undefined);
  return found?.fields ?? {};
}

/** The item that there is already, with one of the fields that a creation says. */
function existingIn(cell: Cell, given: Fields, { role: { existing }, call }: Task<Creating>): Found | undefined {
  if (existing === undefined || (existing.when !== undefined && call.query[existing.when] !== true)) return undefined;
  const isSame = ({ fields }: Item): boolean =>
    existing.by.some((name) => given[name] !== undefined && given[name] !== null && fields[name] === given[name]);
  const [id, item] = [...cell.items].find(([, one]) => isSame(one)) ?? [];
  return id !== undefined && item !== undefined ? { cell, id, item } : undefined;
}

function answerExisting(task: Task<Creating>, found: Found, given: Fields): Answer | undefined {
  const { engine, resource, role } = task;
  if (role.existing?.does === "return") return itemAnswer(task, found.item, "200");
  const kept = new Set([resource.id, ...resource.created].filter((name) => name !== undefined));
  const changed = changeItem(
    engine,
    resource,
    found.item,
    withKept({ ...found.item.fields, ...given }, found.item, kept),
  );
  const answer = changed && itemAnswer(task, changed, "200");
  if (changed !== undefined && answer !== undefined) putChanged(found, changed, task);
  return answer;
}

/** The schema by which the answer to a creation shows an item: where items are of several kinds, that of one. */
function answeredSchema({ engine, resource, role, call }: Task<Creating>): Schema {
  const { schemas } = engine.tools.model;
  const schema = jsonSchema(successResponse(call.operation, "201")?.content ?? []);
  if (schema === undefined) return resource.schema;
  return schemaAt(schema, role.at, schemas);
}

/** Whether another item has the id, or a value that only one may have. */
function isTaken({ items }: Cell, given: Fields, { id, unique }: Resource): boolean {
  if (id !== undefined && given[id] !== undefined && items.has(String(given[id]))) return true;
  return unique.some(
    (name) => (given[name] ?? null) !== null && [...items.values()].some(({ fields }) => fields[name] === given[name]),
  );
}
