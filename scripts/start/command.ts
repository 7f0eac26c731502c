import { createStyle, detectTerminal } from "@svc/codegen/terminal";
import { defineCommand } from "../toolkit/command.ts";
import { commandStep, generatedStep, turboStep } from "../toolkit/kinds-of-steps.ts";
import { formatDuration, runSteps } from "../toolkit/steps.ts";
import { ROOT, TOOLS } from "../toolkit/tools.ts";

/** Commands to type then. */
const NEXT = `Next:
  npx -y pnpm@12 test                    checks everything; must pass
  npx -y pnpm@12 docs:build              the site with guides and console, into docs/dist
  npx -y pnpm@12 spec:diff OLD NEW       the difference of two documents
  npx -y pnpm@12 svc pack                builds the packages, to try them in another project
`;

export const start = defineCommand({
  options: {},
  description: `Generates everything, compares it with the committed files, builds, and runs the tour: a client calls
every operation of the document against the fake over HTTP on loopback. Exits 0 only if all of it succeeded.`,
  async run() {
    const terminal = detectTerminal(process.stdout, process.env);
    const style = createStyle(terminal.colour);
    const begin = performance.now();
    terminal.write(
      `${style.strong("svc SDK")} ${style.dim("from one OpenAPI document to a client that talks to a fake service")}\n\n`,
    );
    const generated = generatedStep();
    const tour = commandStep("tour", [...TOOLS.node, `${ROOT}examples/tour/main.ts`], {
      inherit: true,
      needs: ["build"],
    });
    const steps = [generated, turboStep("build", "build", [generated.name]), tour];
    const failed = (await runSteps(steps, { terminal, concurrency: 1 })).find(({ ok }) => !ok);
    const duration = formatDuration(performance.now() - begin);
    terminal.write(
      failed === undefined
        ? `\n${style.good("✓")} done in ${duration}\n\n${NEXT}`
        : `\n${style.bad(`✗ The step "${failed.name}" failed.`)}\n`,
    );
    return failed === undefined ? 0 : 1;
  },
});
