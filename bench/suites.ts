import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Example, listExamples } from "../checks/examples/example.ts";
import { installExamples } from "../checks/examples/install-examples.ts";
import { runCommand } from "../scripts/toolkit/run-command.ts";
import { TOOLS } from "../scripts/toolkit/tools.ts";
import { median, type Report } from "./report.ts";

const ROUNDS = 5;

/** How the suite is written, and where it lies. */
const SUITES: Readonly<Record<string, string>> = {
  "vitest-suite": "vitest, `@svc/testing/vitest`",
  "jest-suite": "Jest, `@svc/testing/jest`",
  "node-test-suite": "node:test, `@svc/testing/assert`",
  "nock-suite": "vitest, bare nock",
  "msw-suite": "vitest, bare msw",
};

/** One suite of 20 tests, written for three runners with the fake, and with what people use without it. */
export async function run(): Promise<Report> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "svc-suites-")));
  try {
    const examples = listExamples().filter(({ name }) => name in SUITES);
    const bare = ["nock-suite", "msw-suite"].map((name) => bareSuite(name));
    await installExamples([...examples, ...bare], directory);
    const folder = (name: string): string => join(directory, "examples", name);
    for (const { name } of bare)
      await copyFile(join(folder("vitest-suite"), "robot.js"), join(folder(name), "robot.js"));
    const seconds = new Map<string, number[]>();
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of Object.keys(SUITES)) {
        seconds.set(name, [...(seconds.get(name) ?? []), await time(folder(name))]);
      }
    }
    return {
      name: "suites",
      title: "A suite of 20 tests",
      method: `The tests of examples/vitest-suite, written once for each; bare nock and msw have the same 20 statements, but no mailbox, no validation and no clock: answers, windows and errors are written by hand, retries wait for real, and a window is one second instead of a minute. Lines of the test file without blank ones and comments; seconds of the whole process, median of ${ROUNDS} rounds in turn.`,
      columns: ["suite", "lines", "characters", "seconds"],
      rows: Object.entries(SUITES).map(([name, title]) => {
        const code = codeOf(folder(name));
        return [title, code.length, code.join("").length, median(seconds.get(name) ?? []).toFixed(2)];
      }),
    };
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

function bareSuite(name: string): Example {
  return { name, folder: join(import.meta.dirname, "suites", name), program: undefined, heavy: undefined };
}

async function time(cwd: string): Promise<number> {
  const begin = performance.now();
  const { code, output } = await runCommand([...TOOLS.node, "--run", "test"], {
    cwd,
    env: { NODE_OPTIONS: undefined },
  });
  if (code !== 0) throw new Error(output);
  return (performance.now() - begin) / 1000;
}

/** The lines of a suite without indentation, blank ones and comments. */
function codeOf(folder: string): string[] {
  const lines = readFileSync(join(folder, "robot.test.js"), "utf8").split("\n");
  return lines.map((line) => line.trim()).filter((line) => line !== "" && !/^(?:\/\/|\/\*\*|\*)/.test(line));
}
