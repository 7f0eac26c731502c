import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { ROOT, svc } from "../../scripts/toolkit/tools.ts";
import { hostileSpecs } from "./hostile-corpus.ts";

test("the command writes what is accepted into its target and nowhere else", async () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-written-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const spec = hostileSpecs().find(({ file, verdict }) => verdict === "ACCEPT" && file.startsWith("17-"));
  const out = join(folder, "out");
  const [node = "", ...argv] = svc(ROOT, "generate", "--spec", spec?.path ?? "", "--out", out);
  const { stderr } = await promisify(execFile)(node, argv, { timeout: 60_000, maxBuffer: 2 ** 26 });
  expect(stderr).toMatch(/^(?:(?:warning|note): .+\n)*$/);
  expect(readdirSync(folder)).toEqual(["out"]);
  // The packages that the tree imports are copied where they are built.
  const files = readdirSync(out).filter((name) => name !== "node_modules");
  expect(files.sort()).toEqual([
    ".generated.json",
    "README.md",
    "client",
    "operations.json",
    "operations.md",
    "package.json",
    "testing",
    "try.ts",
    "tsconfig.build.json",
    "tsconfig.json",
    "types",
  ]);
});
