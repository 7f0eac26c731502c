import type { Timeline } from "./chart.ts";

/** Result of a run of many calls through a rate limit. */
export interface PacedRun extends Timeline {
  /** Calls answered in each window, by the reset that its answers named, in order. */
  readonly windows: readonly number[];
  /** Milliseconds. */
  readonly durationMs: number;
}

/** Options of {@link runPaced}. */
export interface PacedRunOptions {
  readonly calls: number;
  /** Called after each answer, with what is known so far. */
  readonly onAnswer?: (soFar: Timeline) => void;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
}

/** Starts all calls at once, as a caller would who knows nothing of the limit, and waits until each is answered. */
export async function runPaced(
  call: () => Promise<{ readonly response: Response }>,
  options: PacedRunOptions,
): Promise<PacedRun> {
  const { calls, onAnswer, now = () => performance.now() } = options;
  const start = now();
  const answers: number[] = [];
  const windows = new Map<string, { firstMs: number; answers: number }>();
  const resets = (): number[] => [...windows.values()].slice(1).map((window) => window.firstMs);
  await Promise.all(
    Array.from({ length: calls }, async () => {
      const { response } = await call();
      const at = now() - start;
      answers.push(at);
      const reset = response.headers.get("x-ratelimit-reset") ?? "";
      const window = windows.get(reset) ?? { firstMs: at, answers: 0 };
      windows.set(reset, { ...window, answers: window.answers + 1 });
      onAnswer?.({ answers, resets: resets() });
    }),
  );
  const counts = [...windows.values()].map((window) => window.answers);
  return { answers, resets: resets(), windows: counts, durationMs: now() - start };
}
