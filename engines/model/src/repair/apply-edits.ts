import { pointerTokens, valueAt } from "../load/pointer.ts";
import type { Edit } from "./repair.ts";

/**
 * Edits in the order in which they are applied, each at the place that it names in the document as it was: items leave
 * their list from its end, and members are renamed last, those within others before them.
 */
export function inOrder(edits: readonly Edit[]): Edit[] {
  const phases: [Edit[], Edit[], Edit[]] = [[], [], []];
  for (const edit of distinct(edits)) {
    phases[edit.op === "rename" ? 2 : edit.op === "remove" && isItem(edit.pointer) ? 1 : 0].push(edit);
  }
  const [inPlace, items, renames] = phases;
  return [
    ...inPlace,
    ...items.sort((a, b) => compareFromEnd(a.pointer, b.pointer)),
    ...renames.sort((a, b) => depthOf(b.pointer) - depthOf(a.pointer)),
  ];
}

function depthOf(pointer: string): number {
  return pointer.split("/").length;
}

/** Several operations may share a part of the document, and each find the same in it. */
function distinct(edits: readonly Edit[]): Edit[] {
  return [...new Map(edits.map((edit) => [JSON.stringify(edit), edit])).values()];
}

/** A document with edits in the order of {@link inOrder} applied: a copy, which shares nothing. */
export function applyEdits(document: unknown, edits: readonly Edit[]): unknown {
  const result = JSON.parse(JSON.stringify(document)) as unknown;
  for (const edit of edits) applyEdit(result, edit);
  return result;
}

/** Applies an edit to a document in its place. */
export function applyEdit(document: unknown, edit: Edit): void {
  if (edit.op === "remove") {
    const at = edit.pointer.lastIndexOf("/");
    const [key = ""] = pointerTokens(edit.pointer.slice(at)) ?? [];
    const parent = find(document, edit.pointer.slice(0, at));
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else if (isObject(parent)) Reflect.deleteProperty(parent, key);
    return;
  }
  const holder = find(document, edit.pointer);
  if (!isObject(holder)) return;
  switch (edit.op) {
    case "set": {
      if (isObject(edit.value)) Reflect.deleteProperty(holder, edit.key);
      define(holder, edit.key, edit.value);
      return;
    }
    case "item":
      define(holder, String(edit.index), edit.value);
      return;
    case "append":
      (holder as unknown[]).push(structuredClone(edit.value));
      return;
    case "rename":
      if (!Object.hasOwn(holder, edit.from)) return;
      define(holder, edit.to, own(holder, edit.from));
      Reflect.deleteProperty(holder, edit.from);
  }
}

function find(document: unknown, pointer: string): unknown {
  return valueAt(document, pointerTokens(pointer) ?? []);
}

function own(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? (object as { [key: string]: unknown })[key] : undefined;
}

function define(object: object, key: string, value: unknown): void {
  const copy = value === undefined ? undefined : structuredClone(value);
  Object.defineProperty(object, key, { value: copy, writable: true, enumerable: true, configurable: true });
}

/** Whether a value has members: an object or a list. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isItem(pointer: string): boolean {
  return /\/\d+$/.test(pointer);
}

/** Orders pointers so that what stands later in the document comes first. */
function compareFromEnd(a: string, b: string): number {
  const [left, right] = [a.split("/"), b.split("/")];
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const [x, y] = [left[index], right[index]];
    if (x === y) continue;
    if (x === undefined || y === undefined) return x === undefined ? 1 : -1;
    return /^\d+$/.test(x) && /^\d+$/.test(y) ? Number(y) - Number(x) : x < y ? 1 : -1;
  }
  return 0;
}
