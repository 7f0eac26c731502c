import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair } from "yaml";
import type { Repair } from "../../repair/repair.ts";
import { type Finding, show } from "../finding.ts";
import { childPointer } from "../pointer.ts";
import { duplicateReadings } from "./duplicate-keys.ts";
import type { MendedPart, MendedText } from "./mend-yaml.ts";
import { keepNumerals } from "./yaml-numerals.ts";
import { type Reading, toRepair } from "./yaml-reading.ts";
import { CORE_TAGS, isNoteTag, TEXT_TAGS } from "./yaml-tags.ts";

const MAX_DEPTH = 1000;
const MAX_FINDINGS = 100;

/** Shared between the values of one document. */
interface State {
  readonly text: string;
  readonly report: (pointer: string, message: string) => void;
  /** Remembers what is read although YAML 1.2 does not allow it. */
  readonly read: (pointer: string, wrong: string, value: unknown) => void;
  /** Remembers a key that comes again. */
  readonly repeat: (pointer: string, key: unknown) => void;
  /** Parts of the text that were mended and whose place is not known yet, in text order. */
  readonly parts: MendedPart[];
  /** Repairs between scalars. */
  readonly elsewhere: Set<string>;
  /** The node that each name stands for at present: looking one up in the document takes a walk through all of it. */
  readonly names: Map<string, Node>;
  /** Values by anchored node: an alias is the same object, not a copy. */
  readonly anchors: Map<Node, { readonly value: unknown; readonly size: number }>;
  readonly open: Set<Node>;
  /** Nodes so far, aliases counted with all that they stand for. */
  size: number;
  readonly maxSize: number;
}

/**
 * The JSON value of a YAML document; undefined where its aliases stand for too much to look at. Refused, with pointers: tags beyond the core schema, keys that are no scalars, numbers that JSON lacks, aliases that contain themselves or multiply (an "alias bomb").
 */
export function yamlValue(
  document: Document.Parsed,
  { text, parts }: MendedText,
  file: string,
): { value: unknown; findings: Finding[]; readings: Repair[] } {
  const findings: Finding[] = [];
  let readings: Reading[] = [];
  const repeated = new Map<string, number>();
  const state: State = {
    text,
    report: (pointer, message) => {
      if (findings.length < MAX_FINDINGS) findings.push({ file, pointer, message });
    },
    read: (pointer, wrong, value) => {
      readings.push({ pointer, wrong, value });
    },
    repeat: (pointer, key) => {
      repeated.set(pointer, (key as Node | undefined)?.range?.[0] ?? 0);
      // Lenient readings of the one before are gone with it.
      readings = readings.filter(
        (reading) => reading.pointer !== pointer && !reading.pointer.startsWith(`${pointer}/`),
      );
    },
    parts: parts.toSorted((a, b) => a.start - b.start),
    elsewhere: new Set(),
    names: new Map(),
    anchors: new Map(),
    open: new Set(),
    size: 0,
    maxSize: 100_000 + 10 * text.length,
  };
  const value = convert(document.contents, "", 0, state);
  // A problem outside every text, such as the tabs before it, is told of the whole.
  for (const wrong of new Set([...state.elsewhere, ...state.parts.map((part) => part.wrong)])) {
    readings.push({ pointer: "", wrong, value });
  }
  const duplicates = duplicateReadings(repeated, value, { text, file });
  return {
    value: state.size > state.maxSize ? undefined : value,
    findings: [...findings, ...duplicates.findings],
    readings: [...readings.map((reading) => toRepair(reading, value, file)), ...duplicates.readings],
  };
}

