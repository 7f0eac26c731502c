import { equal, type Json, own, pointerTokens } from "@svc/model/data";
import { type Fields, isFields, textsOf, valueAt, withField } from "../facts/fields.ts";
import type { Role } from "../facts/resource.ts";
import { sentBody } from "../items/context.ts";
import { givenFields } from "../items/given-fields.ts";
import type { Item } from "../items/items.ts";
import type { Task } from "../show/show.ts";

/**
 * Applies a JSON Merge Patch: null removes a field, objects are merged, anything else replaces what was there.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7396#section-2
 */
export function mergePatch(target: Json, patch: Json): Json {
  if (!isFields(patch)) return patch;
  let merged: Fields = isFields(target) ? target : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged = Object.fromEntries(Object.entries(merged).filter(([other]) => other !== name));
    else merged = withField(merged, name, mergePatch(own(merged, name) ?? null, value));
  }
  return merged as Json;
}

/** Operations of a patch, and the values and members in all that they place: copies of copies double. */
const MOST_STEPS = 1000;
const MOST_PARTS = 100_000;

/** Levels of JSON that is read; a patch puts values into values. */
const DEEPEST = 990;

/**
 * Applies a JSON Patch, as a whole or not at all: undefined where an operation is none, leads nowhere, or a test fails, and
 * where it makes too much of what it has.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6902#section-4
 */
export function jsonPatch(target: Json, patch: Json): Json | undefined {
  if (!Array.isArray(patch) || patch.length > MOST_STEPS) return undefined;
  let value: Json | undefined = target;
  let room = MOST_PARTS;
  for (const step of patch) {
    if (value === undefined || !isFields(step)) return undefined;
    room = leftOf(room, placedBy(value, step), tokens(step["path"])?.length ?? 0);
    value = room < 0 ? undefined : applyStep(value, step);
    if (value === undefined) return undefined;
  }
  return value;
}

function applyStep(target: Json, { op, path, from, value }: Fields): Json | undefined {
  const to = tokens(path);
  const source = tokens(from);
  if (to === undefined) return undefined;
  if (op === "add" || op === "replace") {
    if (value === undefined || (op === "replace" && get(target, to) === undefined)) return undefined;
    return edit(target, to, { value, isReplaced: op === "replace" });
  }
  if (op === "remove") return edit(target, to, { value: undefined, isReplaced: true });
  if (op === "test") return value !== undefined && equal(get(target, to), value) ? target : undefined;
  const moved = source && get(target, source);
  if (source === undefined || moved === undefined) return undefined;
  if (op === "copy") return edit(target, to, { value: moved, isReplaced: false });
  if (op !== "move" || (to.length > source.length && source.every((token, index) => to[index] === token)))
    return undefined;
  const rest = edit(target, source, { value: undefined, isReplaced: true });
  return rest && edit(rest, to, { value: moved, isReplaced: false });
}

/** The value that an operation puts somewhere. */
function placedBy(target: Json, { op, from, value }: Fields): Json | undefined {
  const source = op === "copy" || op === "move" ? tokens(from) : undefined;
  return source === undefined ? value : get(target, source);
}

/** Room that a value at a depth leaves for parts; negative: too little, or it is too deep. */
function leftOf(room: number, value: Json | undefined, depth: number): number {
  if (room < 0 || depth > DEEPEST) return -1;
  let left = room - 1;
  if (typeof value !== "object" || value === null) return left;
  for (const part of Object.values(value)) {
    left = leftOf(left, part, depth + 1);
    if (left < 0) break;
  }
  return left;
}

function tokens(pointer: unknown): string[] | undefined {
  return typeof pointer === "string" ? pointerTokens(pointer) : undefined;
}

function get(target: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((value, token) => {
    if (Array.isArray(value)) return isIndex(token) ? value[Number(token)] : undefined;
    return isFields(value) ? own(value, token) : undefined;
  }, target);
}

interface Edit {
  /** Undefined: takes it away. */
  readonly value: Json | undefined;
  readonly isReplaced: boolean;
}

function edit(target: Json, [token, ...rest]: readonly string[], change: Edit): Json | undefined {
  if (token === undefined) return change.value;
  if (Array.isArray(target)) return editList(target, token, rest, change);
  if (!isFields(target)) return undefined;
  if (rest.length > 0) {
    const inner = own(target, token);
    const changed = inner === undefined ? undefined : edit(inner, rest, change);
    return changed === undefined ? undefined : (withField(target, token, changed) as Json);
  }
  if (change.value !== undefined) return withField(target, token, change.value) as Json;
  if (!Object.hasOwn(target, token)) return undefined;
  return Object.fromEntries(Object.entries(target).filter(([name]) => name !== token));
}

function editList(target: readonly Json[], token: string, rest: readonly string[], change: Edit): Json | undefined {
  const index = token === "-" ? target.length : isIndex(token) ? Number(token) : Number.NaN;
  const { value, isReplaced } = change;
  if (rest.length > 0) {
    const inner = target[index];
    const changed = inner === undefined ? undefined : edit(inner, rest, change);
    return changed === undefined ? undefined : target.with(index, changed);
  }
  const last = isReplaced ? target.length - 1 : target.length;
  if (!(index <= last)) return undefined;
  return target.toSpliced(index, isReplaced ? 1 : 0, ...(value === undefined ? [] : [value]));
}

function isIndex(token: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(token);
}

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
