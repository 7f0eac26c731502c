import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "../../scripts/toolkit/run-command.ts";

// Ten tests as a newcomer writes them (`ten-tests.js`), on the packed bytes with a document of their own, by every runner.

const NODE = process.execPath;
const VITEST = [NODE, "node_modules/vitest/vitest.mjs", "run", "--root", ".", "--config", "ten.config.mjs"];
const JEST = [NODE, "--experimental-vm-modules", "node_modules/jest/bin/jest.js", "--testMatch", "**/ten.test.js"];

export interface Runner {
  /** Module that `test` is imported from. */
  readonly module: string;
  readonly command: readonly string[];
  readonly passed: RegExp;
}

/** Runners by the project that has them. */
export const RUNNERS: { readonly [project: string]: Runner } = {
  "vitest-3": { module: "vitest", command: VITEST, passed: /Tests .*10 passed/ },
  "vitest-4": { module: "vitest", command: VITEST, passed: /Tests .*10 passed/ },
  "vitest-5": { module: "vitest", command: VITEST, passed: /Tests .*10 passed/ },
  "jest-29": { module: "@jest/globals", command: JEST, passed: /Tests: +10 passed, 10 total/ },
  "jest-30": { module: "@jest/globals", command: JEST, passed: /Tests: +10 passed, 10 total/ },
  node: { module: "node:test", command: [NODE, "--test", "ten.test.js"], passed: /pass 10\n.*fail 0/s },
  bun: {
    module: "bun:test",
    command: ["node_modules/bun/bin/bun.exe", "test", "./ten.test.js"],
    passed: /10 pass\n +0 fail/,
  },
  playwright: {
    module: "@playwright/test",
    command: [NODE, "node_modules/@playwright/test/cli.js", "test", "ten.test.js"],
    passed: /10 passed/,
  },
};

/** Writes the ten tests into a project of this folder and runs them. */
export async function runTen(project: string, { module, command }: Runner) {
  const cwd = join(import.meta.dirname, project);
  copyFileSync(join(import.meta.dirname, "ten-tests.js"), join(cwd, "ten-tests.js"));
  const text = `import { tenTests } from "./ten-tests.js";\nimport { test } from "${module}";\n\ntenTests(test);\n`;
  writeFileSync(join(cwd, "ten.test.js"), text);
  // Else the configuration of the checkout is found above.
  if (module === "vitest")
    writeFileSync(join(cwd, "ten.config.mjs"), 'export default { test: { include: ["ten.test.js"] } };');
  return runCommand(command, { cwd, timeoutMs: 100_000 });
}
