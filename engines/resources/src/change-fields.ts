import type { Json } from "@svc/model";
import type { Task } from "./answer-items.ts";
import type { Item } from "./cells.ts";
import { type Fields, isFields } from "./fields.ts";
import { jsonPatch, mergePatch } from "./patch.ts";
import type { Role } from "./resource.ts";
import { givenFields } from "./write-item.ts";

type Updating = Extract<Role, { does: "update" }>;

/** The fields of an item after an update; undefined where a JSON Patch cannot be applied. */
export function changedFields({ engine, resource, role, call }: Task<Updating>, item: Item): Fields | undefined {
  const kept = new Set([resource.id, ...resource.created].filter((name) => name !== undefined));
  if (role.by === "json-patch") {
    const patched = jsonPatch(item.fields as Json, call.body ?? []);
    if (!isFields(patched)) return undefined;
    return withKept(onlyWritten(patched, item, role), item, kept);
  }
  const given = givenFields(call.body, role, resource, engine);
  if (role.by === "merge") {
    const isMergePatch = /^application\/merge-patch\+json/i.test(call.header("content-type") ?? "");
    const merged = isMergePatch
      ? (mergePatch(item.fields as Json, given as Json) as Fields)
      : { ...item.fields, ...given };
    return withKept(merged, item, kept);
  }
  const rest = Object.fromEntries(Object.entries(item.fields).filter(([name]) => !role.writes.includes(name)));
  return withKept({ ...rest, ...given }, item, kept);
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
