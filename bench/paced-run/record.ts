import type { RecordedClient } from "../../scripts/docs/plots/paced-run.ts";
import type { RunSettings } from "../paced-run.ts";
import { CLIENTS } from "../pacing/clients.ts";
import { startServer } from "../pacing/server.ts";
import { settle, untilWindowStart } from "../pacing/tasks.ts";

/** One client's run, from the start of a window. */
export async function record(name: string, { calls, limit, windowMs, columnMs }: RunSettings): Promise<RecordedClient> {
  const create = CLIENTS[name];
  if (create === undefined) throw new Error(`No client is named ${name}.`);
  const answers: number[] = [];
  const refusals: number[] = [];
  let begin = 0;
  const onAnswer = (status: number): void => {
    const counts = status === 429 ? refusals : answers;
    const column = Math.floor((performance.now() - begin) / columnMs);
    counts[column] = (counts[column] ?? 0) + 1;
  };
  const server = await startServer({ limit, windowMs, onAnswer });
  const { task, close } = create(server.url);
  try {
    await untilWindowStart({ limit, windowMs });
    begin = performance.now();
    const lost = await settle(Array.from({ length: calls }, () => task()));
    const tookMs = Math.round(performance.now() - begin);
    const { answered, refused } = server.counts;
    return { name, answered, refused, lost, tookMs, answers: filled(answers), refusals: filled(refusals) };
  } finally {
    await close?.();
    await server.close();
  }
}

/** Columns without a request are 0 instead of missing. */
function filled(counts: readonly number[]): number[] {
  return Array.from(counts, (count) => count ?? 0);
}
