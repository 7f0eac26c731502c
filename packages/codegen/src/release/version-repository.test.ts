import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PACKAGES } from "../repository/load-repository.ts";
import { nameRepository } from "./version-repository.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "svc-version-"));
  for (const name of PACKAGES) {
    mkdirSync(join(root, "packages", name), { recursive: true });
    writeFileSync(manifestOf(name), JSON.stringify({ name, license: "MIT", files: ["dist"] }));
  }
});
afterEach(() => rmSync(root, { recursive: true }));

const manifestOf = (name: string): string => join(root, "packages", name, "package.json");
const read = (name: string): object => JSON.parse(readFileSync(manifestOf(name), "utf8")) as object;

test("manifests without a repository get that of the workflow, after the licence", () => {
  const env = { GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "acme/sdk" };
  expect(nameRepository(root, env)).toBe("https://github.com/acme/sdk");
  expect(read("types")).toMatchObject({
    repository: { type: "git", url: "git+https://github.com/acme/sdk.git", directory: "packages/types" },
  });
  expect(Object.keys(read("client"))).toEqual(["name", "license", "repository", "files"]);
});

test("one that is named stays", () => {
  writeFileSync(manifestOf("client"), JSON.stringify({ name: "client", repository: "github:acme/other" }));
  nameRepository(root, { GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "acme/sdk" });
  expect(read("client")).toEqual({ name: "client", repository: "github:acme/other" });
});

test.each([
  ["https://github.com/acme/sdk.git", "https://github.com/acme/sdk"],
  ["git@github.com:acme/sdk.git", "https://github.com/acme/sdk"],
  ["ssh://git@gitlab.com/acme/group/sdk", "https://gitlab.com/acme/group/sdk"],
  ["https://user:secret@github.com/acme/sdk.git", undefined],
  ["/srv/git/sdk.git", undefined],
])("of the remote %s it is %s", (remote, address) => {
  execFileSync("git", ["init", "--quiet"], { cwd: root });
  execFileSync("git", ["remote", "add", "origin", remote], { cwd: root });
  expect(nameRepository(root, {})).toBe(address);
});
