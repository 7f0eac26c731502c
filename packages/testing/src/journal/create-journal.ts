import { differences } from "./difference.ts";
import { CALL_LIMIT, type CallFilter, type Journal, type RecordedCall } from "./journal.ts";

/** A journal, and the means to write to it. */
export interface WritableJournal {
  readonly calls: Journal;
  readonly add: (call: RecordedCall) => void;
  readonly clear: () => void;
}

type Predicate = (call: RecordedCall, index: number, calls: readonly RecordedCall[]) => unknown;

/** An empty journal. Its array stays the same one: what a test holds shows the calls that come later. */
export function createJournal(): WritableJournal {
  const calls: RecordedCall[] = [];
  Object.defineProperties(calls, {
    filter: {
      value: (by: CallFilter | Predicate) =>
        Array.prototype.filter.call(calls, typeof by === "function" ? by : (call: RecordedCall) => matches(call, by)),
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

function matches(call: RecordedCall, { method, ...facts }: CallFilter): boolean {
  return (method === undefined || call.method === method.toUpperCase()) && differences(facts, call).length === 0;
}
