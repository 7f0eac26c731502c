import type { Model, Operation } from "@svc/model";
import { checkExpected, type ExpectedCall, operationOf } from "./expected-call.ts";
import { describeCalls, type RecordedCall } from "./journal.ts";
import { describeMismatch, findMismatches, type Mismatch } from "./mismatch.ts";

/** Something with a journal: a fake. */
export interface Received {
  /** What it was asked, and what it answered. */
  readonly calls: readonly RecordedCall[];
  /** The service: an operation may then be named by an id that it had, and one that does not exist is refused. */
  readonly model?: { readonly operations: Model["operations"] };
}

/** Whether calls are as expected. */
export interface Judgement {
  readonly pass: boolean;
  /** Why not, or why so where it is expected not to be. */
  readonly message: string;
}

/**
 * Judges whether a fake received calls of an operation, and explains it by the nearest ones.
 *
 * @throws TypeError for an operation that the fake's document does not have, and for what no call can be
 */
export function judgeReceived(fake: Received, operation: string, expected: ExpectedCall = {}): Judgement {
  const question = ask(fake, operation, expected);
  const compared = compare(question, callsOf(question));
  const { times } = expected;
  const matching = compared.filter(isMatching).length;
  const pass = times === undefined ? matching > 0 : matching === times;
  const count = times === undefined ? "" : ` ${timesInWords(times)}`;
  const head = pass
    ? `Expected ${operation} not to be received${count} so, but it was.`
    : `Expected ${operation} to be received${count}${matching === 0 ? "" : `; it was ${timesInWords(matching)}`}.`;
  if (pass || matching > 0) return { pass, message: [head, describeCalls(fake.calls)].join("\n") };
  const nearest = nearestOf(question, compared.length > 0 ? compared : compare(question, fake.calls));
  return { pass, message: [head, ...explain(nearest), describeCalls(fake.calls)].join("\n") };
}

/**
 * Fails unless a fake received such a call.
 *
 * @throws Error with the nearest call, what differs, and the journal
 */
export function assertReceived(fake: Received, operation: string, expected: ExpectedCall = {}): void {
  const { pass, message } = judgeReceived(fake, operation, expected);
  if (!pass) throw new Error(message);
}

/**
 * How many calls of an operation are as expected.
 *
 * @throws TypeError for an operation that the fake's document does not have, and for what no call can be
 */
export function countCalls(fake: Received, operation: string, expected: Omit<ExpectedCall, "times">): number {
  const question = ask(fake, operation, expected);
  return compare(question, callsOf(question)).filter(isMatching).length;
}

interface Question {
  readonly calls: readonly RecordedCall[];
  readonly id: string;
  /** Undefined where the journal stands alone. */
  readonly operation: Operation | undefined;
  readonly wanted: Record<string, unknown>;
}

function ask({ calls, model }: Received, id: string, expected: ExpectedCall): Question {
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
  return { calls, id: wanted.operation, operation, wanted };
}

function callsOf({ calls, id }: Question): readonly RecordedCall[] {
  return calls.filter((call) => call.operation === id);
}

/** Names of headers as the journal writes them. */
function withLowerCase(headers: unknown): unknown {
  if (typeof headers !== "object" || headers === null || "asymmetricMatch" in headers) return headers;
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

interface Compared {
  readonly call: RecordedCall;
  readonly found: readonly Mismatch[];
}

function compare({ wanted }: Question, calls: readonly RecordedCall[]): Compared[] {
  return calls.map((call) => ({ call, found: findMismatches(wanted, call) }));
}

/** The call with the fewest findMismatches, the first of several. */
function nearestOf({ operation }: Question, compared: readonly Compared[]): Compared | undefined {
  let nearest: Compared | undefined;
  let shortest = Number.POSITIVE_INFINITY;
  for (const next of compared) {
    const distance = next.found.length + (operation === undefined ? 0 : strangeSegments(next.call, operation));
    if (distance < shortest) [nearest, shortest] = [next, distance];
  }
  return nearest;
}

/** Segments of a path that the operation's does not have: what a client got wrong is the nearest call, too. */
function strangeSegments({ target }: RecordedCall, { path }: Operation): number {
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

function explain(nearest: Compared | undefined): string[] {
  if (nearest === undefined) return [];
  return [
    `The nearest call, ${nearest.call.method} ${nearest.call.target}, differs:`,
    ...nearest.found.map((difference) => `  ${describeMismatch(difference)}`),
  ];
}

/** What `expect.extend` of vitest and jest takes from a matcher. */
export interface MatcherResult {
  /** Whether the fake received what was expected. */
  readonly pass: boolean;
  /** Why not, or why so under `.not`. */
  readonly message: () => string;
}

/** `expect(fake).toHaveReceived(operation, expected)`, for `expect.extend(matchers)`. */
export const matchers: {
  /** Whether a fake received calls of an operation that are as expected. */
  toHaveReceived(fake: Received, operation: string, expected?: ExpectedCall): MatcherResult;
} = {
  toHaveReceived(fake, operation, expected) {
    const { pass, message } = judgeReceived(fake, operation, expected);
    return { pass, message: () => message };
  },
};
