import { camelCase } from "@svc/model";
import type { Resource } from "./resource.ts";

/** A name below `fake`, and what is there. */
export interface HandleNode {
  /** What it holds; undefined: only what lies below. */
  readonly resource: Resource | undefined;
  /** By name. */
  readonly children: ReadonlyMap<string, HandleNode>;
  /** What lies below a value of the path's next parameter: `fake.things("t1")`. */
  readonly item: HandleNode | undefined;
}

interface Growing {
  resource: Resource | undefined;
  children: Map<string, Growing>;
  byNoun: Map<string, Growing>;
  item: Growing | undefined;
}

/** Names that handles have by themselves, and those that JavaScript gives a meaning. */
export const HANDLE_NAMES: ReadonlySet<string> = new Set([
  ...["add", "all", "clear", "get", "remove", "set", "update"],
  ...["then", "constructor", "prototype", "toJSON", "toString", "valueOf", "__proto__"],
  ...["name", "length", "arguments", "caller", "call", "apply", "bind"],
]);

/**
 * The handles of resources, named as their paths are: `/sessions/{id}/network/logs` gives `sessions("s1").network.logs`. A
 * name that is taken gets `_` at its end.
 *
 * @param reserved names that are taken at the top
 */
export function handleTree(resources: readonly Resource[], reserved: ReadonlySet<string>): HandleNode {
  const root = grown();
  for (const resource of resources) {
    let node = root;
    for (const segment of segmentsOf(resource.path)) {
      if (segment !== undefined) node = childOf(node, segment, node === root ? reserved : HANDLE_NAMES);
      else {
        node.item ??= grown();
        node = node.item;
      }
    }
    node.resource ??= resource;
  }
  return root;
}

/** Static segments of a path, and undefined for parameters. */
export function segmentsOf(path: string): readonly (string | undefined)[] {
  return path
    .replace(/\.(?:json|xml)$/i, "")
    .split("/")
    .filter((segment) => segment !== "")
    .map((segment) => (segment.includes("{") ? undefined : segment));
}

function grown(): Growing {
  return { resource: undefined, children: new Map(), byNoun: new Map(), item: undefined };
}

function childOf(node: Growing, noun: string, reserved: ReadonlySet<string>): Growing {
  const known = node.byNoun.get(noun);
  if (known !== undefined) return known;
  let name = camelCase(noun) || "_";
  while (reserved.has(name) || HANDLE_NAMES.has(name) || node.children.has(name)) name += "_";
  const child = grown();
  node.byNoun.set(noun, child);
  node.children.set(name, child);
  return child;
}
