import type { Operation } from "@svc/model/data";
import { operationOf } from "../fake/options.ts";
import { charactersOf } from "../streams/open-items.ts";
import {
  CALL_LIMIT,
  type CallFilter,
  JOURNAL_BYTES,
  type Journal,
  type RecordedCall,
  WHOLE_BODY_LIMIT,
} from "./journal.ts";
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
  const listeners = new Set<(call: RecordedCall | undefined) => void>();
  let bytes = 0;
  const drop = (count: number): void => {
    for (const call of calls.splice(0, count)) bytes = Math.max(0, bytes - bytesOf(call));
  };
  Object.defineProperties(calls, {
    filter: {
      value: (by: CallFilter | Predicate) =>
        Array.prototype.filter.call(calls, typeof by === "function" ? by : toPredicate(by, operations)),
    },
    subscribe: {
      value: (listener: (call: RecordedCall | undefined) => void) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    unmatched: { get: () => calls.filter(({ unmatched }) => unmatched !== undefined) },
  });
  return {
    calls: calls as unknown as Journal,
    add(call) {
      calls.push(call);
      // Streams have grown since.
      bytes = call.stream === undefined ? bytes + bytesOf(call) : calls.reduce((sum, one) => sum + bytesOf(one), 0);
      if (calls.length > CALL_LIMIT + CALL_LIMIT / 10) drop(calls.length - CALL_LIMIT);
      if (bytes > JOURNAL_BYTES) drop(oldestBeyond(calls, bytes - JOURNAL_BYTES));
      for (const listener of listeners) listener(call);
    },
    clear() {
      drop(calls.length);
      for (const listener of listeners) listener(undefined);
    },
  };
}

/** Bytes that a call takes, about: what was sent, and the body of its response. */
function bytesOf({ bodyBytes = 0, responseBody, target, headers, stream }: RecordedCall): number {
  let bytes = Math.min(bodyBytes, WHOLE_BODY_LIMIT) + (responseBody?.length ?? 0) + target.length;
  if (stream !== undefined) bytes += charactersOf(stream);
  for (const name in headers) bytes += name.length + (headers[name]?.length ?? 0);
  return bytes;
}

/** The number of oldest calls that take at least so many bytes. The last call stays. */
function oldestBeyond(calls: readonly RecordedCall[], bytes: number): number {
  let left = bytes;
  const count = calls.findIndex((call) => {
    left -= bytesOf(call);
    return left <= 0;
  });
  return Math.min(count + 1, calls.length - 1);
}

/** Properties of a call: a misspelt one would match no call. */
const FACTS: ReadonlySet<string> = new Set<keyof RecordedCall>([
  ...(["operation", "name", "method", "target", "path", "query", "headers", "body", "bodyBytes", "status"] as const),
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
