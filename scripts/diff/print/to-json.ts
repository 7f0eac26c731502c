import type { Difference } from "../change.ts";
import type { JudgedDifference } from "../compiler/apply-judgement.ts";

/** The difference as `--json` prints it. */
export function toJson({ level, changes, ...more }: Difference & Partial<JudgedDifference>): string {
  return JSON.stringify({ level, changes, ...more }, null, 2);
}
