import type { Json } from "@svc/model/data";
import { jsonSchema, successResponse } from "../facts/body-place.ts";
import { propertiesOf, schemaAt } from "../facts/facts.ts";
import { canonical, type Fields, isFields, valueAt, without } from "../facts/fields.ts";
import type { Resource, Role } from "../facts/resource.ts";
import { isOrphan } from "../items/above.ts";
import { type Answer, byIds, type Engine, type ResourceCall, sentBody, targetOf } from "../items/context.ts";
import { givenFields } from "../items/given-fields.ts";
import { fillHeld, forgetHeld } from "../items/held.ts";
import { type Item, putItem } from "../items/items.ts";
import { changeItem, makeItem, stamped } from "../items/write-item.ts";
import { answerCount, answerList } from "../lists/lists.ts";
import {
  documents,
  doneAnswer,
  isUnmodified,
  itemAnswer,
  precondition,
  refused,
  refusedFirst,
  type Task,
  tellsOutcome,
} from "../show/show.ts";
import { answerBatch } from "./batch.ts";
import { changedFields, linked, withKept } from "./change-fields.ts";
import { create } from "./create.ts";
import { type Found, findTarget, isFound, putChanged, takeAway } from "./find-target.ts";

type Copying = Extract<Role, { does: "copy" }>;
type Updating = Extract<Role, { does: "update" }>;
type Acting = Extract<Role, { does: "act" }>;
type Renewing = Extract<Role, { does: "renew" }>;
type Reading = Extract<Role, { does: "read" }>;
type Removing = Extract<Role, { does: "remove" }>;

/** Answers a request from the store; undefined: the store has no answer, and one has to be generated. */
export function answerCall(engine: Engine, resource: Resource, call: ResourceCall): Answer | undefined {
  const role = resource.roles[call.operation.id];
  if (role === undefined) return undefined;
  const target = targetOf(call, resource);
  const { id } = target;
  const parameters = byIds(engine, resource, target.parameters);
  if (isOrphan(engine, resource, parameters)) return refused(404);
  const task = { engine, resource, call };
  fillHeld(engine, resource, parameters);
  if (role.does === "list") return answerList({ ...task, role }, parameters);
  if (role.does === "count") return answerCount({ ...task, role }, parameters);
  if (role.does === "create") return create({ ...task, role }, parameters);
  if (role.does === "batch") return answerBatch({ ...task, role }, parameters);
  const keyed = "key" in role && role.key !== undefined ? call.query[role.key] : undefined;
  const chosen =
    id ??
    (keyed === undefined ? undefined : String(keyed)) ??
    (role.does === "update" ? idInBody({ ...task, role }) : undefined);
  if (chosen === undefined) return undefined;
  if (resource.says !== undefined) begin({ ...task, role }, parameters);
  if (role.does === "renew") return renew({ ...task, role }, parameters);
  if (role.does === "read") return read({ ...task, role }, parameters, chosen);
  if (role.does === "remove") return remove({ ...task, role }, parameters, chosen);
  if (role.does === "copy") return copy({ ...task, role }, parameters, chosen);
  return role.does === "act"
    ? act({ ...task, role }, parameters, chosen)
    : update({ ...task, role }, parameters, chosen);
}

/** The id that a body says, where the path says none. */
function idInBody({ role, call, resource }: Task<Updating>): string | undefined {
  const sent = valueAt(call.body, role.body);
  const name = canonical(resource.id ?? "");
  const [, id] = Object.entries(isFields(sent) ? sent : {}).find(([one]) => canonical(one) === name) ?? [];
  return /^(string|number|bigint)$/.test(typeof id) ? String(id) : undefined;
}

function copy(task: Task<Copying>, parameters: readonly string[], id: string): Answer | undefined {
  const { engine, resource, role, call } = task;
  const found = findTarget(task, parameters, id, true);
  if (!isFound(found)) return found;
  const { created, updated, versions, id: idField = "" } = resource;
  const kept = without(found.item.fields, new Set([idField, ...created, ...updated, ...versions]));
  const given = { ...kept, ...givenFields(call.body, role, resource, engine) };
  const made = makeItem(engine, { resource, parameters, given, missing: "least" });
  const answer = made && itemAnswer(task, made.item, "201");
  if (made !== undefined && answer !== undefined) putItem(engine.cells.open(resource, parameters), made.id, made.item);
  return answer;
}

function read(task: Task<Reading>, parameters: readonly string[], id: string): Answer | undefined {
  const found = findTarget(task, parameters, id, false);
  if (!isFound(found)) return found;
  return isUnmodified(task, found.item) ? refused(304) : itemAnswer(task, found.item);
}

/** Puts in a singleton what the item above keeps for it. */
function begin({ engine, resource }: Task, parameters: readonly string[]): void {
  const above = engine.resources.find(({ key }) => key === resource.parent);
  const item = above && engine.cells.find(above, parameters.slice(0, -1))?.items.get(parameters.at(-1) ?? "");
  const given = Object.entries(resource.says ?? {}).flatMap(([field, name]) =>
    item?.extra[name] === undefined ? [] : [[field, item.extra[name] as Json] as const],
  );
  const cell = engine.cells.open(resource, parameters);
  if (given.length === 0 || cell.items.size > 0) return;
  const made = makeItem(engine, { resource, parameters, given: Object.fromEntries(given), missing: "least" });
  if (made !== undefined) putItem(cell, made.id, made.item);
}

