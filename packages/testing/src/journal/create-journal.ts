import type { Operation } from "@svc/model";
import { operationOf } from "../fake/operation-of.ts";
import { CALL_LIMIT, type CallFilter, type Journal, type RecordedCall } from "./journal.ts";
import { findMismatches } from "./mismatch.ts";

/** A journal that can be written. */
export interface WritableJournal {
  readonly calls: Journal;
  readonly add: (call: RecordedCall) => void;
  readonly clear: () => void;
}

type Predicate = (call: RecordedCall, index: number, calls: readonly RecordedCall[]) => unknown;

/**
 * Creates an empty journal. Its array stays the same, so that a reference to it shows later calls.
 *
 * @param operations operations of the document: a filter by an unknown operation is then an error
 */
export function createJournal(operations?: readonly Operation[]): WritableJournal {
  const calls: RecordedCall[] = [];
  Object.defineProperties(calls, {
    filter: {
      value: (by: CallFilter | Predicate) =>
        Array.prototype.filter.call(calls, typeof by === "function" ? by : toPredicate(by, operations)),
    },
    unmatched: { get: () => calls.filter(({ unmatched }) => unmatched !== undefined) },
  });
  return {
    calls: calls as unknown as Journal,
    add(call) {
      calls.push(call);
      if (calls.length > CALL_LIMIT + CALL_LIMIT / 10) calls.splice(0, calls.length - CALL_LIMIT);
    },
    clear: () => void calls.splice(0),
  };
}

/** Properties of a call: a misspelt one would match no call. */
const FACTS: ReadonlySet<string> = new Set<keyof RecordedCall>([
  ...(["operation", "name", "method", "target", "path", "query", "headers", "body", "status"] as const),
  ...(["responseHeaders", "responseBody", "fault", "unmatched", "at", "durationMs"] as const),
]);

function toPredicate(facts: CallFilter, operations: readonly Operation[] | undefined): (call: RecordedCall) => boolean {
  const unknown = Object.keys(facts).find((name) => !FACTS.has(name));
  if (unknown !== undefined) {
    throw new TypeError(`calls.filter: calls have no "${unknown}"; there are operation, method, status, path, query.`);
  }
  const { method, ...others } = facts;
  const { operation } = others;
  const wanted = {
    ...others,
    ...(typeof operation === "string" && operations && { operation: operationOf(operations, operation).id }),
    ...(method !== undefined && { method: method.toUpperCase() }),
  };
  return (call) => findMismatches(wanted, call).length === 0;
}
