import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromiumPath, NO_CHROMIUM } from "../chromium.ts";
import { type Example, listExamples } from "./example.ts";
import { installExamples, keepLockfile } from "./install-examples.ts";
import { runExample } from "./run-example.ts";

const USAGE = `node checks/examples/main.ts [NAME ...] [--update-lockfile]

Runs the tests of the projects in examples/ against the packed packages, installed once for all. Needs \`pnpm build\` before.

  NAME               only these
  --update-lockfile  write checks/examples/pnpm-lock.yaml, the versions of what they depend on`;

const AT_ONCE = 2;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "update-lockfile": { type: "boolean" },
    help: { type: "boolean", short: "h" },
  },
});
if (values.help) console.log(USAGE);
else process.exitCode = await check();

async function check(): Promise<number> {
  const examples = listExamples();
  const unknown = positionals.filter((name) => !examples.some((example) => example.name === name));
  if (unknown.length > 0 || examples.length === 0) {
    console.log(`There is no example ${unknown.join(", ")}; there are ${examples.map(({ name }) => name).join(", ")}.`);
    return 2;
  }
  const skipped = new Map(examples.map((example) => [example, reasonToSkip(example)]));
  const chosen = examples.filter((example) => skipped.get(example) === undefined);
  for (const [{ name }, reason] of skipped) if (reason) console.log(`${name}: ${reason}`);
  const directory = await realpath(await mkdtemp(join(tmpdir(), "svc-examples-")));
  try {
    // With --update-lockfile all are installed, so that the lockfile is whole.
    await installExamples(values["update-lockfile"] ? examples : chosen, directory);
    if (values["update-lockfile"]) await keepLockfile(directory);
    const notRun = [...skipped].filter(([, reason]) => reason).map(([{ name }]) => name);
    return await runAll(chosen, directory, notRun);
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Undefined where it runs; empty where nobody asked for it. */
function reasonToSkip({ name, needsChromium }: Example): string | undefined {
  if (positionals.length > 0 && !positionals.includes(name)) return "";
  if (needsChromium && chromiumPath() === undefined) return `skipped (${NO_CHROMIUM})`;
  return undefined;
}

async function runAll(examples: readonly Example[], directory: string, notRun: readonly string[]): Promise<number> {
  const queue = [...examples];
  let failed = 0;
  const work = async (): Promise<void> => {
    for (let example = queue.shift(); example !== undefined; example = queue.shift()) {
      const { ok, output, seconds } = await runExample(example, directory);
      console.log(`${example.name}: ${ok ? "passed" : "FAILED"} in ${seconds.toFixed(1)} s`);
      if (ok) continue;
      failed++;
      console.log(output);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const skips = notRun.length === 0 ? "" : `; not run: ${notRun.join(", ")}`;
  if (failed > 0) console.log(`${failed} of ${examples.length} examples failed${skips}`);
  else console.log(`${examples.length} examples: ${examples.map(({ name }) => name).join(", ")}${skips}`);
  return failed === 0 ? 0 : 1;
}
