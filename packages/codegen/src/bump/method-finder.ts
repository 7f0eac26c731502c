import type { Model } from "@svc/model";

/** Finds the method of an operation in the first of the models that has it. */
export function createMethodFinder(...models: readonly Model[]): (operation: string) => string | undefined {
  const names = new Map(
    models.toReversed().flatMap(({ operations }) => operations.map(({ id, name }) => [id, name.join(".")] as const)),
  );
  return (operation) => names.get(operation);
}
