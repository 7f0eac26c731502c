import { expect, test } from "vitest";
import { type Given, HELP, parseCommand, resolveOptions } from "./parse-command.ts";

const given = (...args: string[]): Given => {
  const command = parseCommand(args);
  if (command.kind !== "generate") throw new Error(command.kind);
  return command.given;
};
const DEFAULTS = {
  overlays: [],
  strict: false,
  explain: false,
  check: false,
  openEnums: false,
  allowNetwork: false,
  config: undefined,
};

test("a document and a folder are enough", () => {
  const options = resolveOptions(given("--spec", "a.yaml", "--out", "sdk"), undefined);
  expect(options).toEqual({ spec: "a.yaml", out: "sdk", ...DEFAULTS });
});

test("--name and overlays are read, in order", () => {
  const args = ["--spec", "a", "--out", "b", "--name", "acme", "--overlay", "x", "--overlay", "y", "--strict"];
  const options = resolveOptions(given(...args), undefined);
  expect(options).toMatchObject({ name: { pascal: "Acme" }, overlays: ["x", "y"], strict: true });
});

test("what is not given comes from the configuration, with paths relative to it", () => {
  const config = { name: "acme", spec: "a.yaml", out: "sdk", overlays: ["o.yaml"], strict: true };
  const loaded = { config, folder: "pkg", text: "" };
  const options = resolveOptions(given("--out", "other"), loaded);
  expect(options).toMatchObject({ spec: "pkg/a.yaml", out: "other", overlays: ["pkg/o.yaml"], strict: true });
  expect(options).toMatchObject({ name: { pascal: "Acme" }, config: loaded });
});

test("a document that is given is taken instead of that of the configuration, whose other options hold", () => {
  const config = { name: "acme", spec: "a.yaml", out: "sdk", dates: "Date", strict: true } as const;
  const options = resolveOptions(given("--spec", "b.yaml"), { config, folder: "pkg", text: "" });
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
  [["generate", "--spec", "a", "--out", "b"], /generate: is no command/],
  [["--spec", "a", "--out", "b", "--name", "1"], /--name 1: expected a letter/],
])("%j is refused with one line", (args, message) => {
  expect(() => resolveOptions(given(...args), undefined)).toThrow(message);
});

test("--help and --version win, and help names every option", () => {
  expect(parseCommand(["--help", "--spec", "a"])).toEqual({ kind: "help" });
  expect(parseCommand(["-v"])).toEqual({ kind: "version" });
  for (const name of ["spec", "out", "name", "config", "overlay", "strict", "open-enums", "allow-network", "check"]) {
    expect(HELP).toContain(`--${name} `);
  }
});
