import { type Profiler, Session } from "node:inspector/promises";

const session = new Session();

/** From here on it is counted which blocks of code are entered. To be called before the code is loaded. */
export function startCounting(): void {
  session.connect();
  void session.post("Profiler.enable");
  void session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
}

/** Functions and branches of a module: how many there are where something was counted, and how many were entered. */
export async function countBlocks(module: string): Promise<{ entered: number; all: number }> {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const script = result.find(({ url }) => url.endsWith(module)) as Profiler.ScriptCoverage;
  const counts = script.functions.flatMap(({ ranges }) => ranges.map(({ count }) => count));
  return { entered: counts.filter((count) => count > 0).length, all: counts.length };
}
