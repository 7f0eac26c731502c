import { byDistance, findOperation, methodName, type Operation } from "@svc/model";

/** Operations that a message names. */
const SHOWN = 5;

/**
 * Finds an operation by the name of its method, by its id, or by a former id.
 *
 * @param caller prefix of the error: `fake.on: `
 * @throws TypeError that names the nearest operations if there is none
 */
export function operationOf(operations: readonly Operation[], name: string, caller = ""): Operation {
  const operation = findOperation(operations, name);
  if (operation !== undefined) return operation;
  const names = new Map(
    operations.flatMap((other) => [other.id, methodName(other)].map((by) => [by, methodName(other)])),
  );
  const nearest = new Set(byDistance(String(name), names.keys()).map((other) => names.get(other.name)));
  throw new TypeError(`${caller}no operation "${name}"; the nearest are ${[...nearest].slice(0, SHOWN).join(", ")}.`);
}
