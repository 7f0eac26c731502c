import { findOperation, methodName, type Operation } from "@svc/model";
import { editDistance } from "./nearest.ts";

/** Operations that a message names. */
const SHOWN = 5;
/** Characters of a name that are compared, which bounds the time. */
const COMPARED = 80;

/**
 * Finds an operation by the name of its method, by its id, or by a former id.
 *
 * @param caller prefix of the error: `fake.on: `
 * @throws TypeError that names the nearest operations if there is none
 */
export function operationOf(operations: readonly Operation[], name: string, caller = ""): Operation {
  const operation = findOperation(operations, name);
  if (operation !== undefined) return operation;
  const text = String(name).slice(0, COMPARED);
  const distanceTo = (other: string): number => editDistance(text, other.slice(0, COMPARED));
  const nearest = operations
    .map((other) => ({
      name: methodName(other),
      distance: Math.min(distanceTo(other.id), distanceTo(methodName(other))),
    }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, SHOWN);
  throw new TypeError(
    `${caller}no operation "${name}"; the nearest are ${nearest.map((other) => other.name).join(", ")}.`,
  );
}
