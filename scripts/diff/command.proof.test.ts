import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommandLine } from "@svc/codegen/cli";
import { petDocument } from "@svc/diff/test-support/pet-document";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { SCRIPTS } from "../commands.ts";

interface Run {
  readonly code: number | string;
  readonly out: string;
  readonly error: string;
}

describe("spec:diff", () => {
  let folder = "";

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "spec-diff-"));
    const next = petDocument();
    delete next.components.schemas.Pet.properties.nick;
    await writeFile(join(folder, "old.yaml"), stringify(petDocument()));
    await writeFile(join(folder, "new.json"), JSON.stringify(next));
    const renamed = petDocument();
    renamed.paths["/pets"].get["x-svc-method"] = "pets.all";
    await writeFile(join(folder, "renamed.json"), JSON.stringify(renamed));
    await writeFile(join(folder, "broken.json"), '{ "openapi": "2.0", "paths": {} }');
    await writeFile(join(folder, "text.yaml"), "a: [");
  });

  afterAll(() => rm(folder, { recursive: true }));

  function run(...args: string[]): Promise<Run> {
    const script = join(import.meta.dirname, "../../main.ts");
    return new Promise((done) => {
      execFile(process.execPath, [script, "diff", ...args], { cwd: folder }, (error, out, stderr) =>
        done({ code: error?.code ?? 0, out, error: stderr }),
      );
    });
  }

  test("prints the contract as JSON and exits 0, whatever the level", async () => {
    const { code, out, error } = await run("old.yaml", "new.json", "--json");
    expect([code, error]).toEqual([0, ""]);
    expect(JSON.parse(out)).toMatchObject({
      level: "major",
      changes: [
        {
          id: "property-removed:response:/components/schemas/Pet/properties/nick",
          level: "major",
          direction: "response",
          pointer: "/components/schemas/Pet/properties/nick",
          operation: "createPet",
          message: "Property `Pet.nick` (string) is gone.",
          labels: ["compile", "fixture"],
        },
      ],
      compiler: { checked: 3, refused: 3, disagreements: [] },
    });
  });

  test("prints a tree without colour into a pipe, the level last", async () => {
    const { code, out } = await run("old.yaml", "new.json");
    expect(code).toBe(0);
    expect(out).toContain("3 operations checked, 3 refused; rules and compiler agree");
    expect(out.split("\n")[0]).toBe("level: major (1 major)");
    expect(out).not.toContain("\u001b");
  });

  test.for([
    ["major", 1],
    ["minor", 1],
    ["patch", 1],
  ] as const)("exits 1 under --fail-on %s, because the level is major", async ([level, expected]) => {
    expect((await run("old.yaml", "new.json", "--no-compiler", "--fail-on", level)).code).toBe(expected);
  });

  test("exits 0 under --fail-on major where the level is lower, and refuses other words", async () => {
    expect((await run("old.yaml", "renamed.json", "--no-compiler", "--fail-on", "major")).code).toBe(0);
    expect((await run("old.yaml", "renamed.json", "--no-compiler", "--fail-on", "minor")).code).toBe(1);
    expect(await refused("old.yaml", "new.json", "--fail-on", "none")).toMatchObject({
      code: 2,
      error: expect.stringContaining("--fail-on takes patch, minor or major, not none."),
    });
  });

  test("a document beside itself has level none", async () => {
    const { code, out } = await run("--json", "--no-compiler", "old.yaml", "old.yaml");
    expect([code, JSON.parse(out)]).toEqual([0, { level: "none", changes: [] }]);
  });

  test.for([[], ["old.yaml"], ["old.yaml", "new.json", "old.yaml"], ["--nonsense"]])(
    "%j is a usage error: one line, exit 2",
    async (args) => {
      const { code, out, error } = await refused(...args);
      expect([code, out, error.trimEnd().split("\n")]).toEqual([2, "", [expect.any(String)]]);
    },
  );

  test("documents that cannot be read or generated from are named, one line per finding, exit 1", async () => {
    const [old, missing, text, broken] = ["old.yaml", "nowhere.yaml", "text.yaml", "broken.json"].map((name) =>
      join(folder, name),
    ) as [string, string, string, string];
    const one = await refused(old, missing);
    expect(one).toMatchObject({ code: 1, error: expect.stringContaining("nowhere.yaml: there is no such file") });
    const both = await refused(text, missing);
    expect(both.error).toMatch(/text\.yaml: [^\n]*\n(.*\n)*.*nowhere\.yaml: /);
    const invalid = await refused(old, broken);
    expect([invalid.code, invalid.out]).toEqual([1, ""]);
    for (const line of invalid.error.trimEnd().split("\n")) expect(line).toMatch(/broken\.json#[^:]*: /);
  });

  /** Runs the command in this process: it prints nothing but its refusal. */
  async function refused(...args: string[]): Promise<Run> {
    let [out, error] = ["", ""];
    const code = await runCommandLine({
      argv: ["diff", ...args],
      commands: SCRIPTS,
      program: "pnpm svc",
      write: (text) => {
        out += text;
      },
      writeError: (text) => {
        error += text;
      },
    });
    return { code, out, error };
  }
});
