import type { Json } from "@svc/model/data";
import { own } from "@svc/model/data";
import { type Fields, isFields, textsOf, valueAt } from "../facts/fields.ts";
import type { Role } from "../facts/resource.ts";
import { sentBody } from "../items/context.ts";
import { givenFields } from "../items/given-fields.ts";
import type { Item } from "../items/items.ts";
import type { Task } from "../show/show.ts";
import { jsonPatch, mergePatch } from "./patch.ts";

type Acting = Extract<Role, { does: "act" }>;
type Updating = Extract<Role, { does: "update" }>;

/** The fields of an item after an update; undefined where a JSON Patch cannot be applied. */
export function changedFields({ engine, resource, role, call }: Task<Updating>, item: Item): Fields | undefined {
  const kept = new Set([resource.id, ...resource.created].filter((name) => name !== undefined));
  if (role.by === "json-patch") {
    const patched = jsonPatch(item.fields as Json, call.body ?? []);
    if (!isFields(patched)) return undefined;
    return withKept(onlyWritten(patched, item, role), item, kept);
  }
  if (role.by === "merge") {
    const isMergePatch = /^application\/merge-patch\+json/i.test(call.header("content-type") ?? "");
    const body = sentBody(call, isMergePatch || isMerging(call), role.body);
    const given = givenFields(body, role, resource, engine);
    const merged = isMergePatch
      ? (mergePatch(item.fields as Json, given as Json) as Fields)
      : { ...item.fields, ...(isMerging(call) ? mergedObjects(given, item.fields) : given) };
    return withKept(merged, item, kept);
  }
  const given = givenFields(call.body, role, resource, engine);
  const rest = Object.fromEntries(Object.entries(item.fields).filter(([name]) => !role.writes.includes(name)));
  return withKept({ ...rest, ...given }, item, kept);
}

/** Whether a request says only what changes, also of the objects in an item: a PATCH, and a form, whose brackets set one key each. */
function isMerging({ operation, header }: Task["call"]): boolean {
  return operation.method === "patch" || /^application\/x-www-form-urlencoded/i.test(header("content-type") ?? "");
}

/** Objects with the fields that they had and nobody gives: `properties`, `metadata`. Null takes a field of an object away. */
function mergedObjects(given: Fields, before: Fields): Fields {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const old = own(before, name);
      return [name, isFields(value) && isFields(old) ? mergePatch(old, value) : value];
    }),
  );
}

/** The list of an item into which an action puts something, or takes it out. */
export function linked({ fields }: Item, { role: { links }, call }: Task<Acting>): Fields {
  if (links === undefined) return {};
  const { does, field, from, as } = links;
  const sent = valueAt(call.body, from) as Json | undefined;
  const added = [sent ?? []].flat().map((one) => (as === undefined || isFields(one) ? one : { [as]: one }) as Json);
  const own = fields[field];
  const texts = new Set(added.flatMap(textsOf));
  const others = (Array.isArray(own) ? own : []).filter((one: Json) => !textsOf(one).some((text) => texts.has(text)));
  return { [field]: does === "add" ? [...others, ...added] : others };
}

function onlyWritten(patched: Fields, item: Item, { writes }: Updating): Fields {
  const isWritten = (name: string): boolean => writes.includes(name) || !Object.hasOwn(item.fields, name);
  const kept = Object.entries(item.fields).filter(([name]) => !isWritten(name));
  return { ...patched, ...Object.fromEntries(kept) };
}

/** Fields with those of an item that nothing changes. */
export function withKept(fields: Fields, item: Item, names: ReadonlySet<string>): Fields {
  const kept = [...names].flatMap((name) => {
    const value = item.fields[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...fields, ...Object.fromEntries(kept) };
}
