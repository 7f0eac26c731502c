import type { Json, Schema, Schemas } from "@svc/model/data";
import { jsonSchema, successResponse } from "../facts/body-place.ts";
import { itemSchemaOf, propertiesOf, schemaAt } from "../facts/facts.ts";
import { canonical, isFields, valueAt } from "../facts/fields.ts";
import { pathShape } from "../facts/path-shape.ts";
import type { Role } from "../facts/resource.ts";
import { STATE } from "../facts/states.ts";
import type { Answer } from "../items/context.ts";
import { givenFields } from "../items/given-fields.ts";
import { type Item, putItem } from "../items/items.ts";
import { changeItem, makeItem } from "../items/write-item.ts";
import { type Wish, wrap } from "../show/envelope.ts";
import { doneAnswer, statusOf, type Task } from "../show/show.ts";
import { changedFields } from "./change-fields.ts";
import { findTarget, isFound, putChanged, takeAway } from "./find-target.ts";

type Batch = Extract<Role, { does: "batch" }>;

/** Does to several items what a batch asks for, and answers those that there are. */
export function answerBatch(task: Task<Batch>, parameters: readonly string[]): Answer | undefined {
  const { engine, resource, role, call } = task;
  const inputs = valueAt(call.body, role.body);
  const response = successResponse(call.operation);
  if (!Array.isArray(inputs) || response === undefined) return undefined;
  if (role.verb === "set") {
    const cell = engine.cells.open(resource, parameters);
    for (const [id, item] of cell.items) takeAway(task, { cell, id, item }, parameters);
    cell.isSeeded = true;
  }
  const sent = valueAt(call.sent, role.body);
  const done = (inputs as Json[]).flatMap((body, index) => {
    const one = { ...call, body, sent: Array.isArray(sent) ? sent[index] : body };
    return doOne({ ...task, call: one }, parameters) ?? [];
  });
  const schema = jsonSchema(response.content);
  const status = statusOf(response);
  if (role.isSilent) return doneAnswer(task);
  if (schema === undefined) return { kind: "answer", status, body: undefined, headers: [] };
  const { schemas } = engine.tools.model;
  const itemSchema = itemSchemaOf(schemaAt(schema, role.at, schemas), schemas) ?? {};
  const shown = done.flatMap((item) => engine.view(item, itemSchema, resource) ?? []);
  const seed = `${engine.tools.seed} ${call.operation.id}`;
  const body = wrap(shown, { schema, at: role.at, call, seed }, engine.tools, completed(schema, schemas));
  return body === undefined ? undefined : { kind: "answer", status, body, headers: [] };
}

const COMPLETE = /^(?:completed?|done|finished|succeeded|success|ok)$/i;

/** A batch that is answered is complete. */
function completed(schema: Schema, schemas: Schemas): Wish[] {
  return [...propertiesOf(schema, schemas).values()].flatMap(({ name, schemas: parts }) => {
    const state = parts.flatMap(({ enum: values = [] }) => values).find((one) => COMPLETE.test(String(one)));
    return STATE.test(name) && state !== undefined ? [{ place: [name], value: state as Json }] : [];
  });
}

/** One of several items; undefined: there is none, or the document allows none such. */
function doOne(task: Task<Batch>, parameters: readonly string[]): Item | undefined {
  const { engine, resource, role, call } = task;
  const id = idOf(call.body, resource.id);
  const isNew = role.verb === "create" || role.verb === "set" || (id === undefined && role.verb === "update");
  if (isNew) return create(task, parameters);
  if (id === undefined) return undefined;
  const asRead = { engine, resource, call, role: { does: "read", at: [] } } as const;
  const found = findTarget(asRead, parameters, id, false);
  if (!isFound(found)) {
    // What a list of the collection's own path has, and is not there, is made.
    const isList = role.verb === "update" && pathShape(call.operation.path).key === resource.key;
    return isList ? create(task, parameters) : undefined;
  }
  const { item } = found;
  if (role.verb === "read") return item;
  if (role.verb === "remove") {
    takeAway(task, found, parameters);
    return item;
  }
  const updating = { ...role, does: "update", by: "merge", at: [], body: role.inner } as const;
  const fields = changedFields({ engine, resource, call, role: updating }, item);
  const changed = fields && changeItem(engine, resource, item, fields);
  if (changed !== undefined) putChanged(found, changed, task);
  return changed;
}

function create({ engine, resource, role, call }: Task<Batch>, parameters: readonly string[]): Item | undefined {
  const given = givenFields(call.body, { ...role, body: role.inner }, resource, engine);
  const made = makeItem(engine, { resource, parameters, given, missing: { writes: role.writes } });
  if (made === undefined) return undefined;
  putItem(engine.cells.open(resource, parameters), made.id, made.item);
  return made.item;
}

/** The id that one of several inputs says, or is. */
function idOf(input: Json | undefined, name = "id"): string | undefined {
  const said = isFields(input)
    ? Object.entries(input).find(([one]) => canonical(one) === canonical(name) || one === "id")?.[1]
    : input;
  return typeof said === "string" || typeof said === "number" ? String(said) : undefined;
}
