import { pointerTokens, step } from "../load/pointer.ts";
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

/** A document with edits in the order of {@link inOrder} applied; the one that was given is as before. */
export function applyEdits(document: unknown, edits: readonly Edit[]): unknown {
  const draft = createDraft(document);
  for (const edit of edits) draft.apply(edit);
  return draft.document;
}

/** A document that edits change one by one. */
export interface Draft {
  readonly document: unknown;
  apply(edit: Edit): void;
}

/** A draft that shares with the document what no edit has changed: documents are megabytes, and mistakes are few. */
export function createDraft(document: unknown): Draft {
  const draft = { document, apply: (edit: Edit) => applyEdit(edit, open) };
  const copies = new Set<unknown>();
  /** The value at a pointer, to be changed. */
  const open = (pointer: string): unknown => {
    let holder: object = draft;
    for (const token of ["document", ...(pointerTokens(pointer) ?? [])]) {
      const value = step(holder, token);
      if (!isObject(value)) return value;
      const copy = copies.has(value) ? value : Array.isArray(value) ? [...value] : { ...value };
      copies.add(copy);
      define(holder, token, copy);
      holder = copy;
    }
    return holder;
  };
  return draft;
}

function applyEdit(edit: Edit, open: (pointer: string) => unknown): void {
  if (edit.op === "remove") {
    const at = edit.pointer.lastIndexOf("/");
    const [key = ""] = pointerTokens(edit.pointer.slice(at)) ?? [];
    const parent = open(edit.pointer.slice(0, at));
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else if (isObject(parent)) Reflect.deleteProperty(parent, key);
    return;
  }
  const holder = open(edit.pointer);
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
      (holder as unknown[]).push(edit.value);
      return;
    case "rename":
      if (!Object.hasOwn(holder, edit.from)) return;
      define(holder, edit.to, step(holder, edit.from));
      Reflect.deleteProperty(holder, edit.from);
  }
}

function define(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
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
