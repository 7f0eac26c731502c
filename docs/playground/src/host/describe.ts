/** A value as it is shown: plain data, which a worker can send whatever the value holds. */
export type Described =
  | { readonly text: string; readonly kind: string; readonly error?: ErrorHead }
  | {
      readonly error?: ErrorHead;
      /** The value while it is open, and while it is closed. */
      readonly head: string;
      readonly preview: string;
      readonly entries: readonly (readonly [key: string, value: Described])[];
      /** Entries that are left out. */
      readonly more: number;
    };

export interface ErrorHead {
  readonly name: string;
  readonly message: string;
}

/** Entries of a list or an object that are described. */
const SHOWN = 100;
/** Levels that are described. */
const LEVELS = 12;
/** Characters of a value that are shown while it is closed. */
const PREVIEW = 90;

/** Any value, also one whose own code fails when it is looked at. */
export function describeAny(value: unknown): { readonly value: Described; readonly brief: string } {
  try {
    return { value: describe(value), brief: brief(value) };
  } catch {
    const text = "A value that cannot be shown: it fails when it is read.";
    return { value: { kind: "nothing", text }, brief: text };
  }
}

function describe(value: unknown, above: readonly object[] = []): Described {
  if (value instanceof Error) return describeError(value, above);
  if (!isBranch(value)) {
    const kind = value === null || value === undefined ? "nothing" : typeof value;
    return { kind, text: typeof value === "string" ? JSON.stringify(value) : inline(value) };
  }
  if (above.includes(value)) return { kind: "nothing", text: "(the same again)" };
  const entries = entriesOf(value);
  if (entries.length === 0) return { kind: "", text: Array.isArray(value) ? "[]" : `${prefixOf(value)}{}` };
  return branch(entries, {
    value,
    above,
    head: headOf(value, entries.length),
    preview: preview(value, entries.length),
  });
}

/** A value in a few words. */
function brief(value: unknown): string {
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

interface Branch {
  readonly value: object;
  readonly above: readonly object[];
  readonly head: string;
  readonly preview: string;
}

function branch(entries: readonly Entry[], { value, above, head, preview: closed }: Branch): Described {
  const shown = above.length >= LEVELS ? [] : entries.slice(0, SHOWN);
  const inside = [...above, value];
  return {
    head,
    preview: closed,
    entries: shown.map(([key, part]) => [key, describe(part, inside)] as const),
    more: entries.length - shown.length,
  };
}

/** As the SDK prints errors: name and message, then its facts, then what caused it. */
function describeError(error: Error, above: readonly object[]): Described {
  const facts: Entry[] = Object.entries(error).filter(([, value]) => value !== undefined);
  for (const name of ["issues", "retryAt", "cause"] as const) {
    const value = (error as unknown as Record<string, unknown>)[name];
    if (value !== undefined && !facts.some(([key]) => key === name)) facts.push([name, value]);
  }
  const head = { name: String(error.name), message: String(error.message) };
  if (facts.length === 0 || above.includes(error)) return { kind: "error", text: "", error: head };
  return { ...branch(facts, { value: error, above, head: "", preview: "" }), error: head };
}

type Entry = readonly [key: string, value: unknown];

function isBranch(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof Date);
}

function entriesOf(value: object): readonly Entry[] {
  if (value instanceof Map) return [...value].map(([key, part]) => [inline(key), part] as const);
  if (value instanceof Set) return [...value].map((part, index) => [String(index), part] as const);
  if (value instanceof Headers) return [...value];
  if (value instanceof Response)
    return Object.entries({ status: value.status, url: value.url, headers: value.headers });
  return Object.entries(value);
}

/** A value while it is closed. */
function preview(value: object, count: number): string {
  const isPlain = Array.isArray(value) || prefixOf(value) === "";
  return isPlain ? cut(inline(value), PREVIEW) : headOf(value, count);
}

function headOf(value: object, count: number): string {
  if (Array.isArray(value)) return `[${count} ${count === 1 ? "item" : "items"}]`;
  return `${prefixOf(value)}{…}`;
}

function prefixOf(value: object): string {
  const name = value.constructor?.name ?? "";
  return name === "" || name === "Object" ? "" : `${name} `;
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
