import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { forgetGit } from "./forget-git.ts";

test("in a hook of git, a repository of a test's own is made where it should be", () => {
  const cwd = mkdtempSync(join(tmpdir(), "svc-git-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  vi.stubEnv("GIT_DIR", join(cwd, "of-hook"));
  vi.stubEnv("GIT_AUTHOR_NAME", "svc");
  forgetGit(process.env);
  execFileSync("git", ["init", "-q", "own"], { cwd });
  expect(readFileSync(join(cwd, "own/.git/HEAD"), "utf8")).toContain("ref:");
  expect(process.env["GIT_AUTHOR_NAME"]).toBe("svc");
});
