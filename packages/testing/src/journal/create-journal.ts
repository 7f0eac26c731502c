import type { RecordedCall } from "./journal.ts";

/** What to look for among calls. */
export interface CallFilter {
  readonly operation?: string;
  readonly method?: string;
  readonly status?: number;
  /** Path parameters that must be as given; others do not matter. */
  readonly path?: Readonly<Record<string, unknown>>;
  /** Query parameters that must be as given; others do not matter. */
  readonly query?: Readonly<Record<string, unknown>>;
}

/** The calls of a fake, in order of arrival: a list that can be filtered. */
export interface Journal extends Iterable<RecordedCall> {
  readonly length: number;
  /** The call at an index; negative ones count from the end. */
  at(index: number): RecordedCall | undefined;
  filter(filter: CallFilter | ((call: RecordedCall) => boolean)): RecordedCall[];
  /** Requests that no operation of the document matches. */
  readonly unmatched: readonly RecordedCall[];
}

/** A journal with the means to write to it. */
export interface WritableJournal extends Journal {
  readonly add: (call: RecordedCall) => void;
  clear(): void;
}

export function createJournal(): WritableJournal {
  const calls: RecordedCall[] = [];
  return {
    get length() {
      return calls.length;
    },
    at: (index) => calls.at(index),
    filter: (filter) => calls.filter(typeof filter === "function" ? filter : (call) => matches(call, filter)),
    get unmatched() {
      return calls.filter(({ unmatched }) => unmatched !== undefined);
    },
    add: (call) => void calls.push(call),
    clear: () => void calls.splice(0),
    [Symbol.iterator]: () => calls.values(),
  };
}

function matches(call: RecordedCall, { operation, method, status, path = {}, query = {} }: CallFilter): boolean {
  return (
    (operation === undefined || call.operation === operation) &&
    (method === undefined || call.method === method.toUpperCase()) &&
    (status === undefined || call.status === status) &&
    includes(call.path, path) &&
    includes(call.query, query)
  );
}

function includes(actual: Readonly<Record<string, unknown>>, wanted: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(wanted).every(([name, value]) => JSON.stringify(actual[name]) === JSON.stringify(value));
}
