import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";

/** Far more than the run takes, on however busy a machine. */
const BOUND_MS = 50_000;
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const folder = mkdtempSync(join(tmpdir(), "endings-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a run ends by itself, whatever state fakes, clocks and clients are left in", async () => {
  const report = join(folder, "report.json");
  const config = join(import.meta.dirname, "vitest.config.ts");
  const args = [vitest, "run", "--config", config, "--reporter=json", `--outputFile=${report}`];
  // It fails, as many of its tests do; a run that does not end is killed.
  const run = spawn(process.execPath, args, { stdio: "ignore", timeout: BOUND_MS });
  expect(await once(run, "exit")).toEqual([1, null]);
  const { numFailedTests, numPassedTests } = JSON.parse(readFileSync(report, "utf8"));
  expect([numFailedTests, numPassedTests]).toEqual([12, 5]);
});
