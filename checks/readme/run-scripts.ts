import { join } from "node:path";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { TOOLS } from "../../scripts/toolkit/tools.ts";
import { missingOutput } from "./code-blocks.ts";
import { type Script, startOf } from "./script.ts";

/** How the fake stands in for https://svc.example.com: as the global fetch, or not at all. */
type Way = "fetch" | "none";

/** Variables of the environment that blocks read. */
export const ENV: Readonly<Record<string, string>> = {
  SVC_API_KEY: "example-key",
  SVC_BASE_URL: "https://svc.example.com",
  SVC_USERNAME: "ada",
  SVC_PASSWORD: "correct horse",
};

interface Report {
  readonly file: string;
  readonly output: string;
  readonly error?: string;
}

/** Runs scripts in few processes. Returns what is wrong. */
export async function runScripts(
  scripts: readonly Script[],
  project: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const byFile = new Map(scripts.map((script) => [join(project, script.page.folder, script.name), script]));
  const groups = Map.groupBy(byFile, ([, script], index) => groupOf(script, index));
  const findings: string[] = [];
  const waiting = [...groups.values()];
  const work = async (): Promise<void> => {
    for (let group = waiting.shift(); group; group = waiting.shift())
      findings.push(...(await runGroup(group, project, env)));
  };
  await Promise.all([work(), work()]);
  return findings;
}

/** Scripts that may share a process, in two halves; what intercepts changes its process for good. */
function groupOf(script: Script, index: number): string {
  return wayOf(script) === "fetch" && !isNodeTest(script) ? `fetch ${index % 2}` : startOf(script);
}

/** Tests of `node:test` run after the file that has them, and tell how they ended by the exit code. */
function isNodeTest({ code }: Script): boolean {
  return /from "node:test"/.test(code);
}

function wayOf({ code }: Script): Way {
  return /\.intercept\(|setupServer\(/.test(code) ? "none" : "fetch";
}

async function runGroup(
  group: readonly (readonly [file: string, script: Script])[],
  project: string,
  env: Readonly<Record<string, string>>,
): Promise<string[]> {
  const [[, first]] = group as [readonly [string, Script]];
  const files = group.map(([file]) => file);
  const options = { cwd: join(project, first.page.folder), env: { ...ENV, ...env }, timeoutMs: 120_000 };
  if (isNodeTest(first)) {
    const { code, output } = await runCommand([...TOOLS.node, ...files], options);
    return code === 0 ? [] : [`${startOf(first)}: exit code ${code}\n${output.trim()}`];
  }
  const command = [...TOOLS.node, join(project, "runner/main.mjs"), wayOf(first), ...files];
  const { output } = await runCommand(command, options);
  const reports = new Map(output.split("\n").flatMap(parseReport));
  return group.flatMap(([file, script]) => {
    const report = reports.get(file);
    if (report === undefined) return [`${startOf(script)}: did not run\n${output.trim()}`];
    if (report.error !== undefined) return [`${startOf(script)}: ${report.error}\n${report.output}`];
    return missingOutput(script.promised, report.output).map(
      (text) => `${startOf(script)}: promises the output "${text}", but printed\n${report.output}`,
    );
  });
}

function parseReport(line: string): [string, Report][] {
  if (!line.startsWith('{"file":')) return [];
  const report = JSON.parse(line) as Report;
  return [[report.file, report]];
}
