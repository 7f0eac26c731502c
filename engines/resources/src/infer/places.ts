import type { Model, Operation } from "@svc/model";
import { type PathShape, pathShape } from "../facts/path-shape.ts";

/** The operations of a path. */
export interface Place {
  readonly shape: PathShape;
  readonly operations: Operation[];
}

/** The operations of a document by the paths that differ only in the names of parameters. */
export function placesOf({ operations }: Model): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const operation of operations) {
    const shape = pathShape(operation.path);
    const place = places.get(shape.key) ?? { shape, operations: [] };
    places.set(shape.key, place);
    place.operations.push(operation);
  }
  return places;
}

/** Keys of the paths one and two segments below a path. */
export function keysBelow(places: ReadonlyMap<string, Place>): ReadonlyMap<string, readonly string[]> {
  const below = new Map<string, string[]>();
  for (const key of places.keys()) {
    const parent = key.slice(0, Math.max(key.lastIndexOf("/"), 0));
    const grandparent = parent.slice(0, Math.max(parent.lastIndexOf("/"), 0));
    for (const one of new Set([parent, grandparent])) {
      const keys = below.get(one) ?? [];
      below.set(one, keys);
      keys.push(key);
    }
  }
  return below;
}
