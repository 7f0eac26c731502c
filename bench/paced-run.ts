import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawStandalone, type PacedRun, type RecordedClient } from "../scripts/docs/plots/paced-run.ts";
import { measuredCommit } from "../scripts/release/measured-figures.ts";
import { UsageError } from "../scripts/toolkit/command.ts";
import { ROOT } from "../scripts/toolkit/tools.ts";
import type { Report } from "./report.ts";

const DOCS = join(ROOT, "docs");
const CALLS = 500;
const LIMIT = 50;
const WINDOW_MS = 1000;
const COLUMN_MS = 100;

/** Not looked at by the compiler: the peers of its clients need not be installed. */
const RECORD = "./paced-run/record.ts";

/**
 * The same calls at once to a service on loopback, with this client and then with ky: writes docs/paced-run.json and its picture,
 * docs/paced-run.svg. It has no table.
 */
export async function run(): Promise<Report[]> {
  const commit = measuredCommit(ROOT);
  if (commit === undefined)
    throw new UsageError("Commit packages/ and engines/ first: the run names the commit that was measured.");
  const clients: RecordedClient[] = [];
  const { record } = (await import(RECORD)) as {
    record: (name: string, run: RunSettings) => Promise<RecordedClient>;
  };
  const settings = { calls: CALLS, limit: LIMIT, windowMs: WINDOW_MS, columnMs: COLUMN_MS };
  for (const name of ["@svc/client", "ky"]) clients.push(await record(name, settings));
  const paced: PacedRun = { ...settings, commit, clients };
  writeFileSync(join(DOCS, "paced-run.json"), `${JSON.stringify(paced)}\n`);
  writeFileSync(join(DOCS, "paced-run.svg"), drawStandalone(paced));
  for (const { name, answered, refused, lost, tookMs } of clients)
    console.log(`${name}: ${answered} answered, ${refused} refused, ${lost} lost, ${(tookMs / 1000).toFixed(1)} s`);
  return [];
}

/** Settings of a recording: numbers of calls and of requests that a window allows, times in milliseconds. */
export type RunSettings = Omit<PacedRun, "clients" | "commit">;
