import { element } from "./element.ts";

/** Entries of a list or an object that are shown at first. */
const SHOWN = 100;
/** Levels that are open at first. */
const OPEN_LEVELS = 2;

/** Characters of a value that are shown while it is closed. */
const PREVIEW = 90;

/** A value as a tree that opens and closes. */
export function tree(value: unknown, label?: string, level = 0): HTMLElement {
  if (value instanceof Error) return errorTree(value, label, level);
  if (!isBranch(value)) return element("div", { class: "leaf" }, ...labelled(label), leaf(value));
  const entries = entriesOf(value);
  if (entries.length === 0) return element("div", { class: "leaf" }, ...labelled(label), emptyText(value));
  const open = element("span", { class: "muted when-open" }, headOf(value, entries.length));
  const closed = element("span", { class: "muted when-closed" }, preview(value, entries.length));
  return branch([...labelled(label), open, closed], entries, level);
}

/** What a value is, in a few words. */
export function brief(value: unknown): string {
  return cut(
    isBranch(value) && !(value instanceof Error) ? headOf(value, entriesOf(value).length) : inline(value),
    PREVIEW,
  );
}

/** A value on one line. */
export function inline(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return `[Function ${value.name}]`;
  try {
    return JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? `${part}n` : part)) ?? String(value);
  } catch {
    return String(value);
  }
}

function branch(
  summary: readonly Node[],
  entries: readonly (readonly [string, unknown])[],
  level: number,
): HTMLElement {
  const isOpen = level < OPEN_LEVELS && entries.length <= SHOWN;
  const node = element("details", { open: isOpen }, element("summary", {}, ...summary));
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
  return branch([...labelled(label), head], facts, level);
}

function isBranch(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof Date);
}

function entriesOf(value: object): readonly (readonly [string, unknown])[] {
  if (value instanceof Map) return [...value].map(([key, part]) => [inline(key), part] as const);
  if (value instanceof Set) return [...value].map((part, index) => [String(index), part] as const);
  if (value instanceof Headers) return [...value];
  if (value instanceof Response)
    return Object.entries({ status: value.status, url: value.url, headers: value.headers });
  return Object.entries(value);
}

/** What is shown of a value while it is closed. */
function preview(value: object, count: number): string {
  const isPlain = Array.isArray(value) || prefixOf(value) === "";
  return isPlain ? cut(inline(value), PREVIEW) : headOf(value, count);
}

function headOf(value: object, count: number): string {
  if (Array.isArray(value)) return `[${count} ${count === 1 ? "item" : "items"}]`;
  return `${prefixOf(value)}{…}`;
}

function emptyText(value: object): string {
  return Array.isArray(value) ? "[]" : `${prefixOf(value)}{}`;
}

function prefixOf(value: object): string {
  const name = value.constructor?.name ?? "";
  return name === "" || name === "Object" ? "" : `${name} `;
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

function labelled(label: string | undefined): Node[] {
  return label === undefined ? [] : [element("span", { class: "key" }, `${label}: `)];
}

function leaf(value: unknown): Node {
  const kind = value === null || value === undefined ? "nothing" : typeof value;
  const text = typeof value === "string" ? JSON.stringify(value) : inline(value);
  return element("span", { class: `value ${kind}` }, text);
}
