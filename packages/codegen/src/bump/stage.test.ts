import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { applyStage } from "./apply-stage.ts";
import { createStage, listSources, stagedChanges, writeFiles } from "./stage.ts";

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

test("a checkout may have more names than a pipe's usual limit", () => {
  const root = mkdtempSync(join(tmpdir(), "svc-stage-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  execFileSync("git", ["init", "-q"], { cwd: root });
  const folder = `${"long/".padStart(200, "a")}${"names".padStart(200, "b")}`;
  const names = Array.from({ length: 2700 }, (_, index) => `${folder}/${index}`);
  writeFiles(root, new Map([".gitignore", "ignored", ...names].map((path) => [path, "ignored\n"])));
  expect(listSources(root)).toHaveLength(2701);
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

test("a stage is made from a hook of git, too: its git is its own, without templates", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-stage-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [root, repository, template] = [join(folder, "checkout"), join(folder, "repository"), join(folder, "template")];
  writeFiles(root, new Map(Object.entries({ ".gitignore": ".tmp\n", "spec/openapi.yaml": "" })));
  writeFiles(template, new Map([["info/exclude", "spec"]]));
  execFileSync("git", ["init", "-q", `--separate-git-dir=${repository}`], { cwd: root });
  const before = readFileSync(join(repository, "config"), "utf8");
  vi.stubEnv("GIT_DIR", repository);
  vi.stubEnv("GIT_TEMPLATE_DIR", template);
  const stage = createStage(root);
  expect(readFileSync(join(repository, "config"), "utf8")).toBe(before);
  vi.unstubAllEnvs();
  const listed = execFileSync("git", ["ls-files", "-o", "--exclude-standard"], { cwd: stage, encoding: "utf8" });
  expect(listed).toBe(".gitignore\nspec/openapi.yaml\n");
});

test("links and repositories within a checkout stay; a stage writes through no link that leads out of it", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-stage-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const root = join(folder, "checkout");
  const files = { ".gitignore": ".tmp\n", "docs/one page – ä.md": "", "docs/of-all.md": "old", "vendor/a.ts": "" };
  writeFiles(root, new Map(Object.entries(files)));
  writeFiles(folder, new Map([["outside.md", "old"]]));
  for (const cwd of [root, join(root, "vendor")]) execFileSync("git", ["init", "-q"], { cwd });
  symlinkSync("docs/of-all.md", join(root, "AGENTS.md"));
  symlinkSync("docs", join(root, "pages"));
  symlinkSync("../outside.md", join(root, "README.md"));
  symlinkSync(join(root, "docs/of-all.md"), join(root, "absolute.md"));
  mkdirSync(join(root, ".tmp"));
  const stage = createStage(root);
  expect(stagedChanges(root, stage)).toEqual({ write: [], remove: [] });
  const after = ["AGENTS.md", "pages/one page – ä.md", "absolute.md"].map((path): [string, string] => [path, "new"]);
  writeFiles(stage, new Map(after));
  const all = stagedChanges(root, stage);
  expect(all).toEqual({ write: ["absolute.md", "docs/of-all.md", "docs/one page – ä.md"], remove: [] });
  expect(() => applyStage(root, stage, all)).toThrow("absolute.md: is a link");
  expect(lstatSync(join(root, "absolute.md")).isSymbolicLink()).toBe(true);
  const changes = { ...all, write: all.write.slice(1) };
  expect(readFileSync(join(root, "docs/of-all.md"), "utf8")).toBe("old");
  applyStage(root, stage, changes);
  expect(readFileSync(join(root, "AGENTS.md"), "utf8")).toBe("new");
  for (const path of ["AGENTS.md", "pages", "README.md"])
    expect(lstatSync(join(root, path)).isSymbolicLink()).toBe(true);
  expect(existsSync(join(root, "vendor/.git"))).toBe(true);
});

test("what people change in the checkout while a bump runs stays, or stops the bump where it changes the same", () => {
  const root = mkdtempSync(join(tmpdir(), "svc-stage-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  execFileSync("git", ["init", "-q"], { cwd: root });
  const workspace = "packages: []\nverifyDepsBeforeRun: install\n";
  const before = {
    ".gitignore": ".tmp\n",
    "pnpm-workspace.yaml": workspace,
    "spec/openapi.yaml": "old",
    "a.ts": "old",
  };
  writeFiles(root, new Map(Object.entries(before)));
  const stage = createStage(root);
  writeFiles(stage, new Map([["spec/openapi.yaml", "new"]]));
  writeFiles(root, new Map(Object.entries({ "a.ts": "edited", "b.ts": "added" })));
  expect(stagedChanges(root, stage)).toEqual({ write: ["spec/openapi.yaml"], remove: [] });
  writeFiles(root, new Map([["spec/openapi.yaml", "edited"]]));
  expect(() => stagedChanges(root, stage)).toThrow("spec/openapi.yaml was changed while the bump ran");
  rmSync(join(root, "spec/openapi.yaml"));
  expect(() => stagedChanges(root, stage)).toThrow("spec/openapi.yaml was changed while the bump ran");
  writeFiles(root, new Map(Object.entries({ "spec/openapi.yaml": "old", "notes.md": "mine" })));
  writeFiles(stage, new Map([["notes.md", "of the bump"]]));
  expect(() => stagedChanges(root, stage)).toThrow("notes.md was changed while the bump ran");
});
