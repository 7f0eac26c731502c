import { asObject } from "../../build/raw.ts";
import { withoutReference } from "../../repair/references.ts";
import { fieldsOf, IN_PLACE } from "../kinds.ts";
import { childPointer } from "../pointer.ts";
import { isReference, type Node } from "../walk.ts";
import type { CheckContext } from "./context.ts";

interface Step {
  readonly node: Node;
  readonly next: Iterator<Node>;
  /** Levels of choices within it, as far as is known. */
  levels: number;
}

/**
 * Finds circles in which nothing is ever described: references that lead to themselves, and schemas that contain
 * themselves by `allOf` and its like; and choices in choices beyond what can be followed. Circles through properties and items are trees, and fine. Depth-first, each edge
 * once, on a stack of its own: chains of thousands of references cost no call stack. Every circle goes through a
 * reference, so it is enough to start at those.
 */
export function checkCycles(references: readonly Node[], context: CheckContext): void {
  /** By schema that was looked at: levels of choices within it. */
  const done = new Map<unknown, number>();
  for (const start of references) {
    const path: Step[] = [];
    const open = new Map<unknown, number>();
    const enter = (node: Node): void => {
      open.set(node.value, path.length);
      path.push({ node, next: sameValue(node, context), levels: 0 });
    };
    if (done.has(start.value)) continue;
    enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { done: finished, value: child } = top.next.next();
      if (finished) {
        path.pop();
        open.delete(top.node.value);
        const isChoice = hasChoice(top.node.value);
        const levels = top.levels + (isChoice ? 1 : 0);
        done.set(top.node.value, levels);
        if (isChoice && levels === MAX_CHOICES + 1) tellDepth(top.node, context);
        const outer = path.at(-1);
        if (outer !== undefined) outer.levels = Math.max(outer.levels, levels);
        continue;
      }
      const from = open.get(child.value);
      if (from !== undefined) tellCycle(path.slice(from), context);
      else if (!done.has(child.value)) enter(child);
      else top.levels = Math.max(top.levels, done.get(child.value) ?? 0);
    }
  }
}

/** Whether a schema leads to others among which a value chooses; `allOf` and references alone are followed without recursion. */
function hasChoice(schema: unknown): boolean {
  return CHOICES.some((keyword) => Object.hasOwn(asObject(schema), keyword));
}

/** More choices within choices than any document has, and few enough for what tries them one within the other. */
const MAX_CHOICES = 400;
const CHOICES = IN_PLACE.filter((keyword) => keyword !== "allOf");

function tellDepth({ pointer }: Node, context: CheckContext): void {
  context.refuse(
    pointer,
    `leads through more than ${MAX_CHOICES} choices (oneOf, anyOf, not, if), one in another; make fewer of them`,
  );
}

function tellCycle(cycle: readonly Step[], context: CheckContext): void {
  const place = cycle.find(({ node }) => context.targets.has(asObject(node.value)))?.node ?? cycle[0]?.node;
  if (place === undefined) return;
  const isPlain = cycle.every(({ node }) => context.targets.has(asObject(node.value)));
  const way = cycle.map(({ node }) => node.pointer).slice(0, 5);
  const wrong = `is a circle that describes no value (${way.join(" → ")}${cycle.length > 5 ? " → …" : ""} → itself)`;
  const advice = isPlain ? "let one of them be a definition" : "break it, or go through a property or item";
  // A schema that has to contain itself allows no value; a name that leads back to itself stands for nothing.
  const isMendable = isPlain && place.kind === "schema" && Object.hasOwn(asObject(place.value), "$ref");
  if (!isMendable) context.refuse(place.pointer, `${wrong}; ${advice}`);
  else context.mend(place.pointer, { wrong, advice, ...withoutReference(place, "$ref", context.root) });
}

/** Schemas of a node about the same value: its reference, and those that apply in place. */
function* sameValue(node: Node, { targets, is30 }: CheckContext): Generator<Node, undefined> {
  const raw = asObject(node.value);
  const target = targets.get(raw);
  if (target !== undefined) yield target;
  if (node.kind !== "schema" || isReference(node, is30)) return undefined;
  for (const name of IN_PLACE) {
    if (!Object.hasOwn(raw, name)) continue;
    const value = raw[name];
    const owner: Node = { kind: "schema", value, pointer: childPointer(node.pointer, name), resource: undefined };
    if (fieldsOf("schema").get(name)?.shape === "one") yield owner;
    else yield* membersOf(owner);
  }
  return undefined;
}

function* membersOf(owner: Node): Generator<Node> {
  if (typeof owner.value !== "object" || owner.value === null) return;
  for (const [name, value] of Object.entries(owner.value)) {
    yield { ...owner, value, pointer: childPointer(owner.pointer, name) };
  }
}
