import type { Difference } from "../change.ts";

/** The difference as `--json` prints it. */
export function toJson({ level, changes, ...more }: Difference): string {
  return JSON.stringify({ level, changes, ...more }, null, 2);
}
