import { asArray, asObject, get, strings } from "../../build/raw.ts";
import { show } from "../finding.ts";
import { childPointer } from "../pointer.ts";
import type { Node } from "../walk.ts";
import type { CheckContext } from "./context.ts";

/** Levels of `allOf` that are looked at. */
const MAX_DEPTH = 8;

/** Whether closed objects are worth a look once references are known: in a schema by itself, or in its `allOf`. */
export function mayBeClosed(schema: unknown): boolean {
  return get(schema, "additionalProperties") === false || get(schema, "allOf") !== undefined;
}

/**
 * Objects that are closed (`additionalProperties: false`) and have to have a property that they do not allow, by their own
 * `required` or by that of another part of an `allOf`: no value would be valid.
 */
export function checkClosed(schemas: readonly Node[], context: CheckContext): void {
  for (const node of schemas) {
    const parts = partsOf(node, context);
    const required = new Set(parts.flatMap(({ value }) => strings(get(value, "required"))));
    for (const part of parts) checkPart(part, required, context);
  }
}

function checkPart({ value, pointer }: Node, required: ReadonlySet<string>, context: CheckContext): void {
  const schema = asObject(value);
  if (schema["additionalProperties"] !== false || schema["patternProperties"] !== undefined) return;
  const properties = asObject(schema["properties"]);
  const name = [...required].find((one) => !Object.hasOwn(properties, one));
  if (name === undefined) return;
  const at = childPointer(pointer, "additionalProperties");
  context.mend(at, {
    wrong: `is false, and ${show(name)}, which is required, is none of the properties`,
    advice: "declare it, or do not require it",
    assumed: "other properties are allowed",
    edits: [{ op: "remove", pointer: at }],
  });
}

/** A schema and everything that a value of it has to be as well, each once, however many lead to it. */
function partsOf(node: Node, { targets }: CheckContext): Node[] {
  const parts = new Map([[node.value, { node, depth: 0 }]]);
  for (const { node: part, depth } of parts.values()) {
    if (depth > MAX_DEPTH) break;
    const target = targets.get(asObject(part.value));
    const own = asArray(get(part.value, "allOf")).map((value, index): Node => {
      return { ...part, value, pointer: childPointer(part.pointer, "allOf", index) };
    });
    for (const one of [...(target === undefined ? [] : [target]), ...own])
      if (!parts.has(one.value)) parts.set(one.value, { node: one, depth: depth + 1 });
  }
  return [...parts.values()].map((part) => part.node);
}
