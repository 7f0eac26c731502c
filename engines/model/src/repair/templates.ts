import { asObject, entries, get, type Raw, record } from "../build/raw.ts";
import { childPointer } from "../load/pointer.ts";
import type { Node } from "../load/walk.ts";
import type { Edit, Mend } from "./repair.ts";

/**
 * The mend of a schema that refers to a template and binds its `$dynamicRef`s by `$dynamicAnchor`s in its own `$defs`:
 * the template is written out with what is bound. Undefined for others.
 *
 * @see https://json-schema.org/blog/posts/dynamicref-and-generics
 */
export function bindTemplate({ kind, value, pointer }: Node, template: Node): Mend | undefined {
  const holder = asObject(value);
  const bound = kind === "schema" && Object.hasOwn(holder, "$ref") ? bindings(holder) : new Map<string, Raw>();
  if (bound.size === 0) return undefined;
  let left = MOST_VALUES;
  // What binds nothing is shared by all that are written out. A template that binds others could multiply without end.
  const copy = (part: unknown): unknown => {
    if (typeof part !== "object" || part === null) return part;
    left -= Object.hasOwn(part, "$defs") ? MOST_VALUES : 1;
    if (left < 0) return part;
    const binding = bound.get(String(get(part, "$dynamicRef")));
    if (binding !== undefined) return binding;
    const copies = Object.entries(part).map(([key, one]) => [key, one, copy(one)] as const);
    if (copies.every(([, one, copied]) => one === copied)) return part;
    return Array.isArray(part)
      ? copies.map(([, , copied]) => copied)
      : record(copies.map(([key, , copied]) => [key, copied] as const));
  };
  const written = entries(template.value)
    .filter(([key]) => !OWN.has(key))
    .map(([key, part]) => [key, part, copy(part)] as const);
  if (left < 0 || written.every(([, part, copied]) => part === copied)) return undefined;
  const own = written.filter(([key]) => !Object.hasOwn(holder, key));
  const sets = own.map(([key, , copied]): Edit => ({ op: "set", pointer, key, value: copied }));
  const removed = ["$ref", "$defs"].map((key): Edit => ({ op: "remove", pointer: childPointer(pointer, key) }));
  return {
    wrong: "binds a template by $dynamicAnchor",
    advice: "write the schema out, for readers that do not know dynamic references",
    assumed: "the template is written out",
    edits: [...removed, ...sets],
  };
}

/** Templates are small: those of real documents have a dozen values. */
const MOST_VALUES = 500;

/** Keywords of a template that are its own: its address, and what it stands for unbound. */
const OWN: ReadonlySet<string> = new Set(["$id", "$anchor", "$dynamicAnchor", "$defs", "title"]);

/** Schemas that `$defs` bind to dynamic references, by the text of the reference. */
function bindings(holder: Raw): Map<string, Raw> {
  const named = entries(holder["$defs"]).flatMap(([, value]) => {
    const { $dynamicAnchor: anchor, ...schema } = asObject(value);
    return typeof anchor === "string" ? [[`#${anchor}`, schema] as const] : [];
  });
  return new Map(named);
}
