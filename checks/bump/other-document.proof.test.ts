import { readForeignDocument } from "@svc/model/test-support/documents";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documentTests } from "../../scripts/test/document-tests.ts";
import { createScratchClone, type ScratchClone } from "./scratch-clone.ts";

// Hand-written code and its tests are about documents of their own: with a committed document that shares no name with the present
// one, they compile and are green. Pages and examples are lines to edit then.
const LIMIT_MS = 600_000;
const PROJECTS = ["packages/client", "packages/testing", "packages/mcp", "packages/codegen", "scripts", "checks"];

// A bump runs these tests, too: one within itself would show nothing more.
describe.runIf(process.env["SVC_BUMPING"] === undefined)("with another document committed", () => {
  let clone: ScratchClone;

  beforeAll(async () => {
    clone = createScratchClone();
    const file = clone.write("node_modules/.cache/next.json", readForeignDocument("train-travel"));
    const { code, output } = await clone.svc("bump", file, "--allow-same-version", "--no-tests");
    expect(code, output).toBe(0);
    clone.commit();
  }, LIMIT_MS);
  afterAll(() => clone?.remove(), LIMIT_MS);

  test.each(PROJECTS)("%s compiles, tests included", { timeout: LIMIT_MS }, async (project) => {
    const { output } = await clone.run("node_modules/typescript-7/bin/tsc", "-p", project, "--noEmit");
    expect(output).toBe("");
  });

  test("the tests that can see the document are green", { timeout: LIMIT_MS }, async () => {
    // Checks read files that another document may not have.
    const tests = documentTests(clone.root).filter((one) => !one.startsWith("checks/"));
    const { code, output } = await clone.run("node_modules/vitest/vitest.mjs", ...tests);
    expect(Number(/Test Files .*?(\d+) passed/.exec(output)?.[1])).toBeGreaterThan(50);
    expect({ code, failed: output.match(/^.*(?:FAIL|×).*$/gm) }).toEqual({ code: 0, failed: null });
  });
});
