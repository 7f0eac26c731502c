import type { StreamLog } from "@svc/fastapi-validation";
import type { Operation } from "@svc/model/data";
import { operationOf } from "../fake/options.ts";
import { describeReason, type RefusalReason } from "../fake/refusal-reason.ts";
import { findMismatches } from "./mismatch.ts";

/** A request that a fake received, with its response. */
export interface RecordedCall {
  /** Operation id; undefined if no operation matched. */
  readonly operation: string | undefined;
  /** Name of the operation's method in the client: `personas.emails.list`; undefined if no operation matched. */
  readonly name: string | undefined;
  /** HTTP method in upper case. */
  readonly method: string;
  /** Request target as sent: path and query. Credentials are redacted. */
  readonly target: string;
  /** Path parameters, converted to the types of the document as far as their text allows. */
  readonly path: Readonly<Record<string, unknown>>;
  /** Query parameters, converted to the types of the document as far as their text allows. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Headers by lower-case name; credentials are redacted. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Request body: validated and converted, or as text if the request was rejected; `undefined` if there is none. Of a
   * body of more than 262,144 bytes, the first 16,384 characters are kept as text. Files, in forms and as whole bodies,
   * are kept as a `RecordedFile`: name, media type, size and SHA-256.
   */
  readonly body: unknown;
  /** Length of the request body as it was sent, in bytes; 0 if there is none. */
  readonly bodyBytes: number;
  /** Status of the response; undefined if there was none (connection reset, timeout). */
  readonly status: number | undefined;
  /** Headers of the response by lower-case name; credentials are redacted. */
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** Body of the response as text, cut after 16,384 characters; undefined if there was none. */
  readonly responseBody: string | undefined;
  /** Items of the response if it is a stream; the list grows while the stream is open. `undefined` otherwise. */
  readonly stream: StreamLog | undefined;
  /** The fault that was applied: `reset-before`, `status`; undefined if there was none. */
  readonly fault: string | undefined;
  /** Why no operation matched, with the nearest operations; undefined if one did. */
  readonly unmatched: string | undefined;
  /** Why the fake rejected the request, whatever error the document declares for it; `undefined` if it did not. */
  readonly reason: RefusalReason | undefined;
  /** Time of the request, on the fake's clock. */
  readonly at: Date;
  /** Time until the response, in milliseconds of the fake's clock. */
  readonly durationMs: number;
}

/** Filter of calls: all given properties must be equal. */
export interface CallFilter {
  /** The operation, by its method name or its id. */
  readonly operation?: string;
  /** HTTP method, in any case. */
  readonly method?: string;
  /** Status of the response. */
  readonly status?: number;
  /** Path parameters that must be equal; others are ignored. */
  readonly path?: Readonly<Record<string, unknown>>;
  /** Query parameters that must be equal; others are ignored. */
  readonly query?: Readonly<Record<string, unknown>>;
}

/**
 * The calls of a fake, in the order of the responses: an array whose `filter` also takes properties. It keeps the last
 * 50,000, up to 64 MiB.
 */
export interface Journal extends ReadonlyArray<RecordedCall> {
  /**
   * Calls with all given properties, or for which a function returns true.
   *
   * @throws TypeError for a property that calls do not have, and for an operation that the document does not have
   */
  filter(facts: CallFilter): RecordedCall[];
  filter<Kept extends RecordedCall>(
    predicate: (call: RecordedCall, index: number, calls: readonly RecordedCall[]) => call is Kept,
  ): Kept[];
  filter(predicate: (call: RecordedCall, index: number, calls: readonly RecordedCall[]) => unknown): RecordedCall[];
  /** Requests that match no operation. */
  readonly unmatched: readonly RecordedCall[];
  /**
   * Calls a function for each later call, and with `undefined` when calls are discarded, until the returned function is
   * called.
   */
  subscribe(listener: (call: RecordedCall | undefined) => void): () => void;
}

/** Characters of a response body that the journal keeps. */
export const BODY_LIMIT = 16_384;

/** Bytes of a request body up to which the journal keeps the whole of it. */
export const WHOLE_BODY_LIMIT = 262_144;

/** Bytes that the calls of a journal take, at most. */
export const JOURNAL_BYTES = 67_108_864;

/** Calls that a journal keeps. Older ones are dropped, so that a server can run for days. */
export const CALL_LIMIT = 50_000;

/** A journal that can be written. */
export type WritableJournal = ReturnType<typeof createJournal>;

type Predicate = (call: RecordedCall, index: number, calls: readonly RecordedCall[]) => unknown;

/**
 * Creates an empty journal. Its array stays the same, so that a reference to it shows later calls.
 *
 * @param operations operations of the document: a filter by an unknown operation is then an error
 */
export function createJournal(operations?: readonly Operation[]) {
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
    add(call: RecordedCall): void {
      calls.push(call);
      // Streams have grown since.
      bytes = call.stream === undefined ? bytes + bytesOf(call) : calls.reduce((sum, one) => sum + bytesOf(one), 0);
      if (calls.length > CALL_LIMIT + CALL_LIMIT / 10) drop(calls.length - CALL_LIMIT);
      if (bytes > JOURNAL_BYTES) drop(oldestBeyond(calls, bytes - JOURNAL_BYTES));
      for (const listener of listeners) listener(call);
    },
    clear(): void {
      drop(calls.length);
      for (const listener of listeners) listener(undefined);
    },
  };
}

/** Items that are kept of a stream; the number of all is kept, too. */
const ITEM_LIMIT = 1000;

const loggedCharacters: WeakMap<StreamLog, number> = new WeakMap();

/** Characters of the items that a log keeps. */
export function charactersOf(log: StreamLog): number {
  return loggedCharacters.get(log) ?? 0;
}

/** Adds an item to the log of a stream. */
export function logItem(log: StreamLog, { item, text }: { readonly item: unknown; readonly text: string }): void {
  if (log.count++ >= ITEM_LIMIT) return;
  log.items.push(item);
  loggedCharacters.set(log, charactersOf(log) + text.length);
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

/** A call in one line: `GET /sessions/s1/replay -> 200 (sessions.replay.get)`. */
export function describeCall({ method, target, status, name, reason }: RecordedCall): string {
  const why = reason === undefined ? "" : `: ${describeReason(reason)}`;
  return `${method} ${target} -> ${status ?? "no response"}${name === undefined ? "" : ` (${name})`}${why}`;
}

/**
 * Describes calls as text, one line each, with the time on the fake's clock.
 *
 * @param count number of calls, counted from the last one. @default 50
 */
export function describeCalls(calls: readonly RecordedCall[], count = 50): string {
  if (calls.length === 0) return "The fake received no request.";
  const shown = calls.slice(-count);
  const left = calls.length - shown.length;
  const lines = shown.map((call, index) => {
    const line = `  ${left + index + 1}. ${call.at.toISOString().slice(11, 23)} ${describeCall(call)}`;
    return call.unmatched === undefined ? line : `${line}\n     ${call.unmatched.replaceAll("\n", "\n     ")}`;
  });
  const head = `The fake received ${calls.length} request${calls.length === 1 ? "" : "s"}:`;
  return [head, ...(left > 0 ? [`  (${left} earlier left out)`] : []), ...lines].join("\n");
}
