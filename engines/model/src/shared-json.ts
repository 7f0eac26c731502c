import type { Json } from "./model.ts";
import { setOwn } from "./own-property.ts";

/** A value as a text in which parts that it has several times are written once. */
export interface SharedJson {
  /** Key of references, `{ [mark]: index }`. No object of the value has it. */
  readonly mark: string;
  /** A JSON array: parts, which may refer to those before them, and the value at the end. */
  readonly text: string;
}

/** An object or array that occurs somewhere. */
interface Part {
  /** Texts between its children, one more than there are children. */
  readonly between: readonly string[];
  readonly children: readonly (string | Part)[];
  /** Characters of its text, everything written out. */
  readonly length: number;
  uses: number;
  /** Place in the array, once it is written. */
  index?: number;
}

/** Characters from which on a reference is shorter. */
const WORTH = 40;

/** Writes a value of JSON. Documents repeat parameters, errors and examples from operation to operation. */
export function toSharedJson(value: unknown): SharedJson {
  const { root, keys } = findParts(value);
  let mark = "$";
  while (keys.has(mark)) mark += "$";
  const texts: string[] = [];
  const write = (part: string | Part): string => {
    if (typeof part === "string") return part;
    const isShared = part.uses > 1 && part.length >= WORTH;
    if (isShared && part.index !== undefined) return reference(part.index);
    const children = part.children.map(write);
    const text = part.between.map((before, index) => before + (children[index] ?? "")).join("");
    if (!isShared) return text;
    part.index = texts.push(text) - 1;
    return reference(part.index);
  };
  const reference = (index: number): string => `{${JSON.stringify(mark)}:${index}}`;
  texts.push(write(root));
  return { mark, text: `[${texts.join(",")}]` };
}

/** Equal parts are one part. */
function findParts(value: unknown): { root: string | Part; keys: ReadonlySet<string> } {
  const keys = new Set<string>();
  const known = new Map<string, Part>();
  const numbers = new Map<Part, number>();
  const find = (node: unknown): string | Part => {
    if (typeof node !== "object" || node === null) return JSON.stringify(node);
    const entries = Object.entries(node).filter(([, item]) => item !== undefined);
    if (!Array.isArray(node)) for (const [key] of entries) keys.add(key);
    const children = entries.map(([, item]) => find(item));
    const between = textsBetween(
      entries.map(([key]) => key),
      Array.isArray(node),
    );
    const name = between
      .map((before, index) => {
        const child = children[index] ?? "";
        return before + (typeof child === "string" ? child : `@${numbers.get(child)}`);
      })
      .join("");
    const same = known.get(name);
    if (same !== undefined) {
      same.uses += 1;
      return same;
    }
    const length = [...between, ...children].reduce((sum, one) => sum + one.length, 0);
    const part: Part = { between, children, length, uses: 1 };
    known.set(name, part);
    numbers.set(part, numbers.size);
    return part;
  };
  return { root: find(value), keys };
}

function textsBetween(keys: readonly string[], isArray: boolean): string[] {
  const [open, close] = isArray ? "[]" : "{}";
  const before = keys.map((key, index) => `${index === 0 ? open : ","}${isArray ? "" : `${JSON.stringify(key)}:`}`);
  return [...before, keys.length === 0 ? `${open}${close}` : `${close}`];
}

/** Reads what {@link toSharedJson} has written. What was equal is one object: the value is for reading only. */
export function readSharedJson<Value = unknown>({ mark, text }: SharedJson): Value {
  const parts = JSON.parse(text) as Json[];
  const resolve = (node: Json): Json => {
    if (typeof node !== "object" || node === null) return node;
    const index = (node as { [key: string]: Json })[mark];
    if (typeof index === "number") return parts[index] as Json;
    for (const [key, item] of Object.entries(node)) {
      if (typeof item === "object" && item !== null) setOwn(node, key, resolve(item));
    }
    return node;
  };
  for (const [index, part] of parts.entries()) parts[index] = resolve(part);
  return parts.at(-1) as Value;
}
