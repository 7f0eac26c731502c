import type { RateLimitSnapshot } from "@svc/client";
import type { Progress } from "./report.ts";

const WIDTH = 30;

/** One line: `[=====>     ] 120/300, window 20/100`; while calls wait for the next window, how long. */
export function progressBar({ done, total }: Progress, window: RateLimitSnapshot, now: number): string {
  const filled = Math.round((done / total) * WIDTH);
  const bar = "=".repeat(filled).padEnd(WIDTH);
  const { limit, remaining, resetAt, queued } = window;
  const left = limit === undefined ? "" : `, window ${remaining ?? "?"}/${limit}`;
  const isWaiting = remaining === 0 && queued > 0 && resetAt !== undefined;
  const wait = isWaiting ? `, next in ${Math.max(0, Math.ceil((resetAt.getTime() - now) / 1000))} s` : "";
  return `[${bar}] ${done}/${total}${left}${wait}`;
}
