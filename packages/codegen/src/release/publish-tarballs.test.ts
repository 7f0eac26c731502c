import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { CommandResult } from "../cli/run-command.ts";
import { publishTarballs } from "./publish-tarballs.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-tarballs-"));
afterAll(() => rmSync(folder, { recursive: true }));
const PACKAGES = ["a", "b"].map((name) => {
  const tarball = join(folder, `${name}.tgz`);
  writeFileSync(tarball, name);
  return { name, version: "1.0.0", tarball };
});
const UNKNOWN: CommandResult = { code: 1, output: "npm error code E404" };

test("packages are published in their order", async () => {
  const { run, commands } = npm(() => UNKNOWN);
  const done = await publishTarballs(PACKAGES, { run, args: ["--provenance"] });
  expect(done).toEqual({ published: PACKAGES, isSame: true });
  expect(commands.filter((command) => command.includes("publish"))).toEqual([
    `npm publish ${join(folder, "a.tgz")} --provenance`,
    `npm publish ${join(folder, "b.tgz")} --provenance`,
  ]);
});

test("what the registry has already is left out, so a release that broke off can be completed", async () => {
  const { run } = npm((id) => (id === "a@1.0.0" ? known("a") : UNKNOWN));
  expect((await publishTarballs(PACKAGES, { run })).published.map(({ name }) => name)).toEqual(["b"]);
});

test("a release that broke off is not completed by the packages of another commit", async () => {
  const { run, commands } = npm((id) => (id === "a@1.0.0" ? known("other") : UNKNOWN));
  await expect(publishTarballs(PACKAGES, { run })).rejects.toThrow(
    "a@1.0.0: published with other content, by a release that broke off before b@1.0.0. Run the release of that commit",
  );
  expect(commands.filter((command) => command.includes("publish"))).toEqual([]);
});

test("if everything is published, it is reported whether by these very tarballs", async () => {
  const { run } = npm((id) => known(id.charAt(0)));
  expect(await publishTarballs(PACKAGES, { run })).toEqual({ published: [], isSame: true });
  const other = npm(() => known("other"));
  expect(await publishTarballs(PACKAGES, { run: other.run })).toEqual({ published: [], isSame: false });
  const without = npm(() => ({ code: 0, output: '"1.0.0"' }));
  expect(await publishTarballs(PACKAGES, { run: without.run })).toEqual({ published: [], isSame: true });
});

test("nothing is published where the registry cannot be asked", async () => {
  const { run, commands } = npm(() => ({ code: 1, output: "npm error code ECONNREFUSED" }));
  await expect(publishTarballs(PACKAGES, { run })).rejects.toThrow("ECONNREFUSED");
  expect(commands).toEqual(["npm view a@1.0.0 version dist.integrity --json"]);
});

/** A version as a registry knows it, by the content of its tarball. */
function known(content: string): CommandResult {
  const integrity = `sha512-${createHash("sha512").update(content).digest("base64")}`;
  return { code: 0, output: JSON.stringify({ version: "1.0.0", "dist.integrity": integrity }) };
}

function npm(view: (id: string) => CommandResult) {
  const commands: string[] = [];
  const run = (command: readonly string[]): Promise<CommandResult> => {
    commands.push(command.join(" "));
    return Promise.resolve(command[1] === "view" ? view(command[2] ?? "") : { code: 0, output: "" });
  };
  return { run, commands };
}
