import { defineConfig } from "vitest/config";
import { forgetGit } from "./packages/codegen/src/cli/forget-git.ts";

forgetGit(process.env);

// Processes that tests start load the sources: their types are stripped once.
process.env["NODE_COMPILE_CACHE"] ??= `${import.meta.dirname}/node_modules/.cache/node`;

// Workspace packages are tested from their sources, without a build.
const SOURCE = "@svc/source";
const conditions = [SOURCE, "module", "node", "development|production"];

/** They start servers, take over the process's `fetch` or its timers: each file has a process of its own. */
const APART = ["packages/testing/{src,test}/**/*.test.ts", "packages/client/test/**/*.test.ts", "checks/**/*.test.ts"];

const NOT = ["**/node_modules/**", "**/dist/**"];

/** Whole documents, browsers, compilers and processes take minutes: `pnpm test:proofs` runs these. */
const PROOFS = process.env["SVC_PROOFS"] === "1" ? [] : ["**/*.proof.test.ts"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: [SOURCE, "node"] } },
  test: {
    exclude: [...NOT, ...PROOFS],
    // Modules that Node.js loads by itself, and child processes that pass it on, resolve the same way.
    execArgv: [`--conditions=${SOURCE}`],
    // A test that has to wait this long is stuck, on however busy a machine: nothing here depends on real time.
    testTimeout: 60_000,
    setupFiles: ["./vitest.setup.ts"],
    maxWorkers: "100%",
    // Compiled modules are taken again as long as they and the configuration stay the same.
    fsModuleCache: true,
    // Not where Vitest has it by itself: an example's run with another lockfile would clear it beside a run of this one.
    fsModuleCachePath: `${import.meta.dirname}/node_modules/.cache/vitest`,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: {
          name: "apart",
          include: APART,
        },
      },
      {
        extends: true,
        test: {
          name: "units",
          include: [
            "{packages/{client,codegen,mcp,types},engines/*}/src/**/*.test.ts",
            "{spec,scripts,bench,engines/*/test}/**/*.test.ts",
          ],
          // These leave nothing behind: a process may run one file after the other, which saves a second for each.
          isolate: false,
        },
      },
    ],
  },
});
