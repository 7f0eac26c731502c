import { type BumpPlan, stageEnv, TAKING, takeDocument, writeFiles } from "@svc/codegen/bump";
import { createStyle, detectTerminal } from "@svc/codegen/terminal";
import { LEFT } from "../test/command.ts";
import { defineCommand } from "../toolkit/command.ts";
import { runCommand } from "../toolkit/run-command.ts";
import { ROOT, svc } from "../toolkit/tools.ts";
import { ownRepository } from "./own-repository.ts";

const terminal = detectTerminal(process.stdout, process.env);
const style = createStyle(terminal.colour);
const say = (text: string): void => terminal.write(`${text}\n`);

export const bump = defineCommand({
  operands: ["FILE"],
  options: {
    ...TAKING,
    "all-tests": { type: "boolean", text: "also run tests that cannot see the document" },
    "no-tests": { type: "boolean", text: "run no tests" },
  },
  description: `Takes a new version of the document: validates it, reports the changes and the version that they
require, replaces the document, freezes the old one in spec/history/, regenerates, writes the changeset and runs the
tests. Lists lines of pages and examples that no longer compile. If a step fails, nothing changes on disk.`,
  run: ({ values, operands: [file = ""] }) =>
    takeDocument({
      repository: ownRepository(),
      file,
      values,
      carryOut: (plan, stage) =>
        carryOut(plan, stage, values["no-tests"] ? "none" : values["all-tests"] ? "all" : "of the document"),
    }),
});

/** Returns a remark for the end, undefined where a step failed. */
async function carryOut(plan: BumpPlan, stage: string, tests: Tests): Promise<string | undefined> {
  writeFiles(stage, plan.files);
  if ((await runStep(["generate"], stage)) !== 0) return undefined;
  if (tests === "none") return "Nothing was tried out: run pnpm test.";
  const some = tests === "of the document" ? ["--document"] : [];
  const code = await runStep(["test", "--update", ...some], stage);
  if (code === LEFT) return "Pages and examples are left to edit: they are listed above.";
  return code === 0 ? "" : undefined;
}

type Tests = "all" | "of the document" | "none";

async function runStep([name, ...args]: readonly ["generate" | "test", ...string[]], stage: string): Promise<number> {
  say(`\n${name} ...`);
  const { code, output } = await runCommand(svc(stage, name, ...args), {
    cwd: stage,
    inherit: name === "test",
    env: stageEnv(ROOT),
    timeoutMs: 60 * 60_000,
  });
  if (code !== 0 && code !== LEFT) say(`${output}\n${style.bad(`✗ The step "${name}" failed; nothing was changed.`)}`);
  return code;
}
