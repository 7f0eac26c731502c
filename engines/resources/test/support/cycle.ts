import { isDeepStrictEqual } from "node:util";
import { deref, type Json, type Model, type Operation, type Schema } from "@svc/model";
import { createJudge, type Judge } from "@svc/schema/test-support/ajv";
import { mergePatch } from "../../src/answer/change-fields.ts";
import { jsonSchema } from "../../src/facts/body-place.ts";
import { itemSchemaOf, schemaAt } from "../../src/facts/facts.ts";
import { canonical, isFields, valueAt } from "../../src/facts/fields.ts";
import { type Answer, type ReadTable, type Resource, type Role, readTable } from "../../src/index.ts";
import { inferTable } from "../../src/infer.ts";
import { bodyOf, pathOf, searchOf, withId } from "./life-requests.ts";
import { createWorld, type Request, type World } from "./world.ts";

/** Steps of one create-to-delete cycle that succeeded and that failed. */
export interface Cycle {
  readonly resource: string;
  /** The steps that the document has operations for. */
  readonly steps: readonly Step[];
  readonly failures: readonly string[];
}

export type Step = "create" | "list" | "get" | "update" | "delete" | "gone";

/** Whether a resource can live a whole life: something makes an item, shows it, and takes it away. */
export function hasCycle({ roles, kind }: Resource): boolean {
  const does = new Set(Object.values(roles).map((role) => role.does));
  return kind === "collection" && does.has("create") && (does.has("read") || does.has("list"));
}

/** Lives the life of one item of each resource of a document: created, listed, read, changed, removed, not found. */
export function liveCycles(model: Model, seed: number): Cycle[] {
  const judge = createJudge(model.schemas);
  const table = readTable(inferTable(model), model);
  return table.resources.filter(hasCycle).map((resource) => liveCycle({ model, table, seed, judge }, resource));
}

interface Life {
  readonly world: World;
  readonly model: Model;
  readonly resource: Resource;
  readonly seed: number;
  readonly judge: Judge;
  readonly failures: string[];
}

interface Surroundings extends Pick<Life, "model" | "seed" | "judge"> {
  readonly table: ReadTable;
}

function liveCycle({ model, table, seed, judge }: Surroundings, resource: Resource): Cycle {
  const world = createWorld(model, { seed, table });
  const life: Life = { world, model, resource, seed, judge, failures: [] };
  const steps: Step[] = ["create"];
  const name = resource.name.join(".");
  const role = (does: Role["does"]) => operationOf(life, does);
  const made = send(life, role("create"), {});
  const createAt = roleOf(life, role("create"))?.at ?? [];
  const item = made?.kind === "answer" ? valueAt(made.body, createAt) : undefined;
  const isRead = role("read") !== undefined && resource.id === undefined;
  const id = isRead ? onlyKey(life) : resource.id === undefined ? undefined : (shownId(item, resource) ?? onlyId(life));
  if (made?.kind !== "answer") {
    life.failures.push(`create: ${made === undefined ? "no answer" : made.status}`);
    return { resource: name, steps, failures: life.failures };
  }
  if (id === undefined && role("read") !== undefined) life.failures.push("create: the answer has no id");
  if (role("list") !== undefined) {
    steps.push("list");
    const at = roleOf(life, role("list"))?.at ?? [];
    const listed = sendList(life, role("list"), item);
    const items = itemsIn(listed, at);
    const count = items?.length ?? -1;
    if (count !== 1)
      life.failures.push(`list: ${count} items${listed?.kind === "refused" ? `, ${listed.status}` : ""}`);
    else if (
      resource.id !== undefined &&
      id !== undefined &&
      String(valueAt(items?.[0], [resource.id])) !== String(id)
    ) {
      const shown = itemSchemaOf(schemaAt(successSchema(role("list")) ?? {}, at, model.schemas), model.schemas) ?? {};
      const { properties = {} } = deref(shown, model.schemas);
      if (Object.hasOwn(properties, resource.id)) life.failures.push("list: another id");
    }
  }
  const known = id === undefined || id === null ? undefined : String(id);
  if (known === undefined) return { resource: name, steps, failures: life.failures };
  const read = (): Json | undefined => {
    const answer = send(life, role("read"), {}, known);
    if (answer?.kind !== "answer") life.failures.push(`get: ${answer?.status ?? "no answer"}`);
    const at = roleOf(life, role("read"))?.at ?? [];
    return answer?.kind === "answer" ? (valueAt(answer.body, at) as Json | undefined) : undefined;
  };
  if (role("read") !== undefined) {
    steps.push("get");
    checkShows(life, read(), sentFields(life, role("create"), "create"), "get");
  }
  if (role("update") !== undefined) {
    steps.push("update");
    const updated = send(life, role("update"), {}, known);
    if (updated?.kind !== "answer") life.failures.push(`update: ${updated?.status ?? "no answer"}`);
    else if (role("read") !== undefined) {
      checkShows(life, read(), sentFields(life, role("update"), "update"), "get after update");
    }
  }
  if (role("remove") !== undefined) {
    steps.push("delete");
    const removed = send(life, role("remove"), {}, known);
    if (removed?.kind !== "answer") life.failures.push(`delete: ${removed?.status ?? "no answer"}`);
    if (role("read") !== undefined) {
      steps.push("gone");
      const gone = send(life, role("read"), {}, known);
      if (gone?.kind !== "refused" || gone.status !== 404)
        life.failures.push(`gone: ${gone?.kind === "refused" ? gone.status : "still there"}`);
    }
  }
  return { resource: name, steps, failures: life.failures };
}

