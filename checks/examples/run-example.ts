import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { TOOLS } from "../../scripts/toolkit/tools.ts";
import { chromiumPath } from "../chromium.ts";
import type { Example } from "./example.ts";

/** For a slow machine that does much else; most take a second or two. */
const LIMIT_MS = 120_000;

/** How an example went. */
export interface ExampleRun {
  readonly ok: boolean;
  readonly output: string;
  readonly seconds: number;
}

/** Type-checks an installed example, where it has types, and runs its script `test`. */
export async function runExample({ name, needsChromium }: Example, directory: string): Promise<ExampleRun> {
  const cwd = join(directory, "examples", name);
  const typed = existsSync(join(cwd, "tsconfig.json"));
  const commands = [...(typed ? [[...TOOLS.tsc, "-p", cwd, "--noEmit"]] : []), [...TOOLS.node, "--run", "test"]];
  // The same Node.js for all, whichever the machine has.
  const path = [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter);
  const chromium = needsChromium ? { SVC_CHROMIUM: chromiumPath() } : {};
  const begin = performance.now();
  const outputs: string[] = [];
  let ok = true;
  for (const command of commands) {
    const env = { PATH: path, NODE_OPTIONS: undefined, ...chromium };
    const run = await runCommand(command, { cwd, env, timeoutMs: LIMIT_MS });
    outputs.push(run.output.trim());
    ok = run.code === 0;
    if (!ok) break;
  }
  return { ok, output: outputs.join("\n"), seconds: (performance.now() - begin) / 1000 };
}
