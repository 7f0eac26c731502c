import type { Model, ParsedDocument } from "@svc/model";
import { addressOf } from "@svc/model/data";
import type { LineOf } from "./changelog-places.ts";

type Documents = { readonly [side in "old" | "new"]: ParsedDocument };

/** Lines of places in the new document, or in the old one where the new has no such place. */
export function createLineFinder({ old, new: now }: Documents): LineOf {
  return ({ pointer, pointerOld, pointerNew }) => {
    const isOld = pointerNew === undefined && pointerOld !== undefined;
    const { positionOf } = isOld ? old : now;
    // As it was written: a repair tells paths of one address apart by a fragment.
    const unrepaired = pointer.replace(/^\/paths\/([^/]*)/, (_, path: string) => `/paths/${addressOf(path)}`);
    const line = (positionOf(pointer) ?? positionOf(unrepaired))?.line;
    return line === undefined ? undefined : { line, isOld };
  };
}

/** Finds the method of an operation in the first of the models that has it. */
export function createMethodFinder(...models: readonly Model[]): (operation: string) => string | undefined {
  const names = new Map(
    models.toReversed().flatMap(({ operations }) => operations.map(({ id, name }) => [id, name.join(".")] as const)),
  );
  return (operation) => names.get(operation);
}
