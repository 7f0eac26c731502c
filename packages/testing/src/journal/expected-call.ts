import { methodName, nameHelp, type Operation, unknownName } from "@svc/model/data";

/**
 * Expectation of a call. Only the given properties are compared. A value may also be a function that returns whether it
 * is accepted, a regular expression for its text, or an asymmetric matcher of a test framework.
 */
export interface ExpectedCall {
  /** Path parameters by name. */
  readonly path?: Readonly<Record<string, unknown>>;
  /** Query parameters by name. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Headers by name, in any case. Credentials cannot be compared: they are redacted in the journal. */
  readonly headers?: Readonly<Record<string, unknown>>;
  /** Request body. */
  readonly body?: unknown;
  /** Status of the response. */
  readonly status?: number;
  /** Exact number of calls, from 0. @default at least one */
  readonly times?: number;
}

const NAMES: readonly string[] = ["path", "query", "headers", "body", "status", "times"];

/**
 * Checks that an expectation can be met: an assertion that there is no such call would otherwise pass because of a typo.
 *
 * @throws TypeError that names the mistake and the allowed names
 */
export function checkExpected(operation: Operation | undefined, expected: ExpectedCall): void {
  const unknown = unknownName(expected, NAMES, "expectation");
  if (unknown !== undefined) throw new TypeError(unknown);
  for (const name of ["path", "query", "headers"] as const) {
    const values: unknown = expected[name];
    if (values !== undefined && !mayBeValues(values))
      throw new TypeError(`${name}: expected an object of values by name.`);
  }
  const { times } = expected;
  if (times !== undefined && !(Number.isInteger(times) && times >= 0)) {
    throw new TypeError(`times: expected a count from 0, got ${String(times)}.`);
  }
  if (operation === undefined) return;
  for (const place of ["path", "query"] as const) {
    const given = expected[place];
    if (typeof given !== "object" || "asymmetricMatch" in given) continue;
    // The journal has the parameters of the document.
    const names = operation.parameters.flatMap((parameter) => (parameter.in === place ? [parameter.name] : []));
    const wrong = Object.keys(given).find((name) => !names.includes(name));
    if (wrong === undefined) continue;
    const there = names.length === 0 ? "it has none." : nameHelp(wrong, names);
    throw new TypeError(`${methodName(operation)} has no ${place} parameter "${wrong}"; ${there}`);
  }
}

/** An object, or something that compares one: a function, a matcher of a test framework. */
function mayBeValues(values: unknown): boolean {
  if (typeof values === "function") return true;
  return typeof values === "object" && values !== null && !Array.isArray(values) && !(values instanceof RegExp);
}
