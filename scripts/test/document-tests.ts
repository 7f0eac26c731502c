import { spawnSync } from "node:child_process";

/** Files that a bump writes and modules import, except the version, which every bump changes. */
const OF_DOCUMENT = ["spec/openapi.yaml", "spec/src", "packages/*/src/generated/*", ":!*/version.ts"];

/**
 * Tests that read files of the document by their paths, which no import tells, or start programs that may. One that is missing here
 * fails only where all tests run, as CI does for the pull request of a bump.
 */
const READ_IT = [
  ...["boundaries", "commands", "committed-sdk", "hand-written", "spec-lint"].map((name) => `checks/${name}.test.ts`),
  "checks/documents/written-tree.test.ts",
  "engines/schema/src/builders/create-builder.test.ts",
  "engines/schema/src/two-judges.test.ts",
  "packages/client/test/uploads/large-file.test.ts",
  "packages/codegen/src/bump/same-document.test.ts",
  "packages/codegen/src/cli/run-command.test.ts",
  "scripts/docs/site/pages.test.ts",
  "scripts/release/packed/readme-links.test.ts",
];

/**
 * What Vitest runs for a new version of the document: `related` finds the tests that import these files, directly or not. All others
 * give the same result before a bump and after it.
 *
 * @param root folder of the checkout
 */
export function documentTests(root: string): readonly string[] {
  const listing = ["ls-files", "--cached", "--others", "--exclude-standard", "--", ...OF_DOCUMENT];
  const { status, stdout } = spawnSync("git", listing, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error("No files of the document were found: is this a checkout of git?");
  return ["related", "--run", ...stdout.trim().split("\n"), ...READ_IT];
}
