import { defineConfig } from "vitest/config";
import base from "../../vitest.config.ts";

// The tests that mutants meet: those of the fake. What starts processes of its own does not see a mutant.
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: [
      "engines/fastapi-validation/src/**/*.test.ts",
      "packages/testing/src/{limits,store,state}/**/*.test.ts",
      "packages/testing/test/{answers,conformance,fake,faults,virtual-time}.test.ts",
    ],
  },
});
