import type { Json, Operation, Schema, Schemas } from "@svc/model";
import { statusOf, type Task } from "./answer-items.ts";
import { bodyPlace, jsonSchema, listPlace, successResponse } from "./body-place.ts";
import { type Item, noteRemoved, putItem } from "./cells.ts";
import { changedFields } from "./change-fields.ts";
import type { Answer } from "./context.ts";
import { type Wish, wrap } from "./envelope.ts";
import { canonical, isFields, valueAt } from "./fields.ts";
import { findTarget, isFound } from "./find-target.ts";
import { isAlike } from "./likeness.ts";
import type { Grouping } from "./operations-below.ts";
import { pathShape } from "./path-shape.ts";
import type { Role } from "./resource.ts";
import { type Context, type Inferred, inside, writable } from "./role-context.ts";
import { isOfType, itemSchemaOf, propertiesOf, schemaAt } from "./schema-facts.ts";
import { STATE } from "./states.ts";
import { changeItem, givenFields, makeItem } from "./write-item.ts";

type Batch = Extract<Role, { does: "batch" }>;

const BATCH = /^(?:batch|bulk|many|multiple)$/i;
const VERBS: { readonly [verb in Batch["verb"]]: RegExp } = {
  create: /^(?:create|insert|add|import)$/i,
  read: /^(?:read|get|retrieve|fetch|list)$/i,
  update: /^(?:update|upsert|change|edit|patch)$/i,
  remove: /^(?:archive|delete|remove|destroy)$/i,
};

/** Operations that do something to several items: `POST /things/batch/create`, `POST /things/bulk-delete`. */
export function batchesBelow(key: string, { places, below }: Grouping): Operation[] {
  return (below.get(key) ?? []).flatMap((one) => {
    const place = places.get(one);
    const rest = one.slice(key === "/" ? 1 : key.length + 1);
    const isBatch = rest !== "" && !rest.includes("{}") && rest.split(/[/_:-]/).some((word) => BATCH.test(word));
    return isBatch && place !== undefined ? place.operations : [];
  });
}

/** The verb of a batch, by the words of its path or else by its method; undefined: it is none. */
function verbOf({ method, path }: Operation, { group }: Context): Batch["verb"] | undefined {
  const words = pathShape(path)
    .nouns.slice(group.shape.nouns.length)
    .flatMap((noun) => noun.split(/[_:-]/));
  if (!words.some((word) => BATCH.test(word))) return undefined;
  const verbs = Object.keys(VERBS) as Batch["verb"][];
  const said = verbs.find((verb) => words.some((word) => VERBS[verb].test(word)));
  const byMethod = { post: "create", put: "update", patch: "update", delete: "remove" } as const;
  return said ?? (byMethod as { readonly [method: string]: Batch["verb"] })[method];
}

/** The role of a batch: its body has a list of items, or of ids; undefined: it is none. */
export function batchRole(operation: Operation, context: Context): Inferred | undefined {
  const { item, schemas } = context;
  const verb = verbOf(operation, context);
  const request = verb && jsonSchema(operation.body?.content ?? [], true);
  const sent = request && sentList(request, schemas);
  if (verb === undefined || sent === undefined) return undefined;
  const answer = jsonSchema(successResponse(operation)?.content ?? []);
  const list = answer && listPlace(answer, context.group.shape.noun, schemas);
  if (list !== undefined && !isAlike(list.items, [], context)) return undefined;
  const inner = bodyPlace(sent.items, item.schema, schemas);
  const writes = writable(sent.items, inner, context);
  if (verb === "create" && writes.length === 0) return undefined;
  return {
    role: { does: "batch", verb, body: sent.at, inner, writes, at: list?.at ?? [] },
    reason: `${verb}s several: what its body lists${inside(sent.at)}`,
  };
}

/** The only list in a body. */
function sentList(request: Schema, schemas: Schemas) {
  const direct = itemSchemaOf(request, schemas);
  if (direct !== undefined) return { at: [], items: direct };
  const lists = [...propertiesOf(request, schemas).values()].filter(({ schema }) =>
    isOfType(schema, ["array"], schemas),
  );
  const named = lists.filter(({ name }) => /^(?:inputs?|items|records|objects|data|ids|keys|requests)$/i.test(name));
  const [only] = lists.length === 1 ? lists : named;
  return only && { at: [only.name], items: itemSchemaOf(only.schema, schemas) ?? {} };
}

/** Does to several items what a batch asks for, and answers those that there are. */
export function answerBatch(task: Task<Batch>, parameters: readonly string[]): Answer | undefined {
  const { engine, resource, role, call } = task;
  const inputs = valueAt(call.body, role.body);
  const response = successResponse(call.operation);
  if (!Array.isArray(inputs) || response === undefined) return undefined;
  const done = (inputs as Json[]).flatMap((body) => doOne({ ...task, call: { ...call, body } }, parameters) ?? []);
  const schema = jsonSchema(response.content);
  const status = statusOf(response);
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
  const isNew = role.verb === "create" || (id === undefined && role.verb === "update");
  if (isNew) return create(task, parameters);
  if (id === undefined) return undefined;
  const asRead = { engine, resource, call, role: { does: "read", at: [] } } as const;
  const found = findTarget(asRead, parameters, id, false);
  if (!isFound(found)) return undefined;
  const { cell, item } = found;
  if (role.verb === "read") return item;
  if (role.verb === "remove") {
    cell.items.delete(found.id);
    noteRemoved(cell, found.id, item);
    engine.cells.removeBelow(resource, [...parameters, found.id]);
    return item;
  }
  const updating = { does: "update", by: "merge", at: [], body: role.inner, writes: role.writes } as const;
  const fields = changedFields({ engine, resource, call, role: updating }, item);
  const changed = fields && changeItem(engine, resource, item, fields);
  if (changed !== undefined) cell.items.set(found.id, changed);
  return changed;
}

function create({ engine, resource, role, call }: Task<Batch>, parameters: readonly string[]): Item | undefined {
  const given = givenFields(call.body, { body: role.inner, writes: role.writes }, resource, engine);
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
