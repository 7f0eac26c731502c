/** Class of a status: how it went. */
export function tone(status: number | undefined | null): "good" | "warn" | "bad" {
  if (status === undefined || status === null || status >= 500) return "bad";
  return status >= 400 ? "warn" : "good";
}

/** Names of the statuses that a client meets. */
const PHRASES: { readonly [status: number]: string } = {
  200: "OK",
  201: "Created",
  204: "No Content",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/** A status in words: `503 Service Unavailable`. */
export function statusText(status: number | undefined | null): string {
  return status === undefined || status === null ? "No response" : `${status} ${PHRASES[status] ?? ""}`.trim();
}

/** A value, or text that may be JSON, with a line for each field. */
export function pretty(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value, null, 2) ?? "";
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}

export function plural(count: number, word: string): string {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}

/** A span of time in its largest unit: `42 s`. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

/** The time of day, UTC. */
export function timeOfDay(at: string | number): string {
  return new Date(at).toISOString().slice(11, 19);
}
