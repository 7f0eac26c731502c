import { finishApplying } from "./bump/apply-stage.ts";
import { runCommand } from "./workshop/run-command.ts";
import { runOnTerminal } from "./workshop/run-on-terminal.ts";
import { formatDuration } from "./workshop/step-line.ts";
import { generatedStep } from "./workshop/steps/generated-step.ts";
import { turboStep } from "./workshop/steps/turbo-step.ts";
import { createStyle } from "./workshop/style.ts";
import { detectTerminal } from "./workshop/terminal.ts";
import { ROOT, TOOLS } from "./workshop/tools.ts";

const terminal = detectTerminal(process.stdout, process.env);
const style = createStyle(terminal.colour);
const begin = performance.now();

terminal.write(
  `${style.strong("svc SDK")} ${style.dim("from one OpenAPI document to a client that talks to a fake service")}\n\n`,
);
if (finishApplying(ROOT)) terminal.write("Completed a bump of the document that had been interrupted.\n\n");
const results = await runOnTerminal([generatedStep(), turboStep("build", "build")], terminal, { stopOnFailure: true });
const failed = results.find((result) => !result.ok);
if (failed === undefined) {
  const tour = await runCommand([...TOOLS.node, `${ROOT}examples/tour/main.ts`], { cwd: ROOT, inherit: true });
  if (tour.code === 0)
    terminal.write(`\n${style.good("✓")} all of it happened, ${formatDuration(performance.now() - begin)}\n`);
  else terminal.write(`\n${style.bad('✗ The step "tour" failed.')}\n`);
  process.exitCode = tour.code;
} else {
  terminal.write(`\n${style.bad(`✗ The step "${failed.name}" failed.`)}\n`);
  process.exitCode = 1;
}
