import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createStage, stagedChanges, writeFiles } from "./stage.ts";

test("changes of a stage are what a commit could hold: not what tools leave there", () => {
  const root = mkdtempSync(join(tmpdir(), "svc-stage-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  execFileSync("git", ["init", "-q"], { cwd: root });
  const before = { ".gitignore": ".tmp\ndocs/.cache\n", "spec/openapi.yaml": "old", "spec/gone.yaml": "old" };
  writeFiles(root, new Map(Object.entries(before)));
  const stage = createStage(root);
  const listed = execFileSync("git", ["ls-files", "-o", "--exclude-standard"], { cwd: stage, encoding: "utf8" });
  expect(listed.split("\n"), "tools that ask git see them").toContain("spec/openapi.yaml");
  const after = { "spec/openapi.yaml": "new", "spec/names.json": "{}", "docs/.cache/pages/a.js": "" };
  writeFiles(stage, new Map(Object.entries(after)));
  rmSync(join(stage, "spec/gone.yaml"));
  expect(stagedChanges(root, stage)).toEqual({
    write: ["spec/names.json", "spec/openapi.yaml"],
    remove: ["spec/gone.yaml"],
  });
});

test("tools with a lockfile of their own are linked as long as that is what is installed", () => {
  const root = mkdtempSync(join(tmpdir(), "svc-stage-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  execFileSync("git", ["init", "-q"], { cwd: root });
  const tools = (folder: string, installed: string): [string, string][] => [
    [`${folder}/package.json`, "{}"],
    [`${folder}/pnpm-lock.yaml`, "one"],
    [`${folder}/node_modules/.pnpm/lock.yaml`, installed],
    [`${folder}/node_modules/tool/index.js`, ""],
  ];
  const ignored: [string, string] = [".gitignore", "node_modules\n.tmp\n"];
  writeFiles(root, new Map([ignored, ...tools("docs", "one"), ...tools("bench", "another")]));
  const stage = createStage(root);
  expect(existsSync(join(stage, "docs/node_modules/tool/index.js"))).toBe(true);
  expect(existsSync(join(stage, "bench/node_modules"))).toBe(false);
});