/** Asks for a list: a search for what was made, and one for something else, which finds nothing. */
function sendList(life: Life, operation: Operation | undefined, item: unknown): Answer | undefined {
  const role = roleOf(life, operation);
  if (operation === undefined || role?.does !== "list" || !role.isSearch) return send(life, operation, {});
  const { same, other } = searchOf(life, operation, item);
  const found = other === undefined ? [] : itemsIn(send(life, operation, { body: other }), role.at);
  if (found?.length !== 0) life.failures.push(`list: a search for something else finds ${found?.length} items`);
  return send(life, operation, { body: same });
}

/** The items that a list shows, also where it is one of lists. */
function itemsIn(answer: Answer | undefined, at: readonly string[]): readonly unknown[] | undefined {
  const items = answer?.kind === "answer" ? valueAt(answer.body, at) : undefined;
  return Array.isArray(items) ? items.flat() : undefined;
}

/** The id as an answer shows it: as the path calls it, else as the item does, else by another of its names. */
function shownId(item: unknown, { id = "", idNames: [asked = "", ...others] }: Resource): Json | undefined {
  const fields = Object.entries(isFields(item) ? item : {});
  const named = (wanted: string) => fields.find(([name]) => canonical(name) === canonical(wanted))?.[1];
  // The noun's own name may be that of something else: a refund at the terminal has the `refund_id` of the payment's.
  return [asked, id, ...others].map(named).find((value) => value !== undefined);
}

/** The id of the one item that was made, where the answer does not show it. */
function onlyId({ world, resource }: Life): Json | undefined {
  const [found] = world.store.all(resource).flatMap(({ cell }) => [...cell.items.values()]);
  return found?.fields[resource.id ?? ""];
}

/** The key of the one item that was made, where it has no id: its path ends so. */
function onlyKey({ world, resource }: Life): string | undefined {
  return world.store.all(resource).flatMap(({ cell }) => [...cell.items.keys()])[0];
}

function operationOf({ model, resource }: Life, does: Role["does"]): Operation | undefined {
  return model.operations.find(({ id }) => resource.roles[id]?.does === does);
}

function roleOf({ resource }: Life, operation: Operation | undefined): Role | undefined {
  return operation && resource.roles[operation.id];
}

function successSchema(operation: Operation | undefined): Schema | undefined {
  const good = operation?.responses.find(({ status }) => status.startsWith("2"));
  return good && jsonSchema(good.content);
}

/** Sends a request with a made-up body, and judges the answer by Ajv. */
function send(
  life: Life,
  operation: Operation | undefined,
  request: Partial<Request>,
  id?: string,
): Answer | undefined {
  if (operation === undefined) return undefined;
  const answer = life.world.call(operation.id, {
    path: pathOf(life, operation, id),
    body: withId(life, operation, bodyOf(life, operation), id),
    ...request,
  } as Partial<Request>);
  if (answer?.kind !== "answer") return answer;
  const response =
    operation.responses.find(({ status }) => status === String(answer.status)) ??
    operation.responses.find(({ status }) => status === "2XX" || status === "default");
  const schema = response && jsonSchema(response.content);
  const wrong = schema === undefined || answer.body === undefined ? undefined : life.judge(schema, answer.body);
  if (wrong !== undefined) life.failures.push(`${operation.id}: invalid answer: ${wrong}`);
  const isSaid = operation.responses.some(({ status }) => /^(?:2|default)/.test(status));
  if (response === undefined && isSaid)
    life.failures.push(`${operation.id}: answers ${answer.status}, which is not documented`);
  return answer;
}

/** Fields that a request gave and the item has to show. */
function sentFields(life: Life, operation: Operation | undefined, does: "create" | "update"): { [name: string]: Json } {
  const role = roleOf(life, operation);
  if (operation === undefined || role?.does !== does) return {};
  const sent = bodyOf(life, operation);
  const isPatch = role.does === "update" && role.by === "json-patch";
  const body = isPatch ? stepsAsFields(sent) : valueAt(sent, role.body);
  const fields = typeof body === "object" && body !== null ? (body as { [name: string]: Json }) : {};
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => role.writes.includes(name) && name !== life.resource.id),
  );
}

function stepsAsFields(steps: Json | undefined): Json {
  const patch = (steps ?? []) as unknown as readonly { readonly path: string; readonly value: Json }[];
  return Object.fromEntries(
    patch.map(({ path, value }) => [path.slice(1).replaceAll("~1", "/").replaceAll("~0", "~"), value]),
  );
}

function checkShows(life: Life, shown: Json | undefined, sent: { [name: string]: Json }, step: string): void {
  if (shown === undefined) return;
  const { resource, model, judge } = life;
  for (const [name, value] of Object.entries(sent)) {
    const own = schemaAt(resource.schema, [name], model.schemas);
    const isServices = [...resource.created, ...resource.updated, ...resource.versions].includes(name);
    if (isServices || judge(own, value) !== undefined) continue;
    const found = valueAt(shown, [name]);
    const isPart = step === "get after update" && operationOf(life, "update")?.method === "patch";
    // A PATCH says of an object, too, only what changes: sent once more, it changes nothing.
    const isShown = isPart && isFields(found) && isFields(value) && isDeepStrictEqual(mergePatch(found, value), found);
    if (!isShown && JSON.stringify(found) !== JSON.stringify(value)) {
      life.failures.push(
        `${step}: ${name} is ${JSON.stringify(found)?.slice(0, 60)}, sent was ${JSON.stringify(value).slice(0, 60)}`,
      );
    }
  }
}
