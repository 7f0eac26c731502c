import { readFileSync } from "node:fs";
import { join } from "node:path";
import { divideTests } from "../test/document-tests.ts";
import { runCommand } from "../toolkit/run-command.ts";

interface TestReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Runs the tests that see the document in a stage: how many pass, and which do not. */
export async function failingTests(stage: string): Promise<{ passed: number; failed: string[] }> {
  const file = join(stage, ".tmp-report.json");
  const args = ["run", ...divideTests(stage).ofDocument, "--reporter=json", `--outputFile=${file}`];
  const { output } = await runCommand([process.execPath, "node_modules/vitest/vitest.mjs", ...args], { cwd: stage });
  const report = readReport(file, output);
  const failed = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const path = name.startsWith(stage) ? name.slice(stage.length + 1) : name;
    const tests = assertionResults
      .filter((test) => test.status === "failed")
      .map((test) => `${path}: ${test.fullName}`);
    const isBroken = status === "failed" && assertionResults.length === 0;
    return isBroken ? [`${path}: ${(message ?? "cannot be loaded").split("\n", 1)[0]}`] : tests;
  });
  return { passed: report.numPassedTests, failed };
}

function readReport(file: string, output: string): TestReport {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as TestReport;
  } catch (error) {
    throw new Error(`The tests cannot be run:\n${output}`, { cause: error });
  }
}
