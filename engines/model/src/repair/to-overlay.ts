import { pointerTokens, step, valueAt } from "../load/pointer.ts";
import { createDraft, inOrder, isObject } from "./apply-edits.ts";
import { describeRepair, type Edit, type Repair } from "./repair.ts";

/** An OpenAPI Overlay. */
export interface Overlay {
  readonly overlay: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly actions: readonly OverlayAction[];
}

export interface OverlayAction {
  readonly target: string;
  readonly description: string;
  readonly update?: unknown;
  readonly copy?: string;
  readonly remove?: true;
}

/** Repairs that are made together, and the document that their pointers speak of. */
export interface Round {
  readonly document: unknown;
  readonly repairs: readonly Repair[];
}

/**
 * Repairs as an OpenAPI Overlay, with their reasons: applied to the document that they were made for, it gives the repaired
 * one.
 *
 * @param rounds in the order in which they were made
 */
export function toOverlay(rounds: readonly Round[], file: string): Overlay {
  return {
    overlay: "1.1.0",
    info: { title: `Repairs of ${file}`, version: "1" },
    actions: numbered(
      rounds.flatMap(({ document, repairs }) => {
        const reasons = new Map<string, string>();
        for (const repair of repairs) {
          for (const edit of repair.edits) {
            const key = JSON.stringify(edit);
            if (!reasons.has(key)) reasons.set(key, `${repair.pointer}: ${describeRepair(repair)}`);
          }
        }
        // As it is when an action comes to its turn: what is not there, none may select.
        const draft = createDraft(document);
        return inOrder(repairs.flatMap(({ edits }) => edits)).flatMap((edit) => {
          const target = jsonPath(edit.pointer, document);
          const actions = toActions(edit, {
            target,
            description: reasons.get(JSON.stringify(edit)) ?? "",
            current: draft.document,
          });
          draft.apply(edit);
          return actions;
        });
      }),
    ),
  };
}

/** Actions of an overlay have to differ, and a later round may do once more what an earlier one did. */
function numbered(actions: readonly OverlayAction[]): OverlayAction[] {
  const counts = new Map<string, number>();
  return actions.map((action) => {
    const text = JSON.stringify(action);
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return count === 1 ? action : { ...action, description: `${action.description} (${count})` };
  });
}

interface Turn {
  readonly target: string;
  readonly description: string;
  /** The document before the edit. */
  readonly current: unknown;
}

function toActions(edit: Edit, { target, description, current }: Turn): OverlayAction[] {
  const place = valueIn(current, edit.pointer);
  // An earlier edit has taken it away.
  if (edit.op === "remove" ? place === undefined : !isObject(place)) return [];
  switch (edit.op) {
    case "set": {
      // An update merges objects and lengthens lists: what is there goes first.
      const goes = isObject(edit.value) && isObject(place) && Object.hasOwn(place, edit.key);
      return [
        ...(goes ? [{ target: member(target, edit.key), description, remove: true as const }] : []),
        { target, description, update: own(edit.key, edit.value) },
      ];
    }
    case "item":
      return [{ target: `${target}[${edit.index}]`, description, update: edit.value }];
    case "append":
      return [{ target, description, update: Array.isArray(edit.value) ? [edit.value] : edit.value }];
    case "remove":
      return [{ target, description, remove: true }];
    case "rename": {
      if (isObject(place) && !Object.hasOwn(place, edit.from)) return [];
      const [from, to] = [member(target, edit.from), member(target, edit.to)];
      return [
        { target, description, update: own(edit.to, {}) },
        { target: to, description, copy: from },
        { target: from, description, remove: true },
      ];
    }
  }
}

function valueIn(document: unknown, pointer: string): unknown {
  return valueAt(document, pointerTokens(pointer) ?? []);
}

/** `{ [key]: value }`, also for `__proto__`. */
function own(key: string, value: unknown): object {
  return Object.fromEntries([[key, value]]);
}

/** The normalized path of RFC 9535 for a JSON pointer into a document. */
function jsonPath(pointer: string, document: unknown): string {
  let value = document;
  let path = "$";
  for (const token of pointerTokens(pointer) ?? []) {
    path = Array.isArray(value) ? `${path}[${token}]` : member(path, token);
    value = step(value, token);
  }
  return path;
}

function member(path: string, name: string): string {
  const quoted = name.replace(/[\\']/g, "\\$&").replace(/\p{Cc}/gu, (found) => {
    return `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return `${path}['${quoted}']`;
}
