import type { JudgedDifference } from "../apply-judgement.ts";
import type { Difference } from "../change.ts";

/** The difference as `--json` prints it. */
export function toJson({ level, changes, ...more }: Difference & Partial<JudgedDifference>): string {
  return JSON.stringify({ level, changes, ...more }, null, 2);
}
