import { expect, test } from "vitest";
import { HELP, parseCommand } from "./parse-command.ts";

test("a document and a folder are enough", () => {
  expect(parseCommand(["--spec", "a.yaml", "--out", "sdk"])).toEqual({
    kind: "generate",
    options: {
      ...{ spec: "a.yaml", out: "sdk", overlays: [], strict: false, explain: false, check: false },
      ...{ openEnums: false, allowNetwork: false },
    },
  });
});

test("--name and overlays are read, in order", () => {
  const given = ["--spec", "a", "--out", "b", "--name", "acme", "--overlay", "x", "--overlay", "y", "--strict"];
  expect(parseCommand(given)).toMatchObject({
    options: { name: { pascal: "Acme" }, overlays: ["x", "y"], strict: true },
  });
});

test.each([
  [[], /--spec FILE is missing/],
  [["--spec", "a"], /--out DIR is missing/],
  [["--spec", "a", "--out", "b", "--nam", "c"], /Unknown option '--nam'/],
  [["generate", "--spec", "a", "--out", "b"], /generate: is no command/],
  [["--spec", "a", "--out", "b", "--name", "1"], /--name 1: expected a letter/],
])("%j is refused with one line", (args, message) => {
  expect(() => parseCommand(args)).toThrow(message);
});

test("--help and --version win, and help names every option", () => {
  expect(parseCommand(["--help", "--spec", "a"])).toEqual({ kind: "help" });
  expect(parseCommand(["-v"])).toEqual({ kind: "version" });
  for (const name of ["spec", "out", "name", "overlay", "strict", "open-enums", "allow-network", "check"]) {
    expect(HELP).toContain(`--${name} `);
  }
});
