import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { TOOLS } from "../../scripts/toolkit/tools.ts";
import { ENV } from "./run-scripts.ts";
import { type Script, startOf } from "./script.ts";

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly title: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** Runs test files in one run of vitest. Returns what is wrong: a file without a test, too. */
export async function runVitest(scripts: readonly Script[], project: string): Promise<string[]> {
  if (scripts.length === 0) return [];
  const file = join(project, "vitest.json");
  // Of its own, lest it look for one further up; patient, where the machine is busy.
  await writeFile(join(project, "vitest.config.mjs"), "export default { test: { testTimeout: 30_000 } };\n");
  const names = scripts.map(({ page, name }) => `${page.folder}/${name}`);
  const command = [...TOOLS.vitest, "run", "--reporter=json", `--outputFile=${file}`, ...names];
  const { output } = await runCommand(command, { cwd: project, env: ENV });
  const report = await readFile(file, "utf8").then(
    (text) => JSON.parse(text) as Report,
    () => undefined,
  );
  if (report === undefined) return [`vitest did not run:\n${output}`];
  return scripts.flatMap((script) => {
    const result = report.testResults.find(({ name }) => name.endsWith(`${script.page.folder}/${script.name}`));
    if (result === undefined || result.assertionResults.length === 0)
      return [`${startOf(script)}: no test ran\n${result?.message ?? ""}`];
    return result.assertionResults
      .filter(({ status }) => status !== "passed")
      .map(({ title, failureMessages = [] }) => `${startOf(script)}: ${title}\n${failureMessages.join("\n")}`);
  });
}
