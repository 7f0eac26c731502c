import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
const TMP = join(import.meta.dirname, "../.tmp");

const SUITE = `import { createSvcClient } from "@svc/client";
import { build } from "@svc/testing/build";
import { createTest } from "@svc/testing/vitest";
import { expect } from "vitest";

const test = createTest((options) => createSvcClient(options));
for (let index = 0; index < 200; index++) {
  test("a list of emails, number " + index, async ({ fake, svc }) => {
    fake.personas("p").emails.add(build.email({ subject: "Code " + index }));
    const [email] = await svc.personas.emails.list("p", { limit: 5 });
    expect(email?.subject).toBe("Code " + index);
    expect(fake).toHaveReceived("persona_emails_list", { query: { limit: 5 } });
  });
}
`;

/** The cost of vitest itself. */
const EMPTY = `import { test } from "vitest";
for (let index = 0; index < 200; index++) test("nothing, number " + index, () => {});
`;

/** How long a test file of 200 tests takes, in milliseconds: with vitest's own start, and the tests alone. */
export interface SuiteTimes {
  readonly process: number;
  readonly tests: number;
}

/** Two hundred tests that do nothing, as vitest runs them. */
export function runEmptySuite(): SuiteTimes {
  return runFile(EMPTY);
}

/** Runs a file of 200 tests with a fresh fake and client each by vitest, against the built packages. */
export function runSuite(): SuiteTimes {
  return runFile(SUITE);
}

function runFile(source: string): SuiteTimes {
  mkdirSync(TMP, { recursive: true });
  const directory = mkdtempSync(join(TMP, "suite-"));
  try {
    writeFileSync(join(directory, "suite.test.ts"), source);
    const report = join(directory, "report.json");
    const args = ["run", "--root", directory, "--reporter=json", `--outputFile=${report}`];
    const begin = performance.now();
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(ROOT, "node_modules/vitest/vitest.mjs"), ...args],
      { cwd: directory, encoding: "utf8" },
    );
    const whole = performance.now() - begin;
    if (status !== 0) throw new Error(stdout + stderr);
    const { numPassedTests, testResults } = JSON.parse(readFileSync(report, "utf8")) as {
      numPassedTests: number;
      testResults: { startTime: number; endTime: number }[];
    };
    if (numPassedTests !== 200) throw new Error(`${numPassedTests} of 200 tests passed.`);
    const tests = testResults.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0);
    return { process: whole, tests };
  } finally {
    rmSync(directory, { recursive: true });
  }
}
