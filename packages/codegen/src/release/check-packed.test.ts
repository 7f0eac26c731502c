import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkPacked } from "./check-packed.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "svc-packed-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const MANIFEST = {
  name: "@acme/client",
  version: "1.0.0",
  license: "MIT",
  exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" }, "./package.json": "./package.json" },
  dependencies: { "@acme/types": "^1.0.0" },
};
const FILES = { "README.md": "", "dist/index.js": "", "dist/index.d.ts": "" };

function write(manifest: object, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries({ ...files, "package.json": JSON.stringify(manifest) })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

test("a package that is as it should be has no findings", () => {
  write(MANIFEST, FILES);
  expect(checkPacked(folder)).toEqual([]);
});

test.each<[string, object, Readonly<Record<string, string>>, string]>([
  ["a test", MANIFEST, { ...FILES, "dist/retry.test.js": "" }, "dist/retry.test.js is in the tarball"],
  ["a source", MANIFEST, { ...FILES, "src/index.ts": "" }, "src/index.ts is in the tarball"],
  ["a file of the compiler", MANIFEST, { ...FILES, "tsconfig.tsbuildinfo": "" }, "tsconfig.tsbuildinfo is in"],
  ["a token", MANIFEST, { ...FILES, ".npmrc": "" }, ".npmrc is in the tarball"],
  ["no README", MANIFEST, { "dist/index.js": "", "dist/index.d.ts": "" }, "there is no README.md"],
  ["no licence", { ...MANIFEST, license: undefined }, FILES, 'no "license"'],
  ["an export without a file", { ...MANIFEST, exports: "./dist/gone.js" }, FILES, '"exports" names ./dist/gone.js'],
  [
    "a range of the workspace",
    { ...MANIFEST, dependencies: { a: "workspace:^" } },
    FILES,
    "depends on a by workspace:^",
  ],
])("%s is found", (_, manifest, files, finding) => {
  write(manifest, files);
  expect(checkPacked(folder)).toEqual([expect.stringContaining(`@acme/client: ${finding}`)]);
});
