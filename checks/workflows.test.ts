import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { commandsOf } from "@svc/codegen/workspace";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { SCRIPTS } from "../scripts/commands.ts";
import { ROOT } from "../scripts/toolkit/tools.ts";
import { namedScripts } from "./readme/code-blocks.ts";

interface Workflow {
  readonly permissions?: unknown;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly permissions?: unknown;
  readonly "timeout-minutes"?: number;
  readonly needs?: readonly string[];
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
}

const FOLDER = join(ROOT, ".github/workflows");
const OWN = readdirSync(FOLDER).map((file) => workflow(file, readFileSync(join(FOLDER, file), "utf8")));
/** Those of the repositories that `svc-codegen init` makes. */
const TEMPLATES = join(ROOT, "packages/codegen/templates");
const MADE = readdirSync(join(TEMPLATES, ".github/workflows")).map((file) =>
  workflow(`made by init: ${file}`, readFileSync(join(TEMPLATES, ".github/workflows", file), "utf8")),
);
const MADE_SCRIPTS = JSON.parse(readFileSync(join(TEMPLATES, "package.json.template"), "utf8")) as { scripts: object };
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: object };

function workflow(file: string, text: string) {
  return { file, text, workflow: parse(text) as Workflow };
}

function commandsIn({ jobs }: Workflow): string[] {
  return Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => (run === undefined ? [] : [run])));
}

describe.each([...OWN, ...MADE])("$file", ({ text, workflow }) => {
  const jobs = Object.entries(workflow.jobs);

  test("pins each action by its full commit, with the version beside it", () => {
    const used = [...text.matchAll(/uses: (.*)$/gm)].map(([, action]) => action);
    expect(used).not.toHaveLength(0);
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test("has no permission by default, and each job names its own", () => {
    expect(workflow.permissions).toEqual({});
    for (const [, job] of jobs) expect(job.permissions).toBeDefined();
  });

  test("has a time limit for each job", () => {
    for (const [, job] of jobs) expect(job["timeout-minutes"]).toBeGreaterThan(0);
  });
});

test.each(OWN)("$file calls only scripts that the repository has", ({ workflow }) => {
  const commands = commandsIn(workflow);
  for (const command of commands) {
    expect(command).toMatch(
      /^(SVC_TEST_NODE="\$\(command -v node\)" \.ci\/run|npx -y pnpm@12 (svc [a-z]+( [a-z-]+)*( "\$[A-Z_]+")*|[\w:-]+( --[a-z-]+)*( "\$[A-Z]+")?)|test "\$RESULTS" = .*)$/,
    );
  }
  for (const name of namedScripts(commands.join("\n"))) expect(scripts).toHaveProperty([name]);
  const names = SCRIPTS.map(({ name }) => name);
  for (const [, name] of commands.join("\n").matchAll(/ svc ([a-z -]*[a-z])/g))
    expect(names.filter((one) => `${name} `.startsWith(`${one} `))).toHaveLength(1);
});

test.each(MADE)("$file calls only scripts and commands that a repository has", ({ workflow }) => {
  const names = commandsOf(ROOT, new URL(import.meta.url)).map(({ name }) => `exec svc-codegen ${name}`);
  const words = ["bump", "changes", "release"].map((what) => `exec svc-codegen propose ${what}`);
  const known = ["install --frozen-lockfile", ...Object.keys(MADE_SCRIPTS.scripts), ...names, ...words];
  for (const command of commandsIn(workflow))
    expect(known).toContain(command.replace("npx -y pnpm@12 ", "").replace(/(?: "\$[A-Z_]+")+$/, ""));
});

test("what init makes uses the same versions of actions", () => {
  const used = (all: typeof OWN) => new Set(all.flatMap(({ text }) => text.match(/uses: .*/g) ?? []));
  expect([...used(MADE)].sort()).toEqual([...used(OWN)].sort());
});

test("ci-ok waits for every other job of ci.yml, and demands the success of each", () => {
  const jobs = OWN.find(({ file }) => file === "ci.yml")?.workflow.jobs ?? {};
  const others = Object.keys(jobs).filter((name) => name !== "ci-ok");
  expect(jobs["ci-ok"]?.needs).toEqual(others);
  expect(jobs["ci-ok"]?.steps[0]?.run).toBe(`test "$RESULTS" = "${others.map(() => "success").join(" ")}"`);
});

test.each([...OWN, ...MADE])("$file gives no token to a step that runs tools over a document", ({ workflow }) => {
  for (const { permissions, steps } of Object.values(workflow.jobs)) {
    if (!steps.some(({ run }) => /propose bump/.test(run ?? ""))) continue;
    expect(permissions).toEqual({ contents: "read" });
    expect(JSON.stringify(steps)).not.toMatch(/token|secrets\./);
  }
});

test("README.md names the releases of Node.js that the tests of nock run on, and the one that nock asks for", () => {
  const matrix = /node: (\["[\d", ]+\])/.exec(OWN.find(({ file }) => file === "ci.yml")?.text ?? "")?.[1] ?? "[]";
  const tested = new Intl.ListFormat("en-GB").format(JSON.parse(matrix));
  const nock = join(ROOT, "packages/testing/node_modules/nock/package.json");
  const { version, engines } = JSON.parse(readFileSync(nock, "utf8"));
  const asked = engines.node.replace(/^>=|\.0$/g, "");
  const text = readFileSync(join(ROOT, "README.md"), "utf8").replaceAll("\n", " ");
  expect(text).toContain(`nock ${version.split(".")[0]}: ${asked}, tested on ${tested})`);
});
