import { camelCase } from "@svc/model/data";
import type { Resource } from "./facts/resource.ts";

/** A name below `fake`, and what is there. */
export interface HandleNode {
  /** Resource of the node; undefined: the node only has children. */
  readonly resource: Resource | undefined;
  /** By name. */
  readonly children: ReadonlyMap<string, HandleNode>;
  /** Children below a value of the path's next parameter: `fake.things("t1")`. */
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

/** Names that a fake has by itself: no handle takes their place. */
export const FAKE_NAMES: ReadonlySet<string> = new Set([
  ...[
    "assertNoUnmatched",
    "assertFaultsUsed",
    "assertNothingLeftOpen",
    "baseUrl",
    "calls",
    "client",
    "clock",
    "close",
    "contract",
    "fail",
    "fetch",
    "intercept",
    "listen",
    "load",
    "model",
    "on",
  ],
  ...["rateLimitOf", "reset", "resources", "snapshot", "state", "tokens", "webhooks"],
]);

/**
 * The handles of resources, named as their paths are: `/sessions/{id}/network/logs` gives `sessions("s1").network.logs`. A
 * name that is taken gets `_` at its end; which names are taken depends on the paths of the document alone.
 */
export function handleTree(paths: readonly string[], resources: readonly Resource[]): HandleNode {
  const root = namedTree(paths);
  for (const resource of resources) {
    let node: Growing | undefined = root;
    for (const segment of segmentsOf(resource.path)) {
      node = segment === undefined ? node?.item : node?.byNoun.get(segment);
    }
    if (node !== undefined) node.resource ??= resource;
  }
  return pruned(root) ?? grown();
}

/** The names at the top, which cost no look at schemas: some of them may have no handle. */
export function topNames(paths: readonly string[]): readonly string[] {
  return [...namedTree(paths, 1).children.keys()];
}

/** @param depth segments of each path that get a name */
function namedTree(paths: readonly string[], depth = Number.POSITIVE_INFINITY): Growing {
  const root = grown();
  for (const path of paths) {
    let node = root;
    for (const segment of segmentsOf(path).slice(0, depth)) {
      if (segment !== undefined) node = childOf(node, segment, node === root ? FAKE_NAMES : HANDLE_NAMES);
      else {
        node.item ??= grown();
        node = node.item;
      }
    }
  }
  return root;
}

/** Without the names below which nothing is stored. */
function pruned({ resource, children, item }: Growing): HandleNode | undefined {
  const kept = [...children].flatMap(([name, child]) => {
    const node = pruned(child);
    return node === undefined ? [] : [[name, node] as const];
  });
  const below = item && pruned(item);
  if (resource === undefined && kept.length === 0 && below === undefined) return undefined;
  return { resource, children: new Map(kept), item: below };
}

/** Static segments of a path, and undefined for parameters. One that the path begins with is called by its own name before. */
export function segmentsOf(path: string): readonly (string | undefined)[] {
  const segments = path
    .replace(/\.(?:json|xml)$/i, "")
    .split("/")
    .filter((segment) => segment !== "");
  const [, first] = /^\{([^{}]+)\}$/.exec(segments[0] ?? "") ?? [];
  const named = segments.map((segment) => (segment.includes("{") ? undefined : segment));
  return first === undefined ? named : [first, ...named];
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
