import { rmSync } from "node:fs";
import { join } from "node:path";
import { createStage } from "@svc/codegen/bump";
import { detectTerminal } from "@svc/codegen/terminal";
import { defineCommand } from "../toolkit/command.ts";
import { commandStep, lastLine } from "../toolkit/kinds-of-steps.ts";
import { runSteps, type Step, summarize } from "../toolkit/steps.ts";
import { ROOT, svc, TOOLS } from "../toolkit/tools.ts";
import { installTools, lintWorkflows } from "./release-tools.ts";

export const rehearseRelease = defineCommand({
  options: {},
  description: `A whole release except publishing: versions and changelogs in a copy of the checkout, every tarball
checked, a repository created from them by \`svc-codegen init\`, and the examples installed from them and tested. The
working tree does not change.

Not part of \`pnpm test\`, because it takes minutes and downloads the dependencies of the examples.`,
  run: rehearse,
});

async function rehearse(): Promise<number> {
  const terminal = detectTerminal(process.stdout, process.env);
  const stage = createStage(ROOT);
  // Also where the process is ended from outside.
  process.once("exit", () => rmSync(stage, { recursive: true, force: true, maxRetries: 5 }));
  return summarize(await runSteps(stepsIn(stage), { terminal, concurrency: 2 }), terminal);
}

function stepsIn(stage: string): Step[] {
  const step = (name: string, needs: readonly string[], command: readonly string[]): Step =>
    commandStep(name, command, { cwd: stage, needs, note: lastLine });
  return [
    { name: "tools and workflows", run: lint },
    step("version, pack and check", ["tools and workflows"], svc(stage, "release", "version")),
    step("packed packages", ["version, pack and check"], [...TOOLS.node, join(stage, "checks/main.ts"), "packed"]),
    step("examples", ["version, pack and check"], [...TOOLS.node, join(stage, "checks/main.ts"), "examples"]),
  ];
}

/** Installs what a release needs, and reads the workflows as GitHub would. */
async function lint(): ReturnType<Step["run"]> {
  await installTools();
  const findings = await lintWorkflows();
  return { ok: findings.length === 0, note: `${findings.length} findings`, output: findings.join("\n") };
}
