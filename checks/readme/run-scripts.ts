import { join } from "node:path";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { TOOLS } from "../../scripts/toolkit/tools.ts";
import { missingOutput } from "./code-blocks.ts";
import { type Script, startOf } from "./script.ts";

/** Variables of the environment that blocks read. */
export const ENV: Readonly<Record<string, string>> = {
  SVC_API_KEY: "example-key",
  SVC_BASE_URL: "https://svc.example.com",
  SVC_USERNAME: "ada",
  SVC_PASSWORD: "correct horse",
};

/** Runs scripts, each in a process of its own, two at a time. Returns what is wrong. */
export async function runScripts(
  scripts: readonly Script[],
  project: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const findings: string[] = [];
  const queue = [...scripts];
  const work = async (): Promise<void> => {
    for (let script = queue.shift(); script !== undefined; script = queue.shift()) {
      const cwd = join(project, script.page.folder);
      const command = [...TOOLS.node, ...argumentsOf(script, project, join(cwd, script.name))];
      const { code, output } = await runCommand(command, { cwd, env: { ...ENV, ...env }, timeoutMs: 120_000 });
      const missing = code === 0 ? missingOutput(script.promised, output) : [];
      if (code !== 0) findings.push(`${startOf(script)}: exit code ${code}\n${output.trim()}`);
      for (const text of missing)
        findings.push(`${startOf(script)}: promises the output "${text}", but printed\n${output.trim()}`);
    }
  };
  await Promise.all([work(), work()]);
  return findings;
}

function argumentsOf({ code }: Script, project: string, file: string): string[] {
  // Tests of `node:test` run after the file that has them, and tell how they ended by the exit code.
  if (/from "node:test"/.test(code)) return [file];
  const isOwn = /\.intercept\(|setupServer\(/.test(code);
  return [join(project, "runner/main.mjs"), file, isOwn ? "own" : "fetch"];
}
