import { defineConfig } from "vitest/config";

// Workspace packages are tested from their sources, without a build.
const SOURCE = "@svc/source";
const conditions = [SOURCE, "module", "node", "development|production"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: [SOURCE, "node"] } },
  test: {
    include: [
      "{packages/*,engines/*,spec}/{src,test}/**/*.test.ts",
      "{scripts,checks,bench,examples/tour}/**/*.test.ts",
    ],
    exclude: ["**/node_modules/**", "**/dist/**"],
    // Modules that Node.js loads by itself, and child processes that pass it on, resolve the same way.
    execArgv: [`--conditions=${SOURCE}`],
    // A test that has to wait this long is stuck: nothing here depends on real time.
    testTimeout: 20_000,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
  },
});
