import { reasonPhrase } from "../../adapters/fetched-response.ts";

/** Class of a status: how it went. */
export function tone(status: number | undefined | null): "good" | "warn" | "bad" {
  if (status === undefined || status === null || status >= 500) return "bad";
  return status >= 400 ? "warn" : "good";
}

/** A status in words: `503 Service Unavailable`. */
export function statusText(status: number | undefined | null): string {
  return status === undefined || status === null ? "No response" : `${status} ${reasonPhrase(status)}`;
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