/** Gives a singleton other values, but for those that the request gives. */
function renew(task: Task<Renewing>, parameters: readonly string[]): Answer | undefined {
  const { engine, resource, role, call } = task;
  const given = givenFields(call.body, role, resource, engine);
  const made = makeItem(engine, { resource, parameters, given, missing: { writes: [] } });
  const answer = made && itemAnswer(task, made.item);
  if (made !== undefined && answer !== undefined) putItem(engine.cells.open(resource, parameters), made.id, made.item);
  return answer;
}

function update(task: Task<Updating>, parameters: readonly string[], id: string): Answer | undefined {
  const isPut = canCreate(task);
  const found = findTarget(task, parameters, id, !isPut);
  if (!isFound(found)) {
    if (!isPut || (found === undefined && task.engine.onUnseeded === "leave")) return found;
    return precondition(task, undefined) ?? createAt(task, parameters, id);
  }
  const { cell, item } = found;
  const refusal = precondition(task, item);
  if (refusal !== undefined) return refusal;
  const fields = changedFields(task, item);
  if (fields === undefined) {
    // A patch of an item that nobody has put in is about values that only its caller knows.
    return item.isMadeUp ? undefined : refusedFirst(task, [409, 422, 400]);
  }
  const refusedPatch = saysNoField(task) && !isAllowed(task, fields) ? refusedFirst(task, [422, 400, 409]) : undefined;
  return refusedPatch ?? change(task, { ...found, cell }, fields);
}

/** Whether the request's schema names no field: it knows the steps of a patch, or any object. */
function saysNoField({ engine, call, role }: Task<Updating>): boolean {
  const { schemas } = engine.tools.model;
  const sent = jsonSchema(call.operation.body?.content ?? [], true);
  return sent !== undefined && propertiesOf(schemaAt(sent, role.body, schemas), schemas).size === 0;
}

/** Whether a change left a value that the document allows. */
function isAllowed({ engine: { tools }, resource }: Task, fields: Fields): boolean {
  return tools.validate(resource.schema, fields as Json).length === 0;
}

/** PUT gives an item that is not there, where the document says that it may answer 201, or takes nothing but the id. */
function canCreate({ call, resource }: Task<Updating>): boolean {
  const { method, body } = call.operation;
  return method === "put" && (documents(call, 201) || resource.kind === "singleton" || body === undefined);
}

function createAt(task: Task<Updating>, parameters: readonly string[], id: string): Answer | undefined {
  const { engine, resource, role, call } = task;
  const given = givenFields(call.body, role, resource, engine);
  const made = makeItem(engine, {
    resource,
    parameters,
    given,
    id: resource.kind === "singleton" ? undefined : id,
    missing: { writes: role.writes },
  });
  const answer = made && itemAnswer(task, made.item, "201");
  if (made !== undefined && answer !== undefined) putItem(engine.cells.open(resource, parameters), made.id, made.item);
  return answer;
}

function change(task: Task<Updating | Acting>, found: Found, fields: Fields): Answer | undefined {
  const { engine, resource } = task;
  const changed = changeItem(engine, resource, found.item, fields);
  const answer = changed && itemAnswer(task, changed);
  if (changed === undefined || answer === undefined) return undefined;
  putChanged(found, changed, task);
  forgetHeld(engine, resource, found.item, changed);
  return answer;
}

function act(task: Task<Acting>, parameters: readonly string[], id: string): Answer | undefined {
  const found = findTarget(task, parameters, id, true);
  if (!isFound(found)) return found;
  const { engine, resource, role, call } = task;
  const refusal = precondition(task, found.item);
  if (refusal !== undefined) return refusal;
  const given = givenFields(sentBody(call, false, role.body), role, resource, engine);
  const { id: idField } = resource;
  const fields = {
    ...found.item.fields,
    ...given,
    ...(role.sets as Fields),
    ...stamped(engine, resource, role.stamps),
    ...linked(found.item, task),
  };
  return change(task, found, idField === undefined ? fields : withKept(fields, found.item, new Set([idField])));
}

function remove(task: Task<Removing>, parameters: readonly string[], id: string): Answer | undefined {
  const found = findTarget(task, parameters, id, true);
  if (!isFound(found)) return found;
  const refusal = precondition(task, found.item);
  if (refusal !== undefined) return refusal;
  const gone = asGone(task, found.item);
  const answer =
    (task.role.at.length === 0 && tellsOutcome(task) ? doneAnswer(task) : undefined) ??
    itemAnswer(task, gone) ??
    itemAnswer({ ...task, role: { does: "remove", at: [] } }, gone) ??
    doneAnswer(task);
  takeAway(task, found, parameters);
  return answer;
}

/** An item that is no more, as an answer with a field `deleted` has it. */
function asGone({ engine, role, call }: Task<Removing>, item: Item): Item {
  const { schemas } = engine.tools.model;
  const schema = jsonSchema(successResponse(call.operation)?.content ?? []);
  const isSaid = schema !== undefined && propertiesOf(schemaAt(schema, role.at, schemas), schemas).has("deleted");
  return { ...item, fields: { ...item.fields, ...(role.sets as Fields), ...(isSaid && { deleted: true }) } };
}
