import { asObject, get, isObject } from "../build/raw.ts";
import { fieldsOf, type Kind, REFERABLE } from "./kinds.ts";
import { childPointer } from "./pointer.ts";

/** An object of a known kind, and where it stands. */
export interface Node {
  readonly kind: Kind;
  readonly value: unknown;
  readonly pointer: string;
  /** The schema with `$id` around this schema, or itself: what `#...` in it refers into. JSON Schema 2020-12, 8.2.1. */
  readonly resource: Node | undefined;
  /** A reference in the place of a map of such objects: documents in several files have them, OpenAPI does not. */
  readonly isMap?: true;
}

/** Whether a node is only a reference to another object: what stands beside `$ref` in 3.0 means nothing. */
export function isReference(node: Node, is30: boolean): boolean {
  if (node.isMap === true) return Object.hasOwn(asObject(node.value), "$ref");
  if (!REFERABLE.has(node.kind) || !Object.hasOwn(asObject(node.value), "$ref")) return false;
  return node.kind === "schema" || node.kind === "pathItem" ? is30 && node.kind === "schema" : true;
}

/** Questions and events of {@link walk}. */
export interface WalkOptions {
  readonly is30: boolean;
  /** Called once for every object, parents first, in document order. */
  readonly visit: (node: Node) => void;
  /** Called where a list or map is something else. */
  readonly misshapen: (pointer: string, expected: "list" | "map", value: unknown) => void;
}

/** Visits an object and all objects below it that OpenAPI knows. Nesting costs no stack. */
export function walk(start: Node, { is30, visit, misshapen }: WalkOptions): void {
  const stack: Node[] = [start];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    visit(node);
    if (isReference(node, is30)) continue;
    const children: Node[] = [];
    if (node.isMap === true) addMembers(children, node, node.kind === "pathItem" || node.kind === "response");
    else addChildren(children, node, misshapen);
    for (let index = children.length - 1; index >= 0; index--) stack.push(children[index] as Node);
  }
}

function addChildren(children: Node[], node: Node, misshapen: WalkOptions["misshapen"]): void {
  const raw = asObject(node.value);
  const resource = node.kind === "schema" && typeof get(raw, "$id") === "string" ? node : node.resource;
  if (node.kind === "callback") addMembers(children, { ...node, kind: "pathItem", resource }, true);
  const fields = fieldsOf(node.kind);
  for (const name of Object.keys(raw)) {
    const field = fields.get(name);
    if (field === undefined) continue;
    const { shape, kind } = field;
    const value = raw[name];
    const owner: Node = { kind, value, pointer: childPointer(node.pointer, name), resource };
    if (shape === "one") children.push(owner);
    else if (shape === "list" ? !Array.isArray(value) : !isObject(value)) misshapen(owner.pointer, shape, value);
    else if (shape === "map" && typeof get(value, "$ref") === "string") children.push({ ...owner, isMap: true });
    // Names of components, properties and media types are anything; elsewhere `x-` is an extension.
    else addMembers(children, owner, node.kind !== "components" && (kind === "pathItem" || name === "responses"));
  }
}

/** The items of a list or the members of a map, as nodes of the same kind. */
function addMembers(children: Node[], { kind, value, pointer, resource }: Node, hasExtensions: boolean): void {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      children.push({ kind, value: value[index], pointer: childPointer(pointer, index), resource });
    }
    return;
  }
  const raw = asObject(value);
  for (const name of Object.keys(raw)) {
    if (hasExtensions && name.startsWith("x-")) continue;
    children.push({ kind, value: raw[name], pointer: childPointer(pointer, name), resource });
  }
}
