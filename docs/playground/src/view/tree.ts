import { element } from "./element.ts";

/** Entries of a list or an object that are shown at first. */
const SHOWN = 100;
/** Levels that are open at first. */
const OPEN_LEVELS = 2;

/** A value as a tree that opens and closes. */
export function tree(value: unknown, label?: string, level = 0): HTMLElement {
  if (value instanceof Error) return errorTree(value, label, level);
  if (!isBranch(value)) return element("div", { class: "leaf" }, ...labelled(label), leaf(value));
  const entries = entriesOf(value);
  if (entries.length === 0) return element("div", { class: "leaf" }, ...labelled(label), brackets(value, ""));
  return branch(labelled(label), brackets(value, sizeOf(value, entries.length)), entries, level);
}

/** A value on one line. */
export function inline(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  if (typeof value === "function") return `[Function ${value.name}]`;
  try {
    return JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? `${part}n` : part)) ?? String(value);
  } catch {
    return String(value);
  }
}

function branch(
  label: readonly Node[],
  head: string,
  entries: readonly (readonly [string, unknown])[],
  level: number,
): HTMLElement {
  const node = element(
    "details",
    level < OPEN_LEVELS && entries.length <= SHOWN ? { open: true } : {},
    element("summary", {}, ...label, element("span", { class: "muted" }, head)),
  );
  const fill = (): void => {
    if (!node.open || node.children.length > 1) return;
    const shown = entries.slice(0, SHOWN).map(([key, part]) => tree(part, key, level + 1));
    const more = entries.length - shown.length;
    const rest = more > 0 ? element("div", { class: "muted" }, `${more} more`) : undefined;
    node.append(element("div", { class: "branch" }, ...shown, rest));
  };
  node.addEventListener("toggle", fill);
  fill();
  return node;
}

/** As the SDK prints errors: name and message, then its facts, then what caused it. */
function errorTree(error: Error, label: string | undefined, level: number): HTMLElement {
  const facts = Object.entries(error).filter(([, value]) => value !== undefined);
  for (const name of ["issues", "retryAt", "cause"] as const) {
    const value = (error as unknown as Record<string, unknown>)[name];
    if (value !== undefined && !facts.some(([key]) => key === name)) facts.push([name, value]);
  }
  const head = element("span", { class: "error" }, element("strong", {}, error.name), `: ${error.message}`);
  if (facts.length === 0) return element("div", { class: "leaf" }, ...labelled(label), head);
  return branch([...labelled(label), head], "", facts, level);
}

function isBranch(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof Date);
}

function entriesOf(value: object): readonly (readonly [string, unknown])[] {
  if (value instanceof Map) return [...value].map(([key, part]) => [inline(key), part] as const);
  if (value instanceof Set) return [...value].map((part, index) => [String(index), part] as const);
  if (value instanceof Headers) return [...value];
  return Object.entries(value);
}

function sizeOf(value: object, count: number): string {
  return Array.isArray(value) ? `${count} ${count === 1 ? "item" : "items"}` : "";
}

function brackets(value: object, inside: string): string {
  if (Array.isArray(value)) return inside === "" ? "[]" : `[${inside}]`;
  const name = value.constructor?.name ?? "";
  const prefix = name === "" || name === "Object" ? "" : `${name} `;
  return inside === "" && entriesOf(value).length === 0 ? `${prefix}{}` : `${prefix}{…}`;
}

function labelled(label: string | undefined): Node[] {
  return label === undefined ? [] : [element("span", { class: "key" }, `${label}: `)];
}

function leaf(value: unknown): Node {
  const kind = value === null || value === undefined ? "nothing" : typeof value;
  const text = typeof value === "string" ? JSON.stringify(value) : inline(value);
  return element("span", { class: `value ${kind}` }, text);
}
