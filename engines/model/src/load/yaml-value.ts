import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair } from "yaml";
import { type Finding, show } from "./finding.ts";
import { childPointer } from "./pointer.ts";

/** Tags of the core schema; everything else asks for a type that JSON does not have, or for code to be run. */
const CORE_TAGS = new Set(
  ["str", "int", "float", "bool", "null", "map", "seq"].map((name) => `tag:yaml.org,2002:${name}`),
);
const MAX_DEPTH = 1000;
const MAX_FINDINGS = 100;

/** Shared between the values of one document. */
interface State {
  readonly document: Document.Parsed;
  readonly text: string;
  readonly report: (pointer: string, message: string) => void;
  /** Values by anchored node: an alias is the same object, not a copy. */
  readonly anchors: Map<Node, { readonly value: unknown; readonly size: number }>;
  readonly open: Set<Node>;
  /** Nodes so far, aliases counted with all that they stand for. */
  size: number;
  readonly maxSize: number;
}

/**
 * The JSON value of a YAML document; undefined where its aliases stand for too much to look at. Refused, with pointers: tags beyond the core schema, keys that come twice or are no
 * scalars, numbers that JSON lacks, aliases that contain themselves or multiply (an "alias bomb").
 */
export function yamlValue(
  document: Document.Parsed,
  text: string,
  file: string,
): { value: unknown; findings: Finding[] } {
  const findings: Finding[] = [];
  const state: State = {
    document,
    text,
    report: (pointer, message) => {
      if (findings.length < MAX_FINDINGS) findings.push({ file, pointer, message });
    },
    anchors: new Map(),
    open: new Set(),
    size: 0,
    maxSize: 100_000 + 10 * text.length,
  };
  const value = convert(document.contents, "", 0, state);
  return { value: state.size > state.maxSize ? undefined : value, findings };
}

function convert(node: unknown, pointer: string, depth: number, state: State): unknown {
  if (node === null || node === undefined) return null;
  if (isAlias(node)) return convertAlias(node.resolve(state.document), node.source, pointer, state);
  state.size++;
  if (depth > MAX_DEPTH) {
    state.report(pointer, `nests more than ${MAX_DEPTH} levels; split it up with $ref`);
    return null;
  }
  const { tag, anchor } = node as Node & { anchor?: string };
  if (tag !== undefined && !CORE_TAGS.has(tag)) {
    state.report(pointer, `has the YAML tag ${show(tag)}, which JSON does not have; remove the tag`);
    return null;
  }
  if (anchor === undefined) return convertNode(node, pointer, depth, state);
  const before = state.size;
  state.open.add(node as Node);
  const value = convertNode(node, pointer, depth, state);
  state.open.delete(node as Node);
  state.anchors.set(node as Node, { value, size: state.size - before });
  return value;
}

function convertAlias(target: Node | undefined, name: string, pointer: string, state: State): unknown {
  const known = target === undefined ? undefined : state.anchors.get(target);
  if (known !== undefined) {
    const fits = state.size <= state.maxSize;
    state.size += known.size;
    if (fits && state.size > state.maxSize) {
      state.report(pointer, `has aliases that stand for more than ${state.maxSize} values; write fewer of them`);
    }
    return known.value;
  }
  const inside = target !== undefined && state.open.has(target);
  state.report(
    pointer,
    inside ? `contains itself by the alias *${name}; use $ref` : `has no anchor &${name} before it; add one`,
  );
  return null;
}

function convertNode(node: unknown, pointer: string, depth: number, state: State): unknown {
  if (isSeq(node))
    return node.items.map((item, index) => convert(item, childPointer(pointer, index), depth + 1, state));
  if (isMap(node)) return convertMap(node.items as Pair[], pointer, depth, state);
  return isScalar(node) ? convertScalar(node, pointer, state) : null;
}

function convertMap(pairs: readonly Pair[], pointer: string, depth: number, state: State): { [key: string]: unknown } {
  const result: { [key: string]: unknown } = {};
  const merged: unknown[] = [];
  for (const { key: keyNode, value: valueNode } of pairs) {
    const key = keyText(keyNode, pointer, state);
    if (key === undefined) continue;
    const at = childPointer(pointer, key);
    if (key === "<<" && isScalar(keyNode) && keyNode.type === "PLAIN") {
      merged.push(convert(valueNode, at, depth + 1, state));
    } else if (Object.hasOwn(result, key)) {
      state.report(at, "comes twice in the same mapping; remove or rename one");
    } else define(result, key, convert(valueNode, at, depth + 1, state));
  }
  for (const source of merged.flat()) {
    if (typeof source !== "object" || source === null || Array.isArray(source)) {
      state.report(childPointer(pointer, "<<"), "merges what is no mapping; name the anchor of a mapping");
      continue;
    }
    // Keys of the mapping itself win, earlier sources win over later ones. https://yaml.org/type/merge.html
    for (const [key, value] of Object.entries(source)) if (!Object.hasOwn(result, key)) define(result, key, value);
  }
  return result;
}

/** Assignment would set the prototype for `__proto__`. */
function define(object: { [key: string]: unknown }, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

/** Keys are strings in JSON: `200:` is "200", as written. */
function keyText(node: unknown, pointer: string, state: State): string | undefined {
  const scalar = isAlias(node) ? node.resolve(state.document) : node;
  if (!isScalar(scalar)) {
    state.report(pointer, "has a key that is a list or mapping; write the key as a string");
    return undefined;
  }
  if (scalar.tag !== undefined && !CORE_TAGS.has(scalar.tag)) {
    state.report(pointer, `has a key with the YAML tag ${show(scalar.tag)}; remove the tag`);
    return undefined;
  }
  return typeof scalar.value === "string" ? scalar.value : (scalar.source ?? String(scalar.value));
}

function convertScalar(node: { value: unknown; source?: string }, pointer: string, state: State): unknown {
  const { value, source } = node;
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "number") return value;
  if (!Number.isFinite(value)) {
    state.report(pointer, `is ${source}, a number that JSON does not have; quote it if it is text`);
    return null;
  }
  // A version is text. `1.10` read as a number is 1.1: another version.
  if (pointer === "/info/version") {
    if (String(value) === source) return source;
    state.report(
      pointer,
      `is written without quotes, so YAML reads ${source} as the number ${value}; write "${source}"`,
    );
    return source;
  }
  return value;
}
