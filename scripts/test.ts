import { finishApplying } from "./bump/apply-stage.ts";
import { HAND_WRITTEN, handWrittenStep, madeOfPagesStep } from "./bump/hand-written.ts";
import { runOnTerminal } from "./workshop/run-on-terminal.ts";
import { commandStep, lastLine } from "./workshop/steps/command-step.ts";
import { generatedStep } from "./workshop/steps/generated-step.ts";
import { turboStep } from "./workshop/steps/turbo-step.ts";
import { vitestStep } from "./workshop/steps/vitest-step.ts";
import { createStyle } from "./workshop/style.ts";
import { countTotals, summaryTable, totalsLine } from "./workshop/summary.ts";
import { detectTerminal } from "./workshop/terminal.ts";
import { ROOT, TOOLS } from "./workshop/tools.ts";

const steps = [
  generatedStep(),
  commandStep("format and lint", [...TOOLS.biome, "ci", "--error-on-warnings", "--max-diagnostics=50"]),
  turboStep("build", "build"),
  turboStep("types, TypeScript 5", "check-types"),
  turboStep("types, TypeScript 7", "check-types:7"),
  vitestStep("tests"),
  commandStep("packed packages", [...TOOLS.node, `${ROOT}scripts/checks/packed/main.ts`], {
    needs: ["build"],
    note: lastLine,
  }),
  ...HAND_WRITTEN.map(handWrittenStep),
  madeOfPagesStep("playground", "docs/playground/check.ts", ["build"]),
  // The site has the playground within it, and installs its tools as well.
  madeOfPagesStep("documentation", "scripts/docs/check.ts", ["build", "playground"]),
];

const terminal = detectTerminal(process.stdout, process.env);
if (finishApplying(ROOT)) terminal.write("Completed a bump of the document that had been interrupted.\n");
const results = await runOnTerminal(steps, terminal, { concurrency: 2 });
const totals = countTotals(results);
terminal.write(summaryTable(results, createStyle(terminal.colour)) + totalsLine(totals));
process.exitCode = totals.failed === 0 ? 0 : 1;
