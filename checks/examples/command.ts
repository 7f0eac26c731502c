import { mkdtempDisposableSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineCommand, UsageError } from "../../scripts/toolkit/command.ts";
import { chromiumPath, NO_CHROMIUM } from "../chromium.ts";
import { listExamples, runExample } from "./example.ts";
import { installExamples, keepLockfile } from "./install-examples.ts";

/** Its test opens a page in Chromium, which not every machine has. */
const IN_BROWSER = "browser-vite";

export const checkExamples = defineCommand({
  operands: ["[NAME ...]"],
  options: {
    "update-lockfile": { type: "boolean", text: "write checks/examples/pnpm-lock.yaml, the versions of dependencies" },
  },
  description: `Runs the tests of the projects in examples/ against the packed packages, installed once for all. Needs \`pnpm build\` before.
Names choose projects; default: all.`,
  async run({ values, operands }) {
    const all = listExamples();
    const unknown = operands.find((name) => !all.includes(name));
    if (unknown !== undefined) throw new UsageError(`There is no example ${unknown}; there are ${all.join(", ")}.`);
    const chromium = chromiumPath();
    const chosen = operands.length === 0 ? all : operands;
    const examples = chosen.filter((name) => chromium !== undefined || name !== IN_BROWSER);
    if (examples.length < chosen.length) console.log(`${IN_BROWSER}: skipped (${NO_CHROMIUM})`);
    using folder = mkdtempDisposableSync(join(realpathSync(tmpdir()), "svc-examples-"));
    // With --update-lockfile all are installed, so that the lockfile is whole.
    await installExamples(values["update-lockfile"] ? all : examples, folder.path);
    if (values["update-lockfile"]) await keepLockfile(folder.path);
    const queue = [...examples];
    const failed: string[] = [];
    const work = async (): Promise<void> => {
      for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
        const begin = performance.now();
        const { code, output } = await runExample(join(folder.path, "examples", name), chromium);
        const seconds = ((performance.now() - begin) / 1000).toFixed(1);
        console.log(`${name}: ${code === 0 ? "passed" : "FAILED"} in ${seconds} s`);
        if (code === 0) continue;
        failed.push(name);
        console.log(output.trim());
      }
    };
    await Promise.all([work(), work()]);
    const skips = chosen.length > examples.length ? `; not run: ${IN_BROWSER}` : "";
    if (failed.length > 0) console.log(`${failed.length} of ${examples.length} examples failed: ${failed}${skips}`);
    else console.log(`${examples.length} examples: ${examples.join(", ")}${skips}`);
    return failed.length === 0 ? 0 : 1;
  },
});
