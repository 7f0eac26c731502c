import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { runCommand } from "../cli/run-command.ts";
import { openProposal, writeProposal } from "./propose-bump.ts";
import { createGit } from "./propose-changes.ts";

const root = mkdtempSync(join(tmpdir(), "svc-proposal-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function checkout(name: string, content: string | Uint8Array = "one\n"): string {
  const folder = join(root, name);
  mkdirSync(join(folder, ".github/workflows"), { recursive: true });
  writeFileSync(join(folder, "a.txt"), content);
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

const ESCAPE = String.fromCharCode(27);

test.each<[string, string | Uint8Array, string | Uint8Array]>([
  ["ends with blank lines", "one\n\n\n", "two\n\n\n"],
  ["ends with a line of blanks", "one\n", "two\n  \n\t\n"],
  ["has CRLF", "one\r\nrest\r\n", "two\r\nrest\r\n"],
  ["has escape sequences", `one\n${ESCAPE}[31mred${ESCAPE}[0m\n`, `two\n${ESCAPE}[31mred${ESCAPE}[0m\n`],
  ["is not UTF-8", Uint8Array.of(0x6f, 0x0a, 0xe9, 0x0a), Uint8Array.of(0x74, 0x0a, 0xe9, 0x0a)],
  ["is binary", Uint8Array.of(0, 1, 2), Uint8Array.of(0, 255, 2)],
  ["has no newline at its end", "one", "two  "],
  ["becomes empty", "one\n", ""],
])("a patch of a file that %s applies, byte for byte", async (_, before, after) => {
  const [from, to] = [checkout("from-shape", before), checkout("to-shape", before)];
  onTestFinished(() => {
    for (const one of [from, to]) rmSync(one, { recursive: true });
  });
  const [folder, next] = [join(root, "shape"), join(root, "next")];
  writeFileSync(next, after);
  const bump = () => [process.execPath, "-e", `require("fs").copyFileSync(${JSON.stringify(next)}, "a.txt")`];
  const proposal = { address: "x", folder, bump, name: "bump", onOutput: () => {}, download: async () => "" };
  expect(await writeProposal(createGit(runCommand, from), proposal)).toBe(true);
  execFileSync("git", ["apply", "--index", join(folder, "changes.patch")], { cwd: to, stdio: "pipe" });
  expect(readFileSync(join(to, "a.txt"))).toEqual(Buffer.from(after));
});

test("a bump that changes nothing leaves no proposal, also not that of an earlier run", async () => {
  const folder = join(root, "none");
  mkdirSync(folder);
  for (const name of ["changes.patch", "body.md"]) writeFileSync(join(folder, name), "of an earlier run");
  const git = createGit(runCommand, checkout("same"));
  const bump = () => [process.execPath, "-e", ""];
  const proposal = { address: "x", folder, bump, name: "bump", onOutput: () => {}, download: async () => "" };
  expect(await writeProposal(git, proposal)).toBe(false);
  expect([readdirSync(folder), await openProposal(git, folder)]).toEqual([[], undefined]);
});
