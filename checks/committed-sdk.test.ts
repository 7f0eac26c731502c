import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emitTree, loadConfig, loadSpec, readLedger } from "@svc/codegen/workspace";
import { beforeAll, expect, test } from "vitest";
import { ROOT } from "../scripts/toolkit/tools.ts";

const read = (...path: string[]): string => readFileSync(join(ROOT, ...path), "utf8");
/** Files of the packages, with the file of a tree that each has to be. */
const FILES = {
  "packages/types/src/generated": ["types/index.ts", "types/openapi.ts"],
  "packages/client/src/generated": ["client/client.ts", "client/downloads.ts", "client/table.ts"],
  "packages/testing/src/generated": [
    ...["testing/arbitraries.ts", "testing/builders.ts", "testing/handles.ts", "testing/model.ts"],
    ...["testing/operations.ts", "testing/resources.ts"],
  ],
  "docs/generated": ["operations.md"],
};

/** Without the first line, and with one word for each module that packages and trees call differently. */
function neutral(text: string): string {
  return text
    .replace(/^.*\n/, "")
    .replaceAll(/"(?:@svc\/types|\.\.\/types\/index\.ts)"/g, '"TYPES"')
    .replaceAll(/"@svc\/(?:testing|schema)\/arbitrary"/g, '"ARBITRARY"')
    .replaceAll(/"(?:@svc\/client|\.\.)\/(downloads|webhooks)\/runtime(?:\.ts)?"/g, '"RUNTIME of $1"')
    .replaceAll(/"(?:@svc\/(?:client|testing)\/runtime|\.\.\/runtime\.ts|@svc\/model\/data)"/g, '"RUNTIME"');
}

let tree: ReadonlyMap<string, string>;
beforeAll(async () => {
  const loaded = await loadConfig(ROOT, undefined, new URL("../packages/codegen/src/index.ts", import.meta.url));
  const { spec = "", overlays = [], ...config } = loaded?.config ?? {};
  const files = overlays.map((file) => ({ file, text: read(file) }));
  // Names that were released before are in the ledger, and in no document.
  const names = readLedger(join(ROOT, "spec"));
  // Not strict, as the packages are made: what an overlay declares of a field that a bump takes away is told, and left for people.
  tree = emitTree(read(spec), spec, { config, overlays: files, names });
  // A bump may have committed a document of a thousand operations.
}, 120_000);

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

/** The document as `pnpm generate` reads it under another configuration. */
async function loadUnder(config: object) {
  const root = mkdtempSync(join(tmpdir(), "svc-configured-"));
  try {
    writeFileSync(join(root, "svc.config.ts"), `export default ${JSON.stringify(config)};`);
    return await loadSpec(join(ROOT, "spec"), root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

test("pnpm generate follows the configuration: names, and what is left out", async () => {
  const { model } = await loadUnder({});
  const [first, second] = model.operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const config = { methods: { [`${first}`]: "renamed.method" }, omit: { operations: [second] } };
  const changed = (await loadUnder(config)).model.operations;
  expect(changed[0]?.name).toEqual(["renamed", "method"]);
  expect(changed).toHaveLength(model.operations.length - 1);
});

test("pnpm generate refuses an option that would change a tree only", async () => {
  await expect(loadUnder({ dates: "Date" })).rejects.toThrow("svc.config.ts: dates: has no place in packages");
});
