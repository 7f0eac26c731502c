import type { RecordedCall } from "./journal.ts";

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
