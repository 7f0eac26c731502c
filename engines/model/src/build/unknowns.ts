import { childPointer } from "../load/pointer.ts";
import type { Unknown } from "../model.ts";
import { entries, get, strings } from "./raw.ts";

/** Every object of the document that carries `x-svc-unknown`, in document order. */
export function findUnknowns(document: unknown): Unknown[] {
  const found: Unknown[] = [];
  // A stack of its own: documents may nest deeper than the call stack allows.
  const stack: { value: unknown; pointer: string }[] = [{ value: document, pointer: "" }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, pointer } = next;
    const notShown = strings(get(value, "x-svc-unknown"));
    if (notShown.length > 0) found.push({ pointer, notShown });
    const children = Array.isArray(value) ? value.map((item, index) => [String(index), item] as const) : entries(value);
    for (const [key, item] of [...children].reverse()) {
      if (typeof item === "object" && item !== null) stack.push({ value: item, pointer: childPointer(pointer, key) });
    }
  }
  return found;
}
