/** Result of a run of many calls through a rate limit. */
export interface PacedRun {
  readonly answered: number;
  /** Calls answered in each window, by the reset that its answers named, in order. */
  readonly windows: readonly number[];
  /** Milliseconds. */
  readonly durationMs: number;
}

/** Starts all calls at once, as a caller would who knows nothing of the limit, and waits until each is answered. */
export async function runPaced(call: () => Promise<{ readonly response: Response }>, calls: number): Promise<PacedRun> {
  const start = performance.now();
  const answered = new Map<string, number>();
  await Promise.all(
    Array.from({ length: calls }, async () => {
      const { response } = await call();
      const reset = response.headers.get("x-ratelimit-reset") ?? "";
      answered.set(reset, (answered.get(reset) ?? 0) + 1);
    }),
  );
  const windows = [...answered.values()];
  return {
    answered: windows.reduce((sum, count) => sum + count, 0),
    windows,
    durationMs: performance.now() - start,
  };
}
