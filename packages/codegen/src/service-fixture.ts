import { readFileSync } from "node:fs";
import { join } from "node:path";
import { emitTree } from "./generate-tree.ts";
import type { Output } from "./write/replace-outputs.ts";

/**
 * The document that the packages' own tests were written against: it stays as it is when the service's changes, so that
 * a bump cannot break them.
 */
export const SERVICE_FIXTURE = "engines/model/fixtures/service.yaml";

const TREES = [
  { path: "packages/client/test/generated", folders: ["client/", "testing/model.ts", "types/"] },
  { path: "packages/testing/test/generated", folders: ["testing/", "types/"] },
];

/** Client and fake of that document, for the tests of the packages. */
export function fixtureOutputs(root: string): Output[] {
  const files = [...emitTree(readFileSync(join(root, SERVICE_FIXTURE), "utf8"), SERVICE_FIXTURE)];
  return TREES.map(({ path, folders }) => ({
    path: join(root, path),
    content: new Map(
      files
        .filter(([file]) => folders.some((folder) => file.startsWith(folder)))
        .map(([file, text]) => [
          file,
          text.replace(/^\/\/ Generated .*/, `// Generated from ${SERVICE_FIXTURE} by \`pnpm generate\`. Do not edit.`),
        ]),
    ),
  }));
}
