import { findOperation, type Operation } from "@svc/model";
import { editDistance } from "../fake/nearest.ts";

/**
 * What a call must have been. Only what is named is compared; a value may be a function that judges it, or a regular
 * expression for its text.
 */
export interface ExpectedCall {
  /** Path parameters by name. */
  readonly path?: Readonly<Record<string, unknown>>;
  /** Query parameters by name. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** By name, in any case. Credentials are redacted in the journal, so they cannot be expected. */
  readonly headers?: Readonly<Record<string, unknown>>;
  /** Request body. */
  readonly body?: unknown;
  /** Status of the answer. */
  readonly status?: number;
  /** How many calls must be so. @default at least one */
  readonly times?: number;
}

const NAMES: readonly string[] = ["path", "query", "headers", "body", "status", "times"];

/** Operations that a refusal names. */
const SHOWN = 5;
/** Characters of a name that are compared: nobody mistypes longer ones. */
const COMPARED = 80;

/**
 * Refuses an expectation that no call can fulfil, for an assertion that there is no such call would pass on a typo.
 *
 * @throws TypeError that says what, and what there is instead
 */
export function checkExpected(operation: Operation | undefined, expected: ExpectedCall): void {
  const unknown = Object.keys(expected).find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new TypeError(`"${unknown}" is nothing to expect; there are ${NAMES.join(", ")}.`);
  for (const name of ["path", "query", "headers"] as const) {
    const values: unknown = expected[name];
    if (values !== undefined && !mayBeValues(values))
      throw new TypeError(`${name}: expected an object of values by name.`);
  }
  const { times, path } = expected;
  if (times !== undefined && !(Number.isInteger(times) && times >= 0)) {
    throw new TypeError(`times: expected a count from 0, got ${String(times)}.`);
  }
  if (operation === undefined || path === undefined || "asymmetricMatch" in path) return;
  const names = operation.parameters.flatMap((parameter) => (parameter.in === "path" ? [parameter.name] : []));
  const stray = Object.keys(path).find((name) => !names.includes(name));
  if (stray === undefined) return;
  const there = names.length === 0 ? "it has none" : `there are ${names.join(", ")}`;
  throw new TypeError(`${operation.id} has no path parameter "${stray}"; ${there}.`);
}

/**
 * The operation that has an id, or had it before.
 *
 * @throws TypeError that names the nearest ones, where there is none
 */
export function operationOf(operations: readonly Operation[], id: string): Operation {
  const operation = findOperation(operations, id);
  if (operation !== undefined) return operation;
  const distanceTo = (other: string): number => editDistance(id.slice(0, COMPARED), other.slice(0, COMPARED));
  const nearest = operations
    .map((other) => ({ id: other.id, distance: distanceTo(other.id) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, SHOWN);
  throw new TypeError(`no operation "${id}"; the nearest are ${nearest.map((other) => other.id).join(", ")}.`);
}

/** An object, or what judges one by itself: a function, a matcher of a test framework. */
function mayBeValues(values: unknown): boolean {
  if (typeof values === "function") return true;
  return typeof values === "object" && values !== null && !Array.isArray(values) && !(values instanceof RegExp);
}
