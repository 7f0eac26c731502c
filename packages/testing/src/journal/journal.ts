/** One request that the fake got, and what it answered. */
export interface RecordedCall {
  /** Operation id; undefined where no operation matched. */
  readonly operation: string | undefined;
  /** HTTP method in capital letters. */
  readonly method: string;
  /** As on the wire, query included; credentials are redacted. */
  readonly target: string;
  /** Path parameters, converted as the document says; empty where the request was refused before. */
  readonly path: Readonly<Record<string, unknown>>;
  /** Query parameters: converted where the request was accepted, else as text. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Headers by lower-case name; credentials are redacted. */
  readonly headers: Readonly<Record<string, string>>;
  /** Request body: as validated where the request was accepted, else its text; undefined where there was none. */
  readonly body: unknown;
  /** Status of the answer; undefined where there was none (connection reset, timeout). */
  readonly status: number | undefined;
  /** Headers of the answer by lower-case name. */
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** Body of the answer as text, cut after 16,384 characters; undefined where there was none. */
  readonly responseBody: string | undefined;
  /** The fault that this request met, by its kind: `reset-before`, `status`. */
  readonly fault: string | undefined;
  /** Why no operation matched, and which are nearest. */
  readonly unmatched: string | undefined;
  /** When it came, on the fake's clock. */
  readonly at: Date;
  /** How long the answer took, on the fake's clock. */
  readonly durationMs: number;
}

/** What to look for among calls. */
export interface CallFilter {
  /** Operation id. */
  readonly operation?: string;
  /** HTTP method in capital letters. */
  readonly method?: string;
  /** Status of the answer. */
  readonly status?: number;
  /** Path parameters that must be as given; others do not matter. */
  readonly path?: Readonly<Record<string, unknown>>;
  /** Query parameters that must be as given; others do not matter. */
  readonly query?: Readonly<Record<string, unknown>>;
}

/** The calls of a fake in the order in which they were answered: an array that also filters by facts. */
export interface Journal extends ReadonlyArray<RecordedCall> {
  /** The calls of which all given facts are true; or, as of arrays, for which a function says so. */
  filter(facts: CallFilter): RecordedCall[];
  filter<Kept extends RecordedCall>(
    predicate: (call: RecordedCall, index: number, calls: readonly RecordedCall[]) => call is Kept,
  ): Kept[];
  filter(predicate: (call: RecordedCall, index: number, calls: readonly RecordedCall[]) => unknown): RecordedCall[];
  /** Requests that no operation of the document matches. */
  readonly unmatched: readonly RecordedCall[];
}

/** Characters of a body that the journal keeps. */
export const BODY_LIMIT = 16_384;

/** Calls that a journal keeps: beyond it the oldest are forgotten, so that a server can run for days. */
export const CALL_LIMIT = 50_000;

/** A call in one line: `GET /sessions/s1/replay -> 200 (sessions_replay_get)`. */
export function describeCall({ method, target, status, operation }: RecordedCall): string {
  return `${method} ${target} -> ${status ?? "no answer"}${operation === undefined ? "" : ` (${operation})`}`;
}

/** A journal for people, one line per call, with the fake's time; the last `count` calls. */
export function describeCalls(calls: readonly RecordedCall[], count = 50): string {
  if (calls.length === 0) return "The fake got no request.";
  const shown = calls.slice(-count);
  const left = calls.length - shown.length;
  const lines = shown.map((call, index) => {
    const line = `  ${left + index + 1}. ${call.at.toISOString().slice(11, 23)} ${describeCall(call)}`;
    return call.unmatched === undefined ? line : `${line}\n     ${call.unmatched.replaceAll("\n", "\n     ")}`;
  });
  const head = `The fake got ${calls.length} request${calls.length === 1 ? "" : "s"}:`;
  return [head, ...(left > 0 ? [`  (${left} earlier left out)`] : []), ...lines].join("\n");
}
