import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawStandalone, type PacedRun, type RecordedClient } from "../../scripts/docs/plots/paced-run.ts";
import { defineCommand } from "../../scripts/toolkit/command.ts";
import { installWorkspace } from "../../scripts/toolkit/install-workspace.ts";
import { ROOT } from "../../scripts/toolkit/tools.ts";

const DOCS = join(ROOT, "docs");
const CALLS = 500;
const LIMIT = 50;
const WINDOW_MS = 1000;
const COLUMN_MS = 100;

export const pacedRun = defineCommand({
  options: {},
  description: `Makes ${CALLS} calls at once to a service on loopback that allows ${LIMIT} per second, with this client and then with ky, and
writes docs/paced-run.json and its picture, docs/paced-run.svg.`,
  async run() {
    await installWorkspace(join(ROOT, "bench"));
    const clients: RecordedClient[] = [];
    for (const name of ["@svc/client", "ky"]) clients.push(await record(name));
    const run: PacedRun = { calls: CALLS, limit: LIMIT, windowMs: WINDOW_MS, columnMs: COLUMN_MS, clients };
    writeFileSync(join(DOCS, "paced-run.json"), `${JSON.stringify(run)}\n`);
    writeFileSync(join(DOCS, "paced-run.svg"), drawStandalone(run));
    for (const { name, answered, refused, lost, tookMs } of clients)
      console.log(`${name}: ${answered} answered, ${refused} refused, ${lost} lost, ${(tookMs / 1000).toFixed(1)} s`);
    return 0;
  },
});

/** One client's run, from the start of a window. */
async function record(name: string): Promise<RecordedClient> {
  // Their peers are installed first.
  const [{ CLIENTS }, { startServer }, { settle, untilWindowStart }] = await Promise.all([
    import("../pacing/clients.ts"),
    import("../pacing/server.ts"),
    import("../pacing.ts"),
  ]);
  const create = CLIENTS[name];
  if (create === undefined) throw new Error(`No client is named ${name}.`);
  const answers: number[] = [];
  const refusals: number[] = [];
  let begin = 0;
  const onAnswer = (status: number): void => {
    const counts = status === 429 ? refusals : answers;
    const column = Math.floor((performance.now() - begin) / COLUMN_MS);
    counts[column] = (counts[column] ?? 0) + 1;
  };
  const server = await startServer({ limit: LIMIT, windowMs: WINDOW_MS, onAnswer });
  const { task, close } = create(server.url);
  try {
    await untilWindowStart({ limit: LIMIT, windowMs: WINDOW_MS });
    begin = performance.now();
    const lost = await settle(Array.from({ length: CALLS }, () => task()));
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
