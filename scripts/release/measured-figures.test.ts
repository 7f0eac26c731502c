import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { historyOf, measuredCommit, measuredFigures, staleFigures } from "./measured-figures.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-figures-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const root = join(folder, "origin");
const AUTHOR = ["-c", "user.name=a", "-c", "user.email=a@b.test", "-c", "commit.gpgsign=false"];

function git(...args: readonly string[]): string {
  return execFileSync("git", [...AUTHOR, ...args], { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();
}

/** Commits a file, and returns the commit. */
function commit(path: string, text: string): string {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
  git("add", ".");
  git("commit", "-qm", `Write ${text}`);
  return git("rev-parse", "--short=8", "HEAD");
}

mkdirSync(root);
git("init", "-q");
const first = commit("packages/codegen/src/a.ts", "one");
const run = { commit: first };
const stale = (at: string, title = "Generating", where = root): string[] =>
  staleFigures(measuredFigures(`# Benchmarks\n\n## ${title}\n\n| 4.9 |\n\nNode.js. ${at}\n`, run), historyOf(where));

test("figures hold as long as nothing but tests and generated files has changed", () => {
  commit("packages/codegen/src/a.test.ts", "test");
  commit("packages/codegen/src/generated/a.ts", "generated");
  commit("docs/a.md", "text");
  expect(stale(`Measured at ${first}.`)).toEqual([]);
});

test("figures that are older than their code are refused, with the change and the command that measures them", () => {
  const changed = commit("packages/codegen/src/a.ts", "two");
  expect(stale(`Measured at ${first}.`)).toEqual([
    `docs/benchmarks.md, "Generating": was measured at ${first}, and ${changed} (Write two) has changed that code since; run \`pnpm bench generate --write\``,
  ]);
  expect(stale(`Measured at ${changed}.`)).toEqual([]);
  expect(stale(`Measured at ${changed} (ours) and ${first} (theirs).`)).toHaveLength(1);
});

test("figures that do not say what was measured are refused", () => {
  expect(stale("")[0]).toMatch(/names no commit that measured it; run `pnpm bench generate --write`$/);
  expect(stale("Measured at no commit.")).toHaveLength(1);
  expect(stale("Measured at 0123456789.")[0]).toContain("0123456789, and a commit of another history");
  expect(stale(`Measured at ${first}.`, "Something")[0]).toContain("name the code that it speaks of");
});

test("a clone without history says how to get it", () => {
  const shallow = join(folder, "shallow");
  git("clone", "-q", "--depth", "1", pathToFileURL(root).href, shallow);
  expect(stale(`Measured at ${first}.`, "Generating", shallow)).toEqual([
    expect.stringContaining("run `git fetch --unshallow`"),
  ]);
});

test("what is not committed has no commit that measures it", () => {
  expect(measuredCommit(root)).toBe(git("rev-parse", "--short=8", "HEAD"));
  writeFileSync(join(root, "packages/codegen/src/a.ts"), "three");
  expect(measuredCommit(root)).toBeUndefined();
  git("checkout", "-q", ".");
});
