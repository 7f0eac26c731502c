import type { Json } from "./model.ts";

/** A value as a text in which parts that it has several times are written once. */
export interface SharedJson {
  /** Key of references, `{ [mark]: index }`. No object of the value has it. */
  readonly mark: string;
  /** A JSON array: parts, which may refer to those before them, and the value at the end. */
  readonly text: string;
}

/** An object or array that is long enough to be referred to. Equal ones are one. */
interface Part {
  /** Its text, with others of these as {@link PLACE}. */
  readonly text: string;
  uses: number;
  /** Place in the array, once it is written. */
  index?: number;
}

/** Characters from which on a reference is shorter. */
const WORTH = 40;

/** A part within the text of another, by its number: JSON has no such characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a character that JSON escapes
const PLACE = /\u0001(\d+)\u0001/g;

/** Writes a value of JSON. Documents repeat parameters, errors and examples from operation to operation. */
export function toSharedJson(value: unknown): SharedJson {
  const { root, parts, keys } = findParts(value);
  let mark = "$";
  while (keys.has(mark)) mark += "$";
  const texts: string[] = [];
  const write = (text: string): string => text.replaceAll(PLACE, (_, number) => writePart(parts[number] as Part));
  const writePart = (part: Part): string => {
    if (part.uses === 1) return write(part.text);
    part.index ??= texts.push(write(part.text)) - 1;
    return `{${JSON.stringify(mark)}:${part.index}}`;
  };
  texts.push(write(root));
  return { mark, text: `[${texts.join(",")}]` };
}

function findParts(value: unknown): { root: string; parts: readonly Part[]; keys: ReadonlyMap<string, string> } {
  const keys = new Map<string, string>();
  const parts: Part[] = [];
  const numbers = new Map<string, number>();
  const find = (node: unknown): string => {
    if (typeof node !== "object" || node === null) return typeof node === "string" ? JSON.stringify(node) : `${node}`;
    const text = Array.isArray(node) ? `[${node.map(find).join(",")}]` : `{${membersOf(node)}}`;
    if (text.length < WORTH) return text;
    const number = numbers.get(text) ?? parts.push({ text, uses: 0 }) - 1;
    numbers.set(text, number);
    (parts[number] as Part).uses += 1;
    return `\u0001${number}\u0001`;
  };
  const membersOf = (node: object): string => {
    let text = "";
    for (const key in node) {
      const item = (node as { readonly [key: string]: unknown })[key];
      if (item === undefined) continue;
      const quoted = keys.get(key) ?? `${JSON.stringify(key)}:`;
      keys.set(key, quoted);
      text += (text === "" ? "" : ",") + quoted + find(item);
    }
    return text;
  };
  return { root: find(value), parts, keys };
}

/** Reads what {@link toSharedJson} has written. What was equal is one object: the value is for reading only. */
export function readSharedJson<Value = unknown>({ mark, text }: SharedJson): Value {
  const parts = JSON.parse(text) as Node[];
  for (let index = 0; index < parts.length; index++) parts[index] = resolve(parts[index] as Node, parts, mark);
  return parts.at(-1) as Value;
}

type Node = Json[] | { [key: string]: Json };

/** Puts parts in the place of references. Megabytes are read at the start of a test: plain loops are twice as fast. */
function resolve(node: Node, parts: readonly Node[], mark: string): Node {
  if (Array.isArray(node)) {
    for (let index = 0; index < node.length; index++) {
      const item = node[index];
      if (typeof item === "object" && item !== null) node[index] = resolve(item, parts, mark);
    }
    return node;
  }
  for (const key in node) {
    const item = node[key];
    if (key === mark) return parts[item as number] as Node;
    if (typeof item === "object" && item !== null) setOwn(node, key, resolve(item, parts, mark));
  }
  return node;
}

/** Sets an own property of any name, `__proto__` included: names in documents and requests may be any text. */
export function setOwn(target: object, name: string, value: unknown): void {
  if (name !== "__proto__") (target as { [name: string]: unknown })[name] = value;
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}
