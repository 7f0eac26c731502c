import { defineConfig, type ViteUserConfig } from "vitest/config";

const conditions = ["@svc/source", "module", "node", "development|production"];

/** Not of the suite: `endings.test.ts` runs it in a process of its own. */
const config: ViteUserConfig = defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ["@svc/source", "node"] } },
  test: {
    root: import.meta.dirname,
    include: ["*.fixture.ts"],
    execArgv: ["--conditions=@svc/source"],
    testTimeout: 300,
    hookTimeout: 300,
  },
});

export default config;
