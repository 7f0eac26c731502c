import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { emitTree, loadConfig, readLedger } from "@svc/codegen/workspace";
import { beforeAll, expect, test } from "vitest";
import { ROOT } from "../scripts/toolkit/tools.ts";

const read = (...path: string[]): string => readFileSync(join(ROOT, ...path), "utf8");
/** Files of the packages, with the file of a tree that each has to be. */
const FILES = {
  "packages/types/src/generated": ["types/index.ts", "types/openapi.ts"],
  "packages/client/src/generated": ["client/client.ts", "client/table.ts"],
  "packages/testing/src/generated": [
    ...["testing/arbitraries.ts", "testing/builders.ts", "testing/model.ts", "testing/operations.ts"],
    "testing/resources.ts",
  ],
  "docs/generated": ["operations.md"],
};

/** Without the first line, and with one word for each module that packages and trees call differently. */
function neutral(text: string): string {
  return text
    .replace(/^.*\n/, "")
    .replaceAll(/"(?:@svc\/types|\.\.\/types\/index\.ts)"/g, '"TYPES"')
    .replaceAll(/"@svc\/(?:testing|schema)\/arbitrary"/g, '"ARBITRARY"')
    .replaceAll(/"(?:@svc\/(?:client|testing)\/runtime|\.\.\/runtime\.ts|@svc\/model)"/g, '"RUNTIME"');
}

let tree: ReadonlyMap<string, string>;
beforeAll(async () => {
  const loaded = await loadConfig(ROOT, undefined, new URL("../packages/codegen/src/index.ts", import.meta.url));
  const { spec = "", overlays = [], ...config } = loaded?.config ?? {};
  const files = overlays.map((file) => ({ file, text: read(file) }));
  // Names that were released before are in the ledger, and in no document.
  const names = readLedger(join(ROOT, "spec"));
  tree = emitTree(read(spec), spec, { config, overlays: files, strict: config.strict === true, names });
});

test("the configuration names every overlay", async () => {
  const loaded = await loadConfig(ROOT, undefined, new URL("../packages/codegen/src/index.ts", import.meta.url));
  expect(loaded?.config.overlays).toEqual(
    readdirSync(join(ROOT, "spec/overlays"))
      .filter((name) => /\.(?:ya?ml|json)$/.test(name))
      .sort()
      .map((name) => `spec/overlays/${name}`),
  );
});

const pairs = Object.entries(FILES).flatMap(([folder, files]) => files.map((file) => [folder, file] as const));
test.each(pairs)("%s has what svc-codegen makes: %s", (folder, file) => {
  expect(neutral(read(folder, file.split("/").at(-1) ?? ""))).toBe(neutral(tree.get(file) ?? ""));
});
