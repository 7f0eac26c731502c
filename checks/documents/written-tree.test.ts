import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "@svc/codegen/cli";
import { expect, onTestFinished, test } from "vitest";
import { ROOT, svc } from "../../scripts/toolkit/tools.ts";
import { hostileSpecs } from "./hostile-corpus.ts";

test("the command writes what is accepted into its target and nowhere else", async () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-written-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const spec = hostileSpecs().find(({ file, verdict }) => verdict === "ACCEPT" && file.startsWith("17-"));
  const out = join(folder, "out");
  const { code, output } = await runCommand(svc(ROOT, "generate", "--spec", spec?.path ?? "", "--out", out));
  expect(code, output).toBe(0);
  expect(readdirSync(folder)).toEqual(["out"]);
  // The packages that the tree imports are copied where they are built.
  const files = readdirSync(out).filter((name) => name !== "node_modules");
  expect(files.sort()).toEqual([
    ".generated.json",
    "README.md",
    "UNKNOWNS.md",
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
