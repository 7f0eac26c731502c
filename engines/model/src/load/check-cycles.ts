import { asObject } from "../build/raw.ts";
import { withoutReference } from "../repair/references.ts";
import type { CheckContext } from "./context.ts";
import { fieldsOf, IN_PLACE } from "./kinds.ts";
import { childPointer } from "./pointer.ts";
import { isReference, type Node } from "./walk.ts";

interface Step {
  readonly node: Node;
  readonly next: Iterator<Node>;
}

/**
 * Finds circles in which nothing is ever described: references that lead to themselves, and schemas that contain
 * themselves by `allOf` and its like. Circles through properties and items are trees, and fine. Depth-first, each edge
 * once, on a stack of its own: chains of thousands of references cost no call stack. Every circle goes through a
 * reference, so it is enough to start at those.
 */
export function checkCycles(references: readonly Node[], context: CheckContext): void {
  const done = new Set<unknown>();
  for (const start of references) {
    const path: Step[] = [];
    const open = new Map<unknown, number>();
    const enter = (node: Node): void => {
      open.set(node.value, path.length);
      path.push({ node, next: sameValue(node, context) });
    };
    if (done.has(start.value)) continue;
    enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { done: finished, value: child } = top.next.next();
      if (finished) {
        path.pop();
        open.delete(top.node.value);
        done.add(top.node.value);
        continue;
      }
      const from = open.get(child.value);
      if (from !== undefined) tellCycle(path.slice(from), context);
      else if (!done.has(child.value)) enter(child);
    }
  }
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
