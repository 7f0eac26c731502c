import { createStyle, detectTerminal } from "@svc/codegen/terminal";
import { defineCommand } from "../toolkit/command.ts";
import { runCommand } from "../toolkit/run-command.ts";
import { runOnTerminal } from "../toolkit/run-steps.ts";
import { generatedStep } from "../toolkit/steps/command-step.ts";
import { turboStep } from "../toolkit/steps/turbo-step.ts";
import { formatDuration } from "../toolkit/summary.ts";
import { ROOT, TOOLS } from "../toolkit/tools.ts";

/** Commands to type then. */
const NEXT = `Next:
  npx -y pnpm@12 test                    everything that has to be green
  npx -y pnpm@12 docs:build              the site with guides and console, into docs/dist
  npx -y pnpm@12 spec:diff OLD NEW       the difference of two documents
  npx -y pnpm@12 svc pack                the packages, to try them in a project of yours: nothing is published yet
`;

export const start = defineCommand({
  options: {},
  description: `Generates everything and compares it with what is committed, builds, and runs the tour: a real client calls every operation of
the document against the fake over HTTP on loopback. Exits 0 only if all of it happened.`,
  async run() {
    const terminal = detectTerminal(process.stdout, process.env);
    const style = createStyle(terminal.colour);
    const begin = performance.now();
    terminal.write(
      `${style.strong("svc SDK")} ${style.dim("from one OpenAPI document to a client that talks to a fake service")}\n\n`,
    );
    const steps = [generatedStep(), turboStep("build", "build")];
    const results = await runOnTerminal(steps, terminal, { stopOnFailure: true });
    const failed = results.find((result) => !result.ok);
    if (failed !== undefined) {
      terminal.write(`\n${style.bad(`✗ The step "${failed.name}" failed.`)}\n`);
      return 1;
    }
    const { code } = await runCommand([...TOOLS.node, `${ROOT}examples/tour/main.ts`], { cwd: ROOT, inherit: true });
    const duration = formatDuration(performance.now() - begin);
    terminal.write(
      code === 0
        ? `\n${style.good("✓")} all of it happened, ${duration}\n\n${NEXT}`
        : `\n${style.bad('✗ The step "tour" failed.')}\n`,
    );
    return code;
  },
});
