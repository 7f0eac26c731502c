import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { installPacked } from "../../scripts/release/packed/install-packed.ts";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import { packPostOffice } from "../packed/pack-post-office.ts";
import { RUNNERS, runTen } from "./runners.ts";

// The packed bytes with every supported major of the runners: type-checked with their declarations, and run. The packages are
// those of a document of their own, whose methods the programs call.

const HERE = import.meta.dirname;
const majors = readdirSync(HERE).filter((name) => /^(vitest|jest)-\d+$/.test(name));

beforeAll(async () => {
  await installPacked(HERE, Object.keys(RUNNERS), { pack: packPostOffice });
  for (const major of majors) prepare(join(HERE, major));
}, 300_000);

function prepare(project: string): void {
  const isJest = project.includes("jest-");
  const compilerOptions = {
    module: "nodenext",
    target: "es2024",
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    types: ["node"],
    lib: ["es2024", "esnext.disposable", "dom", "dom.iterable", "dom.asynciterable"],
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.test.mts"] }));
  writeFileSync(join(project, "types.test.mts"), isJest ? JEST_TYPES : VITEST);
  // Else the configuration of the checkout is found above.
  writeFileSync(join(project, "vitest.config.mjs"), 'export default { test: { include: ["*.test.mts"] } };');
  for (const file of isJest ? ["a", "b", "c"] : []) writeFileSync(join(project, `${file}.test.js`), JEST);
}

const EXPECTATIONS = `
  expect(fake).toHaveReceived("bell.get", { times: 1 });
  expect(fake).not.toHaveReceived("counters_film_get");
  // @ts-expect-error: not an expectation
  expect(() => expect(fake).toHaveReceived("bell.get", { time: 1 })).toThrow("no expectation");
`;

const VITEST = `
import { createTest } from "@svc/testing/vitest";
import { expect, vi } from "vitest";
const headers = { authorization: "Bearer k" };
const test = createTest(({ baseUrl }) => ({ get: () => fetch(baseUrl + "/bell", { headers }) }));
test("a test", async ({ fake, svc }) => {
  const off = fake.intercept();
  await svc.get();
  off();
  fake.clock.drive(vi)();
  ${EXPECTATIONS}
});
`;

const JEST_TYPES = `
import "@svc/testing/jest";
import { createFakeSvc } from "@svc/testing";
import { expect, jest } from "@jest/globals";
const fake = createFakeSvc();
fake.clock.drive(jest)();
${EXPECTATIONS}
`;

const JEST = `
import { createFakeSvc } from "@svc/testing";
import { expect, jest, test } from "@jest/globals";
test.each([1, 2, 3])("test %s", async () => {
  const fake = createFakeSvc();
  const off = fake.intercept();
  await fetch(fake.baseUrl + "/bell", { headers: { authorization: "Bearer k" } });
  off();
  const stop = fake.clock.drive(jest);
  const start = Date.now();
  await fake.clock.advance({ seconds: 2 });
  await jest.advanceTimersByTimeAsync(1000);
  expect([Date.now() - start, fake.clock.now() - start]).toEqual([3000, 3000]);
  stop();
  ${EXPECTATIONS}
});
`;

test.each(majors)("%s type-checks with its declarations, and runs", { timeout: 300_000 }, async (major) => {
  const cwd = join(HERE, major);
  const types = await runCommand([process.execPath, join(ROOT, "node_modules/typescript/bin/tsc"), "-p", "."], { cwd });
  expect(types.output).toBe("");
  // Three files that intercept, one after the other in little memory.
  const run = major.startsWith("jest")
    ? [
        "--max-old-space-size=400",
        "--experimental-vm-modules",
        "node_modules/jest/bin/jest.js",
        "-i",
        "--testMatch",
        "**/[abc].test.js",
      ]
    : ["node_modules/vitest/vitest.mjs", "run", "--root", "."];
  const { code, output } = await runCommand([process.execPath, ...run], { cwd, timeoutMs: 120_000 });
  expect(output).toMatch(major.startsWith("jest") ? /Tests: +9 passed, 9 total/ : /Tests .*1 passed/);
  expect(code).toBe(0);
});

test.each(majors.filter((major) => major.startsWith("jest")))(
  "%s without its flag says what to do",
  { timeout: 60_000 },
  async (major) => {
    const cwd = join(HERE, major);
    writeFileSync(join(cwd, "common.test.cjs"), 'test("a test", () => void require("@svc/testing"));');
    const config = JSON.stringify({ transform: {}, testMatch: ["**/common.test.cjs"] });
    const run = ["node_modules/jest/bin/jest.js", "-i", "--config", config];
    const { output } = await runCommand([process.execPath, ...run], { cwd });
    rmSync(join(cwd, "common.test.cjs"));
    expect(output).toContain("run Jest with NODE_OPTIONS=--experimental-vm-modules, and load it by import");
  },
);

test.each(Object.entries(RUNNERS))(
  "ten tests of a newcomer pass with %s",
  { timeout: 120_000 },
  async (project, runner) => {
    const { code, output } = await runTen(project, runner);
    expect(output).toMatch(runner.passed);
    expect(code).toBe(0);
  },
);
