import { finishApplying } from "../bump/apply-stage.ts";
import { HAND_WRITTEN, handWrittenStep, madeOfPagesStep } from "../bump/hand-written.ts";
import { defineCommand } from "../shared/command.ts";
import { runOnTerminal } from "../shared/run-steps.ts";
import type { Step } from "../shared/step.ts";
import { commandStep, generatedStep, lastLine } from "../shared/steps/command-step.ts";
import { turboStep } from "../shared/steps/turbo-step.ts";
import { vitestStep } from "../shared/steps/vitest-step.ts";
import { countTotals, summaryTable, totalsLine } from "../shared/summary.ts";
import { createStyle, detectTerminal } from "../shared/terminal.ts";
import { ROOT, svc, TOOLS } from "../shared/tools.ts";

export const test = defineCommand({
  options: {},
  description: `Runs everything that has to be green: generated files, lint, types, tests, packed packages, examples, pages. The last line is
"N passed, N failed".`,
  async run() {
    const terminal = detectTerminal(process.stdout, process.env);
    if (finishApplying(ROOT)) terminal.write("Completed a bump of the document that had been interrupted.\n");
    const results = await runOnTerminal(steps(), terminal, { concurrency: 2 });
    const totals = countTotals(results);
    terminal.write(summaryTable(results, createStyle(terminal.colour)) + totalsLine(totals));
    return totals.failed === 0 ? 0 : 1;
  },
});

function steps(): Step[] {
  return [
    generatedStep(),
    commandStep("format and lint", [...TOOLS.biome, "ci", "--error-on-warnings", "--max-diagnostics=50"]),
    turboStep("build", "build"),
    turboStep("types, TypeScript 5", "check-types"),
    turboStep("types, TypeScript 7", "check-types:7"),
    vitestStep("tests"),
    commandStep("packed packages", [...TOOLS.node, `${ROOT}checks/packed/main.ts`], {
      needs: ["build"],
      note: lastLine,
    }),
    ...HAND_WRITTEN.map(handWrittenStep),
    madeOfPagesStep("playground", [...TOOLS.node, `${ROOT}docs/playground/check.ts`], ["build"]),
    // The site has the playground within it, and installs its tools as well.
    madeOfPagesStep("documentation", svc(ROOT, "docs", "check"), ["build", "playground"]),
  ];
}
