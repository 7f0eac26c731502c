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

/** A schema and everything that a value of it has to be as well. */
function partsOf(node: Node, context: CheckContext, depth = 0): Node[] {
  const target = context.targets.get(asObject(node.value));
  const referred = target === undefined || depth > MAX_DEPTH ? [] : partsOf(target, context, depth + 1);
  const list = depth > MAX_DEPTH ? [] : asArray(get(node.value, "allOf"));
  const own = list.flatMap((value, index) => {
    const pointer = childPointer(node.pointer, "allOf", index);
    return partsOf({ ...node, value, pointer }, context, depth + 1);
  });
  return [node, ...referred, ...own];
}
