import { expect, test } from "vitest";
import { exportDifferences } from "./exports-agree.ts";
import { lintCode, lintManifest } from "./lint-content.ts";
import type { Manifest } from "./packages.ts";

const MANIFEST: Manifest = {
  name: "@svc/x",
  version: "1.0.0",
  license: "MIT",
  sideEffects: false,
  exports: { ".": { "@svc/source": "./src/index.ts", types: "./dist/index.d.ts", default: "./dist/index.js" } },
  publishConfig: { exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } } },
};

test("exports that differ only in the condition for sources agree", () => {
  expect(exportDifferences(MANIFEST)).toEqual([]);
});

test("an export that is not published is a finding", () => {
  const exports = { ...MANIFEST.exports, "./more": "./dist/more.js" };
  expect(exportDifferences({ ...MANIFEST, exports })).toEqual([expect.stringContaining('["./more"] is missing')]);
});

test("an export that is published from another file is a finding", () => {
  const publishConfig = { exports: { ".": { types: "./dist/index.d.ts", default: "./dist/main.js" } } };
  expect(exportDifferences({ ...MANIFEST, publishConfig })).toHaveLength(1);
});

test("an export that is published with its sources is a finding", () => {
  expect(exportDifferences({ ...MANIFEST, publishConfig: { exports: MANIFEST.exports } })).toHaveLength(1);
});

test.each([
  ["using file = open();", "using"],
  ["await using file = open();", "using"],
  ["run();\n//# sourceMappingURL=index.js.map", "source map"],
  ['import { a } from "@svc/model";', "@svc/model"],
])("%j in published code is a finding", (code, what) => {
  expect(lintCode(code)).toEqual([expect.stringContaining(what)]);
});

test("ordinary published code has no finding", () => {
  expect(lintCode('import { a } from "@svc/types";\nconst using = a;\n')).toEqual([]);
});

test("a manifest with sources or another licence has findings", () => {
  const { publishConfig: _, ...published } = MANIFEST;
  expect(lintManifest({ ...published, license: "ISC" })).toHaveLength(2);
});
