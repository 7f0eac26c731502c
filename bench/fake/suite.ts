import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packPostOffice } from "../../checks/packed/pack-post-office.ts";
import { unpackTarballs } from "../../scripts/release/packed/unpack-tarballs.ts";
import { ROOT } from "../../scripts/toolkit/tools.ts";

const TMP = join(import.meta.dirname, "../.tmp");

const SUITE = `import { createSvcClient } from "@svc/client";
import { build } from "@svc/testing/build";
import { createTest } from "@svc/testing/vitest";
import { expect } from "vitest";

const test = createTest((options) => createSvcClient(options));
for (let index = 0; index < 200; index++) {
  test("a list of letters, number " + index, async ({ fake, svc }) => {
    fake.mailboxes("m").letters.add(build.letter({ topic: "Code " + index }));
    const [letter] = await svc.mailboxes.letters.list("m", { limit: 5 });
    expect(letter?.topic).toBe("Code " + index);
    expect(fake).toHaveReceived("mailbox_letters_list", { query: { limit: 5 } });
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

export interface Suites {
  /** Two hundred tests that do nothing, as vitest runs them. */
  runEmptySuite(): SuiteTimes;
  /** Runs a file of 200 tests with a fresh fake and client each by vitest. */
  runSuite(): SuiteTimes;
  remove(): void;
}

/** A project with the packed packages of a document of their own, whose methods the suite calls. */
export async function prepareSuites(): Promise<Suites> {
  mkdirSync(TMP, { recursive: true });
  const directory = mkdtempSync(join(TMP, "suite-"));
  await unpackTarballs(await packPostOffice(join(directory, "packed")), directory);
  symlinkSync(join(ROOT, "node_modules/vitest"), join(directory, "node_modules/vitest"), "junction");
  return {
    runEmptySuite: () => runFile(EMPTY, directory),
    runSuite: () => runFile(SUITE, directory),
    remove: () => rmSync(directory, { recursive: true }),
  };
}

function runFile(source: string, directory: string): SuiteTimes {
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
}
