import type { StreamLog } from "@svc/fastapi-validation";
import { describeReason, type RefusalReason } from "../fake/refusal-reason.ts";

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
