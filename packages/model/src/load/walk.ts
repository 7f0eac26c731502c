import { asObject, get } from "../build/raw.ts";
import { fieldsOf, type Kind, REFERABLE } from "./kinds.ts";
import { childPointer } from "./pointer.ts";

/** An object of a known kind, and where it stands. */
export interface Node {
  readonly kind: Kind;
  readonly value: unknown;
  readonly pointer: string;
  /** The schema with `$id` around this schema, or itself: what `#...` in it refers into. JSON Schema 2020-12, 8.2.1. */
  readonly resource: Node | undefined;
}

/** Whether a node is only a reference to another object: what stands beside `$ref` in 3.0 means nothing. */
export function isReference(node: Node, is30: boolean): boolean {
  if (!REFERABLE.has(node.kind) || !Object.hasOwn(asObject(node.value), "$ref")) return false;
  return node.kind === "schema" || node.kind === "pathItem" ? is30 && node.kind === "schema" : true;
}

/** What {@link walk} asks and tells. */
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
    for (const child of childrenOf(node, misshapen)) children.push(child);
    for (let index = children.length - 1; index >= 0; index--) stack.push(children[index] as Node);
  }
}

function* childrenOf(node: Node, misshapen: WalkOptions["misshapen"]): Generator<Node> {
  const raw = asObject(node.value);
  const resource = node.kind === "schema" && typeof get(raw, "$id") === "string" ? node : node.resource;
  if (node.kind === "callback") yield* membersOf({ ...node, resource }, "pathItem", true);
  for (const [name, { shape, kind }] of fieldsOf(node.kind)) {
    if (!Object.hasOwn(raw, name)) continue;
    const value = raw[name];
    const owner: Node = { kind, value, pointer: childPointer(node.pointer, name), resource };
    if (shape === "one") yield owner;
    else if (shape === "list") {
      if (Array.isArray(value)) yield* itemsOf(owner, value);
      else misshapen(owner.pointer, shape, value);
    } else if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      // Names of components, properties and media types are anything; elsewhere `x-` is an extension.
      yield* membersOf(owner, kind, node.kind !== "components" && (kind === "pathItem" || name === "responses"));
    } else misshapen(owner.pointer, shape, value);
  }
}

function* itemsOf(owner: Node, items: readonly unknown[]): Generator<Node> {
  for (let index = 0; index < items.length; index++) {
    yield { ...owner, value: items[index], pointer: childPointer(owner.pointer, index) };
  }
}

function* membersOf(owner: Node, kind: Kind, hasExtensions: boolean): Generator<Node> {
  const raw = asObject(owner.value);
  for (const name of Object.keys(raw)) {
    if (hasExtensions && name.startsWith("x-")) continue;
    yield { kind, value: raw[name], pointer: childPointer(owner.pointer, name), resource: owner.resource };
  }
}
