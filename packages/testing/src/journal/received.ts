import { findOperation, type Model } from "@svc/model";
import { describeCalls } from "./describe-call.ts";
import { type Difference, describeDifference, differences } from "./difference.ts";
import type { RecordedCall } from "./journal.ts";

/** What a call must have been. Only what is named is compared; a value may be a function that judges it. */
export interface ExpectedCall {
  /** Path parameters by name. */
  readonly path?: Readonly<Record<string, unknown>>;
  /** Query parameters by name. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** By lower-case name. Credentials are redacted in the journal, so they cannot be expected. */
  readonly headers?: Readonly<Record<string, unknown>>;
  /** Request body. */
  readonly body?: unknown;
  /** Status of the answer. */
  readonly status?: number;
  /** How many calls must be so. @default at least one */
  readonly times?: number;
}

/** Something with a journal: a fake. */
export interface Received {
  /** What it was asked, and what it answered. */
  readonly calls: readonly RecordedCall[];
  /** The service: an operation may then be named by an id that it had. */
  readonly model?: { readonly operations: Model["operations"] };
}

/** Whether calls are as expected. */
export interface Judgement {
  readonly pass: boolean;
  /** Why not, or why so where it is expected not to be. */
  readonly message: string;
}

/** Judges whether a fake received calls of an operation, and explains it by the nearest ones. */
export function judgeReceived(fake: Received, operation: string, expected: ExpectedCall = {}): Judgement {
  const { times, ...wanted } = expected;
  const compared = compare(fake, operation, wanted);
  const matching = compared.filter(isMatching).length;
  const pass = times === undefined ? matching > 0 : matching === times;
  const count = times === undefined ? "" : ` ${timesInWords(times)}`;
  const head = pass
    ? `Expected ${operation} not to be received${count} so, but it was.`
    : `Expected ${operation} to be received${count}${matching === 0 ? "" : `; it was ${timesInWords(matching)}`}.`;
  const nearest = pass || matching > 0 ? undefined : compared.reduce(nearer, undefined as Compared | undefined);
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

/** How many calls of an operation are as expected. */
export function countCalls(fake: Received, operation: string, expected: Omit<ExpectedCall, "times">): number {
  return compare(fake, operation, expected).filter(isMatching).length;
}

interface Compared {
  readonly call: RecordedCall;
  readonly found: readonly Difference[];
}

function compare({ calls, model }: Received, operation: string, wanted: Omit<ExpectedCall, "times">): Compared[] {
  const id = findOperation(model?.operations ?? [], operation)?.id ?? operation;
  return calls
    .filter((call) => call.operation === id)
    .map((call) => ({ call, found: differences(wanted, pick(call)) }));
}

function isMatching({ found }: Compared): boolean {
  return found.length === 0;
}

function timesInWords(times: number): string {
  return times === 1 ? "once" : `${times} times`;
}

function nearer(best: Compared | undefined, next: Compared): Compared {
  return best === undefined || next.found.length < best.found.length ? next : best;
}

function explain(nearest: Compared | undefined): string[] {
  if (nearest === undefined) return [];
  return [
    `The nearest call, ${nearest.call.method} ${nearest.call.target}, differs:`,
    ...nearest.found.map((difference) => `  ${describeDifference(difference)}`),
  ];
}

function pick({ path, query, headers, body, status }: RecordedCall): Record<string, unknown> {
  return { path, query, headers, body, status };
}
