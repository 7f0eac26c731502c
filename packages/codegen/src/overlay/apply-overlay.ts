import { DocumentError, type Finding, isObject, type Schema, step } from "@svc/model";
import { createValidate } from "@svc/schema";
import { type Node, parseJsonPath } from "./json-path.ts";

export interface OverlayResult {
  /** A new document; the one that was given is as before. */
  readonly document: unknown;
  /** Actions that select nothing: what they mend may have been mended. Applying the rest goes on. */
  readonly unmatched: readonly Finding[];
}

interface Action {
  readonly select: (document: unknown) => Node[];
  readonly target: string;
  readonly at: string;
  readonly apply: (document: unknown, node: Node) => unknown;
}

/**
 * Applies an OpenAPI Overlay (1.0 and 1.1: `update`, `remove`, `copy`) to a document, action by action.
 *
 * @param overlay the Overlay as parsed. Its `extends` is not followed: nothing is read or fetched.
 * @param file name of the overlay's file, for findings.
 * @throws DocumentError with every finding where the overlay itself is malformed.
 */
export function applyOverlay(document: unknown, overlay: unknown, file = "overlay"): OverlayResult {
  const actions = parseOverlay(overlay, file);
  let result = copyOf(document);
  const unmatched: Finding[] = [];
  for (const { select, target, at, apply } of actions) {
    const nodes = distinct(select(result));
    if (nodes.length === 0) {
      const message = `selects nothing (${JSON.stringify(target).slice(0, 200)}); remove the action if the document has changed`;
      unmatched.push({ file, pointer: `${at}/target`, message });
    }
    // From the end: removing an item moves those behind it.
    for (const node of nodes.reverse()) result = apply(result, node);
  }
  return { document: result, unmatched };
}

const TEXT: Schema = { type: "string" };
const EXTENSIONS = { patternProperties: { "^x-": {} }, additionalProperties: { not: {} } };

/** The specification's own schema, in short. */
const OVERLAY: Schema = {
  type: "object",
  required: ["overlay", "info", "actions"],
  properties: {
    overlay: { type: "string", pattern: "^1\\.[01]\\.\\d+$" },
    info: {
      type: "object",
      required: ["title", "version"],
      properties: { title: TEXT, version: TEXT, description: TEXT },
      ...EXTENSIONS,
    },
    extends: { type: "string", format: "uri-reference" },
    actions: {
      type: "array",
      minItems: 1,
      uniqueItems: true,
      items: {
        type: "object",
        required: ["target"],
        properties: { target: TEXT, description: TEXT, update: {}, copy: TEXT, remove: { type: "boolean" } },
        ...EXTENSIONS,
      },
    },
  },
  ...EXTENSIONS,
};

function parseOverlay(overlay: unknown, file: string): Action[] {
  const findings: Finding[] = createValidate({})(OVERLAY, overlay).map((issue) => ({ file, ...issue }));
  const report = (pointer: string, message: string): void => {
    findings.push({ file, pointer, message });
  };
  const list = findings.length === 0 ? (step(overlay, "actions") as unknown[]) : [];
  const actions = list.flatMap((item, index): Action[] => {
    const at = `/actions/${index}`;
    const select = parseTarget(item, "target", at, report);
    const apply = parseChange(item, at, report);
    return select === undefined || apply === undefined
      ? []
      : [{ select, target: String(step(item, "target")), at, apply }];
  });
  if (findings.length > 0) throw new DocumentError(findings);
  return actions;
}

type Report = (pointer: string, message: string) => void;

function parseTarget(item: unknown, field: string, at: string, report: Report): Action["select"] | undefined {
  try {
    return parseJsonPath(String(step(item, field)));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    report(`${at}/${field}`, `is no JSONPath of RFC 9535: ${error.message}; correct it`);
    return undefined;
  }
}

function parseChange(item: unknown, at: string, report: Report): Action["apply"] | undefined {
  if (step(item, "remove") === true) return removeNode;
  if (step(item, "copy") !== undefined) {
    const source = parseTarget(item, "copy", at, report);
    return source && ((document, node) => replaceNode(document, node, copyInto(node.value, source(document))));
  }
  const update = step(item, "update");
  if (update !== undefined) return (document, node) => replaceNode(document, node, updateValue(node.value, update));
  // The specification allows it: it stands for nothing.
  return (document) => document;
}

function copyInto(value: unknown, sources: readonly Node[]): unknown {
  // More than one source would make the result depend on their order; none changes nothing.
  return sources.length === 1 ? updateValue(value, sources[0]?.value) : value;
}

/** A list gets an entry appended; other values are merged or replaced. */
function updateValue(value: unknown, update: unknown): unknown {
  return Array.isArray(value) && !Array.isArray(update) ? [...value, copyOf(update)] : mergeUpdate(value, update);
}

/** The same object where it is changed in place, as nodes that were selected with it refer to it. */
function replaceNode(document: unknown, { value, parent, key }: Node, replacement: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(replacement)) {
    for (const item of replacement.slice(value.length)) value.push(item);
    return document;
  }
  if (isObject(value) && isObject(replacement)) {
    for (const [name, item] of Object.entries(replacement)) define(value, name, item);
    return document;
  }
  if (parent === undefined || key === undefined) return replacement;
  define(parent, key, replacement);
  return document;
}

function removeNode(document: unknown, { parent, key }: Node): unknown {
  if (parent === undefined || key === undefined) return document;
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else Reflect.deleteProperty(parent, key);
  return document;
}

function define(object: object, key: string | number, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

/** Each place once, items of an array in order: a path may select the same place twice, and in any order. */
function distinct(nodes: readonly Node[]): Node[] {
  const seen = new Map<object | undefined, Set<string | number | undefined>>();
  const first = nodes.filter(({ parent, key }) => {
    const keys = seen.get(parent) ?? new Set();
    seen.set(parent, keys);
    return !keys.has(key) && keys.add(key);
  });
  return first.sort((a, b) => (a.parent === b.parent && typeof a.key === "number" ? a.key - Number(b.key) : 0));
}

/**
 * The update of an Overlay merged into a value: objects member by member, arrays by appending, everything else replaced.
 * Returns the new value and leaves both arguments as they are.
 *
 * @see https://spec.openapis.org/overlay/v1.0.0.html#action-object
 */
function mergeUpdate(value: unknown, update: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(update)) return [...value, ...update.map(copyOf)];
  if (!isObject(value) || !isObject(update)) return copyOf(update);
  const result = new Map<string, unknown>(Object.entries(value));
  for (const [key, item] of Object.entries(update)) {
    result.set(key, result.has(key) ? mergeUpdate(result.get(key), item) : copyOf(item));
  }
  // Defines, so that `__proto__` is a member like any other.
  return Object.fromEntries(result);
}

/** A copy that shares nothing, not even within itself, as values do that YAML aliases stand for. */
function copyOf<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
