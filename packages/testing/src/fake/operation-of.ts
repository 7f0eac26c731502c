import { findOperation, type Operation, unknownOperation } from "@svc/model";

/**
 * Finds an operation by the name of its method, by its id, or by a former id.
 *
 * @param caller prefix of the error: `fake.on: `
 * @throws TypeError that names the nearest operations if there is none
 */
export function operationOf(operations: readonly Operation[], name: string, caller = ""): Operation {
  const operation = findOperation(operations, name);
  if (operation !== undefined) return operation;
  throw new TypeError(caller + unknownOperation(name, operations));
}