function convert(node: unknown, pointer: string, depth: number, state: State): unknown {
  if (node === null || node === undefined) return null;
  if (isAlias(node)) return convertAlias(state.names.get(node.source), node.source, pointer, state);
  state.size++;
  if (depth > MAX_DEPTH) {
    state.report(pointer, `nests more than ${MAX_DEPTH} levels; split it up with $ref`);
    return null;
  }
  const { tag } = node as Node;
  const anchor = nameAnchor(node, state);
  if (tag !== undefined && TEXT_TAGS.has(tag) && isScalar(node)) {
    const value = node.source?.replaceAll(/\s+/g, tag.endsWith("binary") ? "" : " ") ?? "";
    state.read(pointer, `has the YAML tag ${show(tag)}, which JSON does not have`, value);
    return value;
  }
  const isNote = tag !== undefined && isNoteTag(tag);
  if (tag !== undefined && !CORE_TAGS.has(tag) && !isNote) {
    state.report(pointer, `has the YAML tag ${show(tag)}, which JSON does not have; remove the tag`);
    return null;
  }
  const value =
    anchor === undefined
      ? convertNode(node, pointer, depth, state)
      : convertAnchored(node as Node, pointer, depth, state);
  if (isNote) state.read(pointer, `has the YAML tag ${show(tag)}, which JSON does not have`, value);
  return value;
}

/** From here on a name stands for this node. */
function nameAnchor(node: unknown, { names }: State): string | undefined {
  const { anchor } = node as Node & { anchor?: string };
  if (anchor !== undefined) names.set(anchor, node as Node);
  return anchor;
}

function convertAnchored(node: Node, pointer: string, depth: number, state: State): unknown {
  // The node itself is counted: nothing but scalars would multiply for nothing.
  const before = state.size - 1;
  state.open.add(node);
  const value = convertNode(node, pointer, depth, state);
  state.open.delete(node);
  state.anchors.set(node, { value, size: state.size - before });
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
  if (!isScalar(node)) return null;
  const value = convertScalar(node, pointer, state);
  const wrong = takeParts(node.range ?? undefined, state);
  if (wrong !== undefined) state.read(pointer, wrong, value);
  return value;
}

/** Takes the repairs within a scalar. Nodes come in the order of the text; gaps between them belong to none. */
function takeParts(range: readonly [number, number, number] | undefined, state: State): string | undefined {
  let found: string | undefined;
  for (let part = state.parts[0]; range !== undefined && part !== undefined; part = state.parts[0]) {
    if (part.start > range[1]) break;
    state.parts.shift();
    if (part.start >= range[0] && part.end <= range[1]) found ??= part.wrong;
    else state.elsewhere.add(part.wrong);
  }
  return found;
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
    } else {
      if (Object.hasOwn(result, key)) state.repeat(at, keyNode);
      define(result, key, convert(valueNode, at, depth + 1, state));
    }
  }
  for (const source of merged.flat()) {
    if (typeof source !== "object" || source === null || Array.isArray(source)) {
      state.report(childPointer(pointer, "<<"), "merges what is no mapping; name the anchor of a mapping");
      continue;
    }
    // Keys of the mapping itself win, earlier sources win over later ones. https://yaml.org/type/merge.html
    for (const [key, value] of Object.entries(source)) if (!Object.hasOwn(result, key)) define(result, key, value);
  }
  keepNumerals(pairs, { result, pointer, read: state.read });
  return result;
}

/** Assignment would set the prototype for `__proto__`. */
function define(object: { [key: string]: unknown }, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

/** Keys are strings in JSON: `200:` is "200", as written. */
function keyText(node: unknown, pointer: string, state: State): string | undefined {
  const scalar = isAlias(node) ? state.names.get(node.source) : node;
  if (!isScalar(scalar)) {
    state.report(pointer, "has a key that is a list or mapping; write the key as a string");
    return undefined;
  }
  if (scalar.tag !== undefined && !CORE_TAGS.has(scalar.tag)) {
    state.report(pointer, `has a key with the YAML tag ${show(scalar.tag)}; remove the tag`);
    return undefined;
  }
  const text = typeof scalar.value === "string" ? scalar.value : (scalar.source ?? String(scalar.value));
  if (nameAnchor(scalar, state) !== undefined) state.anchors.set(scalar, { value: scalar.value, size: 1 });
  return text;
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
    state.read(pointer, `is written without quotes, so YAML reads ${source} as the number ${value}`, source);
    return source;
  }
  return value;
}
