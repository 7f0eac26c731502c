import { anonymousPath, type Operation } from "@svc/model";
import type { Pairing } from "../../pair-up.ts";

/** Pairs operations by method and path, whatever the path's parameters are called; then those that moved, by their id. */
export function matchOperations(old: readonly Operation[], now: readonly Operation[]): Pairing<Operation> {
  const pairs: (readonly [Operation, Operation])[] = [];
  const removed = new Set(old);
  const added = new Set(now);
  const pair = (keyOf: (operation: Operation) => string | undefined) => {
    const byKey = new Map([...added].map((operation) => [keyOf(operation), operation]));
    for (const before of removed) {
      const key = keyOf(before);
      const after = key === undefined ? undefined : byKey.get(key);
      if (after === undefined || !added.has(after)) continue;
      pairs.push([before, after]);
      removed.delete(before);
      added.delete(after);
    }
  };
  pair(({ method, path }) => `${method} ${path}`);
  pair(routeOf);
  pair(({ id, derivedId }) => (derivedId === true ? undefined : id));
  return { pairs, removed: [...removed], added: [...added] };
}

/** Method and path without the names of parameters. */
export function routeOf({ method, path }: Pick<Operation, "method" | "path">): string {
  return `${method} ${anonymousPath(path)}`;
}
