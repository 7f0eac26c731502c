import { DocumentError } from "@svc/model";
import { describe, expect, test } from "vitest";
import { UsageError } from "../usage-error.ts";
import { type CommandEntry, defineCommand, type Input, type Options } from "./command.ts";
import { runCommandLine } from "./run-command-line.ts";

/** Runs a command line on three commands, and tells what they were given. */
async function run(...argv: string[]) {
  const given: Input<Options>[] = [];
  const entry = (name: string, operands: readonly string[], script?: string): CommandEntry => ({
    name,
    ...(script !== undefined && { script }),
    summary: `summary of ${name}`,
    load: async () =>
      defineCommand({
        operands,
        options: {
          check: { type: "boolean", text: "only look" },
          out: { type: "string", value: "DIR", text: "where" },
        },
        description: `About ${name}.`,
        async run(input) {
          given.push(input);
          if (input.values.out === "bad") throw new UsageError("--out bad: not there");
          if (input.values.out === "document") {
            throw new DocumentError([{ file: "a.yaml", pointer: "/info", message: "is missing" }]);
          }
          return 7;
        },
      }),
  });
  const commands = [entry("build", ["FILE"], "do:build"), entry("build all", []), entry("bench", ["[NAME ...]"])];
  let [out, error] = ["", ""];
  const code = await runCommandLine({
    argv,
    commands,
    program: "pnpm svc",
    write: (text) => {
      out += text;
    },
    writeError: (text) => {
      error += text;
    },
  });
  return { code, out, error, given };
}

describe("a command line", () => {
  test("runs the command of the longest name, and exits as it says", async () => {
    expect(await run("build", "all", "--check")).toMatchObject({ code: 7, given: [{ values: { check: true } }] });
    expect(await run("build", "a.yaml")).toMatchObject({ code: 7, given: [{ operands: ["a.yaml"] }] });
  });

  test("takes the `--` of a package manager for nothing", async () => {
    expect(await run("build", "--", "a.yaml", "--out", "b")).toMatchObject({
      given: [{ operands: ["a.yaml"], values: { out: "b" } }],
    });
  });

  test.each([
    [["build"], "Expected FILE, 0 given (pnpm do:build --help)\n"],
    [["build", "a", "b"], "Expected FILE, 2 given (pnpm do:build --help)\n"],
    [["build", "all", "a"], "No argument, 1 given (pnpm svc build all --help)\n"],
    [["build", "a", "--chek"], "Unknown option '--chek' (pnpm do:build --help)\n"],
    [["build", "a", "--out"], "Option '--out <value>' argument missing (pnpm do:build --help)\n"],
    [["build", "a", "--check=1"], "Option '--check' does not take an argument (pnpm do:build --help)\n"],
    [["build", "a", "--out", "bad"], "--out bad: not there (pnpm do:build --help)\n"],
  ])("%j is refused in one line with exit code 2", async (argv, message) => {
    expect(await run(...argv)).toMatchObject({ code: 2, out: "", error: message });
  });

  test("any number of operands is taken where the command says so", async () => {
    expect(await run("bench")).toMatchObject({ code: 7 });
    expect(await run("bench", "a", "b")).toMatchObject({ code: 7, given: [{ operands: ["a", "b"] }] });
  });

  test("a document that is refused: one line per finding, exit code 1", async () => {
    expect(await run("build", "a", "--out", "document")).toMatchObject({
      code: 1,
      error: "a.yaml#/info: is missing\n",
    });
  });

  test("the help of a command names its operands and options", async () => {
    expect(await run("build", "--help")).toEqual({
      code: 0,
      out: `pnpm do:build FILE [--check] [--out DIR]

About build.

  --check     only look
  --out DIR   where
  --help, -h  print this and do nothing
`,
      error: "",
      given: [],
    });
  });

  test("without a command: those that there are, of a group where one is named", async () => {
    const all = await run("--help");
    expect(all).toMatchObject({ code: 0, error: "", given: [] });
    expect(all.out).toContain("pnpm do:build       summary of build\n");
    expect(await run("nonsense")).toMatchObject({ code: 2, out: "", error: all.out });
    expect(await run()).toMatchObject({ code: 2, out: "", error: all.out });
  });
});
