import { type Model, methodName, nameHelp, type Operation, unknownName } from "@svc/model/data";
import { operationOf } from "../fake/options.ts";
import { describeCalls, type RecordedCall } from "./journal.ts";
import { describeMismatch, findMismatches, type Mismatch } from "./mismatch.ts";

/** Anything with a journal: a fake. */
export interface Received {
  /** The calls that it received. */
  readonly calls: readonly RecordedCall[];
  /** Model of the service. With it, operations are also found by a former id, and an unknown id is an error. */
  readonly model?: { readonly operations: Model["operations"] };
}

/** Result of comparing calls with an expectation. */
export interface ReceivedResult {
  readonly pass: boolean;
  /** The reason, also for an assertion that expects the opposite. */
  readonly message: string;
}

/**
 * Compares the calls of a fake with an expectation; the message shows the nearest call.
 *
 * @throws TypeError for an operation that the document does not have, and for an expectation that cannot be met
 */
export function checkReceived(fake: Received, operation: string, expected: ExpectedCall = {}): ReceivedResult {
  const query = toQuery(fake, operation, expected);
  const compared = compare(query, query.own);
  const { times } = expected;
  const matching = compared.filter(isMatching).length;
  const pass = times === undefined ? matching > 0 : matching === times;
  const count = times === undefined ? "" : ` ${timesInWords(times)}`;
  const head = pass
    ? `Expected ${operation} not to be received${count} as expected, but it was.`
    : `Expected ${operation} to be received${count}${matching === 0 ? "" : `; it was ${timesInWords(matching)}`}.`;
  if (pass || matching > 0) return { pass, message: [head, describeCalls(fake.calls)].join("\n") };
  const nearest = nearestOf(query, compared.length > 0 ? compared : compare(query, fake.calls));
  const differences = nearest && [
    `The nearest call, ${nearest.call.method} ${nearest.call.target}, differs:`,
    ...nearest.found.map((difference) => `  ${describeMismatch(difference)}`),
  ];
  return { pass, message: [head, ...(differences ?? []), describeCalls(fake.calls)].join("\n") };
}

/**
 * Passes if a fake received a call of an operation as expected.
 *
 * @throws Error with the nearest call, its differences, and the journal
 * @throws TypeError for an operation that the document does not have, and for an expectation that cannot be met
 */
export function assertReceived(fake: Received, operation: string, expected: ExpectedCall = {}): void {
  const { pass, message } = checkReceived(fake, operation, expected);
  if (!pass) throw new Error(message);
}

/** @throws TypeError for an operation that the document does not have, and for an expectation that cannot be met */
export function countCalls(fake: Received, operation: string, expected: Omit<ExpectedCall, "times">): number {
  const query = toQuery(fake, operation, expected);
  return compare(query, query.own).filter(isMatching).length;
}

type Query = ReturnType<typeof toQuery>;

function toQuery({ calls, model }: Received, id: string, expected: ExpectedCall) {
  if (!Array.isArray(calls)) throw new TypeError("expected a fake, or something else with a journal in its calls.");
  const operation = model && operationOf(model.operations, id);
  checkExpected(operation, expected);
  const { times: _, path, query, headers, ...others } = expected;
  const wanted = {
    operation: operation?.id ?? id,
    ...(path !== undefined && { path }),
    ...(query !== undefined && { query }),
    ...(headers !== undefined && { headers: withLowerCase(headers) }),
    ...others,
  };
  return { own: calls.filter((call) => call.operation === wanted.operation), operation, wanted };
}

/** Headers by the names that the journal has: in lower case. */
function withLowerCase(headers: unknown): unknown {
  if (typeof headers !== "object" || headers === null || "asymmetricMatch" in headers) return headers;
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

interface Compared {
  readonly call: RecordedCall;
  readonly found: readonly Mismatch[];
}

function compare({ wanted, operation }: Query, calls: readonly RecordedCall[]): Compared[] {
  // Operations are compared by id, and told by method, as the journal prints them.
  const told = (one: Mismatch, { name }: RecordedCall): Mismatch =>
    one.path === "operation" && operation ? { ...one, expected: methodName(operation), actual: name } : one;
  return calls.map((call) => ({ call, found: findMismatches(wanted, call).map((one) => told(one, call)) }));
}

/** The call with the fewest mismatches, the first of several. */
function nearestOf({ operation }: Query, compared: readonly Compared[]): Compared | undefined {
  const ranked = compared.map((one) => {
    return { one, distance: one.found.length + (operation === undefined ? 0 : differingSegments(one.call, operation)) };
  });
  return ranked.sort((a, b) => a.distance - b.distance)[0]?.one;
}

/** Number of segments in which a path differs from that of the operation: a call with a wrong path may be the nearest. */
function differingSegments({ target }: RecordedCall, { path }: Operation): number {
  const got = (target.split("?", 1)[0] ?? "").split("/");
  const want = path.split("/");
  const equal = want.filter((segment, index) => got[index] === segment || (segment.includes("{") && got[index])).length;
  return Math.max(want.length, got.length) - equal;
}

function isMatching({ found }: Compared): boolean {
  return found.length === 0;
}

function timesInWords(times: number): string {
  return times === 1 ? "once" : `${times} times`;
}

/** Result of a matcher, as `expect.extend` of Vitest and Jest takes it. */
export interface MatcherResult {
  /** Whether the fake received a call as expected. */
  readonly pass: boolean;
  /** Message of a failure, with or without `.not`. */
  readonly message: () => string;
}

/** `expect(fake).toHaveReceived(operation, expected)`, for `expect.extend(matchers)`. */
export const matchers: {
  /** Compares the calls of a fake with an expectation. */
  toHaveReceived(fake: Received, operation: string, expected?: ExpectedCall): MatcherResult;
} = {
  toHaveReceived(fake, operation, expected) {
    const { pass, message } = checkReceived(fake, operation, expected);
    return { pass, message: () => message };
  },
};

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

/** @throws TypeError for a typo: an assertion that there is no such call would pass because of it */
function checkExpected(operation: Operation | undefined, expected: ExpectedCall): void {
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
