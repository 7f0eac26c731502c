import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "../cli/run-command.ts";
import { openProposal, writeProposal } from "./propose-bump.ts";
import { createGit } from "./propose-changes.ts";

const root = mkdtempSync(join(tmpdir(), "svc-proposal-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function checkout(name: string): string {
  const folder = join(root, name);
  mkdirSync(join(folder, ".github/workflows"), { recursive: true });
  writeFileSync(join(folder, "a.txt"), "one\n");
  writeFileSync(join(folder, ".github/workflows/ci.yml"), "name: ci\n");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t.invalid", ...args], { cwd: folder, stdio: "pipe" });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "begin");
  return folder;
}

test("a bump is written down as a patch, which another checkout applies but for its workflows", async () => {
  const [from, to, folder] = [checkout("from"), checkout("to"), join(root, "proposal")];
  const script = `require("fs").writeFileSync("a.txt", "two\\n"); require("fs").writeFileSync(".github/workflows/ci.yml", "evil\\n"); console.log(${JSON.stringify("said ```")})`;
  const proposal = {
    address: "https://example.test/openapi.yaml",
    folder,
    bump: () => [process.execPath, "-e", script],
    name: "bump",
    onOutput: () => {},
    download: async () => "openapi: 3.1.0\n",
  };
  expect(await writeProposal(createGit(runCommand, from), proposal)).toBe(true);
  const commands: string[] = [];
  const withoutNetwork = createGit(async (command, options) => {
    commands.push(command.join(" "));
    const isRemote = command[0] === "gh" || command[1] === "push";
    return isRemote ? { code: 0, output: "https://example.test/pull/1" } : runCommand(command, options);
  }, to);
  expect(await openProposal(withoutNetwork, folder)).toBe("https://example.test/pull/1");
  expect(readFileSync(join(to, "a.txt"), "utf8")).toBe("two\n");
  expect(readFileSync(join(to, ".github/workflows/ci.yml"), "utf8")).toBe("name: ci\n");
  expect(commands.find((line) => line.includes("--body"))).toContain("```\nsaid '''\n```");
});

test("a bump that changes nothing writes nothing, and nothing is opened", async () => {
  const folder = join(root, "none");
  const git = createGit(runCommand, checkout("same"));
  const bump = () => [process.execPath, "-e", ""];
  const proposal = { address: "x", folder, bump, name: "bump", onOutput: () => {}, download: async () => "" };
  expect(await writeProposal(git, proposal)).toBe(false);
  expect([existsSync(folder), await openProposal(git, folder)]).toEqual([false, undefined]);
});
