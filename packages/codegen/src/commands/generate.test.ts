import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { runCommandLine } from "../cli/run-command-line.ts";
import { version } from "../stamp.ts";
import { resolveOptions } from "./generate.ts";
import { commandsOf } from "./index.ts";

const root = mkdtempSync(join(tmpdir(), "svc-generate-"));
afterAll(() => rmSync(root, { recursive: true }));

/** Runs `svc-codegen` in an empty folder. */
async function run(...argv: string[]) {
  let [out, error] = ["", ""];
  const log = vi.spyOn(console, "log").mockImplementation((line) => {
    out += `${line}\n`;
  });
  const code = await runCommandLine({
    argv,
    commands: commandsOf(root, new URL("../index.ts", import.meta.url)),
    program: "svc-codegen",
    write: (text) => {
      out += text;
    },
    writeError: (text) => {
      error += text;
    },
  });
  log.mockRestore();
  return { code, out, error };
}

const DEFAULTS = {
  overlays: [],
  strict: false,
  explain: false,
  resources: false,
  check: false,
  openEnums: false,
  allowNetwork: false,
  config: undefined,
};

test("a document and a folder are enough", () => {
  const options = resolveOptions({ spec: "a.yaml", out: "sdk" }, undefined);
  expect(options).toEqual({ spec: "a.yaml", out: "sdk", ...DEFAULTS });
});

test("--name and overlays are read, in order", () => {
  const given = { spec: "a", out: "b", name: "acme", overlay: ["x", "y"], strict: true };
  const options = resolveOptions(given, undefined);
  expect(options).toMatchObject({ name: { pascal: "Acme" }, overlays: ["x", "y"], strict: true });
});

test("what is not given comes from the configuration, with paths relative to it", () => {
  const config = { name: "acme", spec: "a.yaml", out: "sdk", overlays: ["o.yaml"], strict: true };
  const loaded = { config, folder: "pkg", text: "" };
  const options = resolveOptions({ out: "other" }, loaded);
  expect(options).toMatchObject({ spec: "pkg/a.yaml", out: "other", overlays: ["pkg/o.yaml"], strict: true });
  expect(options).toMatchObject({ name: { pascal: "Acme" }, config: loaded });
});

test("a document that is given is taken instead of that of the configuration, whose other options hold", () => {
  const config = { name: "acme", spec: "a.yaml", out: "sdk", dates: "Date", strict: true } as const;
  const options = resolveOptions({ spec: "b.yaml" }, { config, folder: "pkg", text: "" });
  expect(options).toMatchObject({
    spec: "b.yaml",
    out: "pkg/sdk",
    strict: true,
    config: { config: { dates: "Date" } },
  });
});

test.each([
  [[], /--spec FILE is missing/],
  [["--spec", "a"], /--out DIR is missing/],
  [["--spec", "a", "--out", "b", "--nam", "c"], /Unknown option '--nam'/],
  [["generate", "--spec", "a", "--out", "b"], /^svc-codegen COMMAND/],
  [["--spec", "a", "--out", "b", "c"], /No argument, 1 given/],
  [["--spec", "a", "--out", "b", "--name", "1"], /--name 1: expected a letter/],
])("%j is refused", async (args, message) => {
  expect(await run(...args)).toMatchObject({ code: 2, out: "", error: expect.stringMatching(message) });
});

test("a document that cannot be read is refused with one line, and nothing is written", async () => {
  const refused = await run("--spec", "/nowhere/a.yaml", "--out", join(root, "sdk"));
  expect(refused).toMatchObject({
    code: 1,
    error: expect.stringMatching(/^\/nowhere\/a\.yaml: there is no such file.*\n$/),
  });
});

test("--help and --version win; help names every option, and the other commands", async () => {
  const { code, out } = await run("--help", "--spec", "a");
  expect(code).toBe(0);
  for (const name of ["spec", "out", "name", "config", "overlay", "strict", "open-enums", "allow-network", "check"]) {
    expect(out).toContain(`--${name} `);
  }
  for (const name of ["init", "bump", "diff", "release version"]) expect(out).toContain(`svc-codegen ${name} `);
  expect(await run("--version", "--spec", "a")).toEqual({ code: 0, out: `${version()}\n`, error: "" });
});
