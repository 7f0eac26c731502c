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
 * Objects that are closed (`additionalProperties: false`) and do not allow what they require themselves, or what another part
 * of an `allOf` names: no value would be valid, or none with all properties. Where every part is closed the whole is meant to be.
 */
export function checkClosed(schemas: readonly Node[], context: CheckContext): void {
  for (const node of schemas) {
    const parts = partsOf(node, context);
    const names = parts.flatMap(({ value }) => Object.keys(asObject(get(value, "properties"))));
    const required = parts.flatMap(({ value }) => strings(get(value, "required")));
    const objects = parts.filter(({ value }) => get(value, "properties") !== undefined);
    const isWhole = objects.length > 1 && objects.every(({ value }) => isClosed(value));
    const refused = parts.map((part) => checkPart(part, [...required, ...names], context));
    if (isWhole && refused.includes(true)) closeWhole(node, context);
  }
}

function isClosed(schema: unknown): boolean {
  return get(schema, "additionalProperties") === false && get(schema, "patternProperties") === undefined;
}

/** Opens a part that does not allow one of the names; false: it allows them. */
function checkPart({ value, pointer }: Node, names: readonly string[], context: CheckContext): boolean {
  const properties = asObject(get(value, "properties"));
  const name = isClosed(value) ? names.find((one) => !Object.hasOwn(properties, one)) : undefined;
  if (name === undefined) return false;
  const isRequired = strings(get(value, "required")).includes(name);
  const at = childPointer(pointer, "additionalProperties");
  context.mend(at, {
    wrong: `is false, and ${show(name)}, which is ${isRequired ? "required" : "in another part of an allOf"}, is none of the properties`,
    advice: isRequired ? "declare it, or do not require it" : "close the whole with unevaluatedProperties",
    assumed: "other properties are allowed",
    edits: [{ op: "remove", pointer: at }],
  });
  return true;
}

function closeWhole({ pointer }: Node, context: CheckContext): void {
  const key = "unevaluatedProperties";
  context.mend(childPointer(pointer, key), {
    wrong: "is missing where every part of the allOf is closed",
    advice: "say it of the whole",
    assumed: "the whole is closed",
    edits: [{ op: "set", pointer, key, value: false }],
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
