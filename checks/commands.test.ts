import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { SCRIPTS } from "../scripts/commands.ts";
import { ROOT } from "../scripts/toolkit/tools.ts";
import { CHECKS } from "./commands.ts";

const COMMANDS = [...SCRIPTS, ...CHECKS];

interface Run {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Each command is called with each of these. The operands after an option are as many as any command takes. */
const CALLS = {
  help: ["--help"],
  short: ["-h"],
  "help after operands": ["a.yaml", "b.yaml", "--help"],
  "help beside an unknown option": ["--no-such-option", "--help"],
  "unknown option": ["--no-such-option"],
  "unknown short option": ["-x"],
} as const;

/**
 * Calls every command in one process without the permission to write, or to start another process: Node.js throws where a
 * command, or the loading of its module, tries to.
 */
function callAll(): { readonly [command: string]: { readonly [call in keyof typeof CALLS]: Run } } {
  const modules = ["../scripts/commands.ts", "commands.ts", "../packages/codegen/src/cli/index.ts"].map((file) =>
    JSON.stringify(pathToFileURL(join(import.meta.dirname, file)).href),
  );
  const source = `
    const [{ SCRIPTS }, { CHECKS }, { runCommandLine }] = await Promise.all([${modules.map((one) => `import(${one})`).join()}]);
    const commands = [...SCRIPTS, ...CHECKS];
    const results = {};
    for (const { name } of commands) {
      results[name] = {};
      for (const [call, args] of Object.entries(${JSON.stringify(CALLS)})) {
        let [out, error] = ["", ""];
        const write = (text) => { out += text; };
        const writeError = (text) => { error += text; };
        const code = await runCommandLine({ argv: [...name.split(" "), ...args], commands, program: "pnpm svc", write, writeError });
        results[name][call] = { code, out, error };
      }
    }
    console.log(JSON.stringify(results));
  `;
  const flags = ["--permission", "--allow-fs-read=*", "--conditions=@svc/source", "--no-warnings"];
  const output = execFileSync(process.execPath, [...flags, "--input-type=module", "--eval", source], {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, NODE_OPTIONS: undefined },
  });
  return JSON.parse(output) as ReturnType<typeof callAll>;
}

describe.each(COMMANDS)("pnpm svc $name", ({ name, script }) => {
  const calledAs = script === undefined ? `pnpm svc ${name}` : `pnpm ${script}`;

  test.each(["help", "short", "help after operands", "help beside an unknown option"] as const)(
    "%s prints its help and does nothing",
    (call) => {
      const { code, out, error } = results[name]?.[call] ?? {};
      expect({ code, error }).toEqual({ code: 0, error: "" });
      expect(out?.split("\n", 1)[0]).toMatch(new RegExp(`^${calledAs}( |$)`));
      expect(out).toContain("--help");
    },
  );

  test.each(["unknown option", "unknown short option"] as const)("%s is refused in one line", (call) => {
    const { code, out, error } = results[name]?.[call] ?? {};
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(error).toMatch(new RegExp(`^Unknown option '[^\\n]*\\(${calledAs} --help\\)\\n$`));
  });
});

let results: ReturnType<typeof callAll> = {};
beforeAll(() => {
  results = callAll();
}, 60_000);

describe("the scripts of the root manifest", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    scripts: { readonly [name: string]: string };
  };

  test.each(COMMANDS.filter(({ script }) => script !== undefined))("$script runs $name", ({ name, script = "" }) => {
    expect(scripts[script]).toMatch(new RegExp(`^node (--conditions=@svc/source )?(checks/)?main\\.ts ${name}$`));
  });
});
