import { spawnSync } from "node:child_process";
import { finishApplying } from "@svc/codegen/apply-stage";
import { createStyle, detectTerminal } from "@svc/codegen/terminal";
import { defineCommand, UsageError } from "../toolkit/command.ts";
import { runCommand } from "../toolkit/run-command.ts";
import { runOnTerminal } from "../toolkit/run-steps.ts";
import type { Step } from "../toolkit/step.ts";
import { commandStep, generatedStep, lastLine } from "../toolkit/steps/command-step.ts";
import { turboStep } from "../toolkit/steps/turbo-step.ts";
import { vitestStep } from "../toolkit/steps/vitest-step.ts";
import { countTotals, summaryTable, totalsLine } from "../toolkit/summary.ts";
import { ROOT, svc, TOOLS } from "../toolkit/tools.ts";
import { divideTests } from "./document-tests.ts";
import { codeStep, handWrittenStep } from "./hand-written.ts";

export const test = defineCommand({
  options: {
    proofs: { type: "boolean", text: "instead: what takes minutes, of which the tests run a sample" },
    document: { type: "boolean", text: "only what a new version of the document can break" },
    update: {
      type: "boolean",
      text: "lists pages and examples to edit, and writes sizes and exports anew instead of comparing with them, as a bump does",
    },
  },
  description: `Runs everything that has to be green: generated files, lint, types, tests, packed packages, examples, pages; the site as a
whole is looked at by the proofs. The last line is
"N passed, N failed". SVC_SEED=N repeats the made-up values of a run.`,
  async run({ values: { proofs = false, document = false, update = false } }) {
    if (proofs && (document || update)) throw new UsageError("--proofs goes with no other option.");
    const terminal = detectTerminal(process.stdout, process.env);
    if (finishApplying(ROOT)) terminal.write("Completed a bump of the document that had been interrupted.\n");
    const toEdit: string[] = [];
    const results = await runOnTerminal(
      proofs ? proofSteps() : steps(document, update ? toEdit : undefined),
      terminal,
      {
        concurrency: 2,
      },
    );
    const totals = countTotals(results);
    terminal.write(summaryTable(results, createStyle(terminal.colour)) + totalsLine(totals));
    // Also where something else failed: who mends that has to know of the rest.
    if (toEdit.length > 0)
      terminal.write(
        `\n${toEdit.length} to edit; pnpm test fails until it is done:\n  ${toEdit.sort().join("\n  ")}\n`,
      );
    return totals.failed > 0 ? 1 : 0;
  },
});

/** @param toEdit takes lines of examples and pages that do not compile; without it, they fail */
function steps(ofDocument: boolean, toEdit?: string[]): Step[] {
  return [
    generatedStep(),
    ofDocument
      ? // A bump writes nothing else that is formatted or linted.
        commandStep("format", [...TOOLS.biome, "format", "spec", "scripts/release"])
      : commandStep("format and lint", [...TOOLS.biome, "ci", "--error-on-warnings", "--max-diagnostics=50"]),
    ...(ofDocument ? [] : [commandStep("unused code", TOOLS.knip)]),
    turboStep("build", "build"),
    turboStep("types", "check-types:7"),
    ofDocument ? documentTestsStep() : vitestStep("tests"),
    commandStep(
      "packed packages",
      [...TOOLS.node, `${ROOT}checks/packed/main.ts`, ...(ofDocument ? ["--document"] : [])],
      {
        needs: ["build"],
        note: lastLine,
      },
    ),
    ...(toEdit === undefined
      ? [handWrittenStep("examples"), handWrittenStep("pages"), handWrittenStep("playground")]
      : [codeStep(toEdit), sizesStep()]),
  ];
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

/** The tests that may see the document. */
function documentTestsStep(): Step {
  const { ofDocument, others } = divideTests(ROOT);
  const step = vitestStep("tests", { files: ofDocument });
  return {
    ...step,
    run: async () => {
      const { note, ...outcome } = await step.run();
      return { ...outcome, note: `${note}; ${others.length} others see nothing of the document` };
    },
  };
}

/** The tests that run in a sample else, the whole site, types by the older compiler, and the client's fuzzing. */
function proofSteps(): Step[] {
  const fuzz = [...TOOLS.node, "--conditions=@svc/source", `${ROOT}checks/main.ts`, "fuzz"];
  return [
    vitestStep("tests in the whole", { files: testsWithSample(), env: { SVC_PROOFS: "1" } }),
    turboStep("build", "build"),
    // The site has the playground within it, and installs its tools as well: after the tests it comes from the cache.
    handWrittenStep("playground"),
    handWrittenStep("documentation", ["playground"]),
    turboStep("types, TypeScript 5", "check-types"),
    commandStep("fuzz", fuzz, { note: lastLine }),
  ];
}

/** The files of tests that run a sample by default, which they say by what they read, and those that do not run then. */
function testsWithSample(): string[] {
  const found = ["-lE", "test.support/proofs|SVC_PROOFS", "--", "*.test.ts"];
  const { status, stdout } = spawnSync("git", ["grep", ...found], { cwd: ROOT, encoding: "utf8" });
  if (status !== 0) throw new Error("No tests with a sample were found: is this a checkout of git?");
  return [".proof.test.ts", ...stdout.trim().split("\n")];
}
