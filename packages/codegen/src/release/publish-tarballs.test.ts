import { expect, test } from "vitest";
import type { CommandResult } from "../cli/run-command.ts";
import { publishTarballs } from "./publish-tarballs.ts";

const PACKAGES = ["a", "b"].map((name) => ({ name, version: "1.0.0", tarball: `/${name}.tgz` }));
const UNKNOWN: CommandResult = { code: 1, output: "npm error code E404" };

test("packages are published in their order", async () => {
  const { run, commands } = npm(() => UNKNOWN);
  expect(await publishTarballs(PACKAGES, { run, args: ["--provenance"] })).toEqual(PACKAGES);
  expect(commands.filter((command) => command.includes("publish"))).toEqual([
    "npm publish /a.tgz --provenance",
    "npm publish /b.tgz --provenance",
  ]);
});

test("what the registry has already is left out, so a release that broke off can be completed", async () => {
  const { run } = npm((id) => (id === "a@1.0.0" ? { code: 0, output: '"1.0.0"' } : UNKNOWN));
  expect((await publishTarballs(PACKAGES, { run })).map(({ name }) => name)).toEqual(["b"]);
});

test("nothing is published where the registry cannot be asked", async () => {
  const { run, commands } = npm(() => ({ code: 1, output: "npm error code ECONNREFUSED" }));
  await expect(publishTarballs(PACKAGES, { run })).rejects.toThrow("ECONNREFUSED");
  expect(commands).toEqual(["npm view a@1.0.0 version --json"]);
});

function npm(view: (id: string) => CommandResult) {
  const commands: string[] = [];
  const run = (command: readonly string[]): Promise<CommandResult> => {
    commands.push(command.join(" "));
    return Promise.resolve(command[1] === "view" ? view(command[2] ?? "") : { code: 0, output: "" });
  };
  return { run, commands };
}
