import type { Duration } from "@svc/fastapi-validation";

/** A duration in milliseconds; microseconds become a fraction. */
export function durationMs({ days, seconds, microseconds }: Duration): number {
  return days * 86_400_000 + seconds * 1000 + microseconds / 1000;
}
