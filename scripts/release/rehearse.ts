import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createStyle, detectTerminal } from "@svc/codegen/terminal";
import { defineCommand } from "../toolkit/command.ts";
import { runOnTerminal } from "../toolkit/run-steps.ts";
import { countTotals, formatDuration, totalsLine } from "../toolkit/summary.ts";
import { createRehearsal } from "./rehearsal.ts";
import { projectTable, tarballTable } from "./tables.ts";

export const rehearseRelease = defineCommand({
  options: {},
  description: `A release from beginning to end, without anybody noticing: versions and changelogs in a copy of the checkout, every tarball
checked, published to a registry on loopback, installed from it by npm and by pnpm in fresh projects, and their tests run.
The working tree stays as it is.

No part of \`pnpm test\`, because it takes minutes and downloads what the projects depend on. Needs the network.
browser-vite calls the fake in a Chromium from SVC_CHROMIUM or PATH, and says so where there is none.`,
  run: rehearse,
});

async function rehearse(): Promise<number> {
  const begin = performance.now();
  const terminal = detectTerminal(process.stdout, process.env);
  const style = createStyle(terminal.colour);
  const directory = mkdtempSync(join(tmpdir(), "svc-rehearsal-"));
  const rehearsal = createRehearsal(directory);
  // Also where the process is ended from outside.
  process.once("exit", () => {
    for (const folder of rehearsal.folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  try {
    const results = await runOnTerminal(rehearsal.steps, terminal, { concurrency: 2 });
    terminal.write(`\n${tarballTable(rehearsal.figures)}\n${projectTable(results)}\n`);
    terminal.write(style.dim(`rehearsed in ${formatDuration(performance.now() - begin)}\n`));
    const totals = countTotals(results);
    terminal.write(totalsLine(totals));
    return totals.failed === 0 ? 0 : 1;
  } finally {
    rehearsal.close();
  }
}
