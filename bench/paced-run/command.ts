import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawStandalone, type PacedRun, type RecordedClient } from "../../scripts/docs/plots/paced-run.ts";
import { measuredCommit } from "../../scripts/release/measured-figures.ts";
import { defineCommand, UsageError } from "../../scripts/toolkit/command.ts";
import { installWorkspace } from "../../scripts/toolkit/install-workspace.ts";
import { ROOT } from "../../scripts/toolkit/tools.ts";

const DOCS = join(ROOT, "docs");
const CALLS = 500;
const LIMIT = 50;
const WINDOW_MS = 1000;
const COLUMN_MS = 100;

/** The peers of its clients have to be installed before it is loaded, or looked at by the compiler. */
const RECORD = "./record.ts";

export const pacedRun = defineCommand({
  options: {},
  description: `Makes ${CALLS} calls at once to a service on loopback that allows ${LIMIT} per second, with this client and then with ky, and
writes docs/paced-run.json and its picture, docs/paced-run.svg.`,
  async run() {
    const commit = measuredCommit(ROOT);
    if (commit === undefined)
      throw new UsageError("Commit packages/ and engines/ first: the run names the commit that was measured.");
    await installWorkspace(join(ROOT, "bench"));
    const clients: RecordedClient[] = [];
    const { record } = (await import(RECORD)) as {
      record: (name: string, run: RunSettings) => Promise<RecordedClient>;
    };
    const settings = { calls: CALLS, limit: LIMIT, windowMs: WINDOW_MS, columnMs: COLUMN_MS };
    for (const name of ["@svc/client", "ky"]) clients.push(await record(name, settings));
    const run: PacedRun = { ...settings, commit, clients };
    writeFileSync(join(DOCS, "paced-run.json"), `${JSON.stringify(run)}\n`);
    writeFileSync(join(DOCS, "paced-run.svg"), drawStandalone(run));
    for (const { name, answered, refused, lost, tookMs } of clients)
      console.log(`${name}: ${answered} answered, ${refused} refused, ${lost} lost, ${(tookMs / 1000).toFixed(1)} s`);
    return 0;
  },
});

/** Settings of a recording: numbers of calls and of requests that a window allows, times in milliseconds. */
export type RunSettings = Omit<PacedRun, "clients" | "commit">;
