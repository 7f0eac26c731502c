import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { runCommand } from "../toolkit/run-command.ts";
import type { StepOutcome } from "../toolkit/step.ts";
import { ROOT } from "../toolkit/tools.ts";
import type { ProjectEnvironment } from "./run-project.ts";

const DOCUMENT = join(ROOT, "engines/model/fixtures/documents/train-travel.json");

/**
 * Runs the published generator in an empty folder, as somebody does who has nothing but Node.js and npm: generates, and
 * runs the lines that it says to try.
 */
export async function runGenerator({ directory, env, version }: ProjectEnvironment): Promise<StepOutcome> {
  const folder = join(directory, "generator");
  const tree = join(folder, "sdk");
  mkdirSync(folder);
  const generate = ["--spec", DOCUMENT, "--out", "sdk", "--name", "acme"];
  const commands = [
    { command: ["npx", "--yes", `@svc/codegen@${version}`, ...generate], cwd: folder },
    { command: ["npm", "install", "--no-audit", "--no-fund"], cwd: tree },
    { command: ["npm", "run", "check"], cwd: tree },
    { command: ["npm", "run", "try"], cwd: tree },
  ];
  let output = "";
  for (const { command, cwd } of commands) {
    const result = await runCommand(command, { cwd, env });
    ({ output } = result);
    if (result.code !== 0)
      return { ok: false, note: `failed: ${command.map((part) => basename(part)).join(" ")}`, output };
  }
  const isAnswered = /stations\.list \{\n/.test(output);
  return {
    ok: isAnswered,
    note: isAnswered ? "npx, npm install, check, try" : "the first call was not answered",
    output,
  };
}
