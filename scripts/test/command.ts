import { spawnSync } from "node:child_process";
import { detectTerminal } from "@svc/codegen/terminal";
import { defineCommand, UsageError } from "../toolkit/command.ts";
import { commandStep, generatedStep, lastLine, turboStep, vitestStep } from "../toolkit/kinds-of-steps.ts";
import { runCommand } from "../toolkit/run-command.ts";
import { runSteps, type Step, summarize } from "../toolkit/steps.ts";
import { ROOT, svc, TOOLS } from "../toolkit/tools.ts";
import { documentTests } from "./document-tests.ts";
import { codeStep, handWrittenStep } from "./hand-written.ts";

/** Exit code of a run with `--update` in which nothing failed, and places are left to edit. */
export const LEFT = 3;

export const test = defineCommand({
  options: {
    proofs: {
      type: "boolean",
      text: "instead: whole documents, pages, examples, browsers, packed repositories, compilers; minutes",
    },
    document: { type: "boolean", text: "only tests that a new version of the document can break" },
    update: {
      type: "boolean",
      text: "lists pages and examples to edit, and writes sizes and exports anew instead of comparing with them, as a bump does",
    },
  },
  description: `Checks generated files, format, lint, types, tests, and imports of the packed packages. The last line is
"N passed, N failed". SVC_SEED=N repeats the generated values of a run.`,
  async run({ values: { proofs = false, document = false, update = false } }) {
    if (proofs && (document || update)) throw new UsageError("--proofs goes with no other option.");
    const terminal = detectTerminal(process.stdout, process.env);
    const toEdit: string[] = [];
    const chosen = proofs ? proofSteps() : document ? documentSteps() : codeSteps();
    if (update) chosen.push(codeStep(toEdit), sizesStep());
    const code = summarize(await runSteps(chosen, { terminal, concurrency: 2 }), terminal);
    // Also where something else failed: who mends that has to know of the rest.
    if (toEdit.length > 0)
      terminal.write(
        `\n${toEdit.length} to edit; pnpm test:proofs fails until it is done:\n  ${toEdit.sort().join("\n  ")}\n`,
      );
    return code === 0 && toEdit.length > 0 ? LEFT : code;
  },
});

const types = turboStep("types", "check-types:7");
const build = turboStep("build", "build");

function codeSteps(): Step[] {
  return [
    generatedStep(),
    commandStep("format and lint", [...TOOLS.biome, "ci", "--error-on-warnings", "--max-diagnostics=50"]),
    build,
    types,
    vitestStep("tests"),
    packedStep("packed imports", "--imports"),
  ];
}

function documentSteps(): Step[] {
  return [
    generatedStep(),
    // A bump writes nothing else that is formatted or linted.
    commandStep("format", [...TOOLS.biome, "format", "spec", "scripts/release"]),
    build,
    types,
    vitestStep("tests", { tests: documentTests(ROOT) }),
  ];
}

/** Steps that take minutes, and all of the tests that {@link codeSteps} runs a sample of. */
function proofSteps(): Step[] {
  return [
    vitestStep("tests in the whole", { tests: ["run", ...testsWithSample()], env: { SVC_PROOFS: "1" } }),
    build,
    commandStep("unused code", TOOLS.knip),
    packedStep("packed packages"),
    ...["examples", "pages", "documentation"].map((name) => handWrittenStep(name)),
    turboStep("types, TypeScript 5", "check-types"),
  ];
}

function packedStep(name: string, ...options: readonly string[]): Step {
  const command = [...TOOLS.node, `${ROOT}checks/main.ts`, "packed", ...options];
  return commandStep(name, command, { needs: ["build"], note: lastLine });
}

/** A larger document makes larger packages, with more exports: for review, they are written down anew. */
function sizesStep(): Step {
  const again = ["release", "check", "--update-budget", "--update-exports"];
  return {
    name: "sizes and exports",
    needs: ["build"],
    run: async () => {
      const { code } = await runCommand(svc(ROOT, ...again), { cwd: ROOT });
      return {
        ok: true,
        note: code === 0 ? "written down" : `could not be written down: run pnpm svc ${again.join(" ")}`,
      };
    },
  };
}

/** The files of tests that run a sample by default, which they say by what they read, and those that do not run then. */
function testsWithSample(): string[] {
  const found = ["-lE", "test.support/proofs|SVC_PROOFS", "--", "*.test.ts"];
  const { status, stdout } = spawnSync("git", ["grep", ...found], { cwd: ROOT, encoding: "utf8" });
  if (status !== 0) throw new Error("No tests with a sample were found: is this a checkout of git?");
  return [".proof.test.ts", ...stdout.trim().split("\n")];
}
